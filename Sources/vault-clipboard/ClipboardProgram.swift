internal import Clipboard
internal import Glibc

/// Offers one protected text to other programs, for `vault`, which has shown that its user is the owner. Nobody else starts it.
@main
enum ClipboardProgram {
  static func main() { exit(ClipboardHolder.run()) }
}
