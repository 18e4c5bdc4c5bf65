import VaultServer

/// The server: run by whoever keeps it, by hand or by systemd; docs/server.md says how.
@main
struct VaultServerProgram {
  static func main() async { await ServerProgram.main() }
}
