import Foundation
import Testing
import VaultTesting

@Suite("A signal to a reveal")
struct RevealSignalTests {
  private static let secret = "the code is 4711"

  /// A vault that is unlocked for every terminal, and a protected task of it.
  private func unlocked() throws -> (TestVault, id: String) {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected(Self.secret)
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    return (vault, id)
  }

  /// Shows the text, sends the signal, and expects nothing of it on either screen and the terminal's mode as before.
  private func expectWiped(_ signal: Int32, _ vault: TestVault, _ id: String, stops: Bool = false) throws {
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("Any key hides this")
    child.send(signal)
    try terminal.wait(for: "the main screen after signal \(signal)") { !$0.screen.isAlternate }
    #expect(!terminal.screen.everything.contains(Self.secret), "signal \(signal)")
    try terminal.wait(for: "the terminal's mode after signal \(signal)") { $0.isCooked && $0.screen.showsCursor }
    // One that stops it is dropped where nobody could continue it, as here; it then ends by itself.
    let end = try child.waitForEnd()
    #expect(stops || end.signal == signal, "\(end)")
  }

  @Test("that would end it takes the text away first, whichever it is")
  func ends() throws {
    let (vault, id) = try unlocked()
    let named = [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
      SIGPWR, SIGIO,
      SIGSYS, 16, 34, 50, 64,
    ]
    for signal in named { try expectWiped(signal, vault, id) }
  }

  @Test("that tells of a crash takes it away, too")
  func crashes() throws {
    let (vault, id) = try unlocked()
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { try expectWiped(signal, vault, id) }
  }

  @Test("that stops it takes it away before")
  func stops() throws {
    let (vault, id) = try unlocked()
    for signal in [SIGTSTP, SIGTTIN, SIGTTOU] { try expectWiped(signal, vault, id, stops: true) }
  }
}
