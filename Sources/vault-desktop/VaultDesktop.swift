#if Desktop
internal import AgentAPI
internal import DesktopWindow
internal import ErasingHeap
internal import Glibc
internal import Localization
internal import UnsharedPixels
internal import VaultClient

/// The window, as a program.
@main
enum VaultDesktop {
  @MainActor
  static func main() {
    do throws(Failure) {
      guard erasingHeapIsInForce() else { throw Failure(.unavailable, "Freed memory would not be erased.") }
      guard unsharedPixelsAreInForce() else {
        throw Failure(.unavailable, "What is drawn would stay in memory that the X server shares.")
      }
      exit(try DesktopProgram.run())
    } catch {
      say((["vault-desktop: \(error.message)"] + error.advice.map { "  \($0)" }).joined(separator: "\n"))
      exit(error.exitStatus)
    }
  }
}
#else
internal import Glibc

/// Stands in the place of the window where the package was built without it.
@main
enum VaultDesktop {
  static func main() {
    say("vault-desktop: This build has no window.\n  Build it with: make build DESKTOP=1")
    exit(EX_UNAVAILABLE)
  }
}
#endif

/// Writes lines to standard error; nobody is there to hear of it where that fails.
private func say(_ lines: String) { _ = (lines + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) } }
