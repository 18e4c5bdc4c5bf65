import Foundation
import Glibc
import PrivateDesktop
import Testing
import VaultTesting

@Suite("Verification by the system, through PAM")
struct SystemVerificationTests {
  /// A directory with a service `vault`, in which this user's password is `opensesame`.
  final class ServiceDirectory {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pam-\(UUID().uuidString.prefix(8))").path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let user = String(cString: getpwuid(getuid()).pointee.pw_name)
      try write("\(user):opensesame:vault\n", to: "passdb")
      #if arch(arm64)
      let libraries = "/usr/lib/aarch64-linux-gnu"
      #else
      let libraries = "/usr/lib/x86_64-linux-gnu"
      #endif
      let matrix = "\(libraries)/pam_wrapper/pam_matrix.so passdb=\(path)/passdb"
      try write("auth required \(matrix)\naccount required \(matrix)\n", to: "vault")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }  // a directory left behind fails no test

    private func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func removeService() throws { try FileManager.default.removeItem(atPath: "\(path)/vault") }
  }

  /// A vault that the system unlocks, with a protected task.
  static func prepared(
    _ directory: ServiceDirectory, extra: [String: String] = [:]
  ) throws -> (TestVault, String) {
    let vault = try TestVault(extra: extra.merging(["VAULT_TEST_PAM_DIRECTORY": directory.path]) { $1 })
    try vault.setPIN()
    try vault.mustRun("verification", "use", "pam", "--pin-stdin", input: TestVault.pin + "\n")
    return (vault, try vault.addProtected("secret text"))
  }

  static func reveal(_ vault: TestVault, _ id: String, _ terminal: PseudoTerminal, answer: String) throws -> Child {
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("Password:")
    terminal.type(answer + "\r")
    return child
  }

  @Test("the first unlock of an agent takes the PIN, later ones the system's password")
  func firstPINThenPassword() throws {
    let directory = try ServiceDirectory()
    let (vault, id) = try Self.prepared(directory)
    vault.killAgent()
    let first = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: first)
    try first.waitForText("PIN:")
    #expect(!first.screen.everything.contains("Password"))
    first.type(TestVault.pin + "\r")
    try first.waitForText("secret text")
    first.type("q")
    #expect(try child.waitForEnd().status == 0)

    try vault.mustRun("lock")
    let second = try PseudoTerminal()
    let later = try Self.reveal(vault, id, second, answer: "opensesame")
    try second.waitForText("secret text")
    #expect(second.written("PIN") == 0)
    second.type("q")
    #expect(try later.waitForEnd().status == 0)
    #expect(second.written("opensesame") == 0, "typed without echo")
  }

  @Test("a wrong password of the system is refused, and shows nothing")
  func wrongPassword() throws {
    let directory = try ServiceDirectory()
    let (vault, id) = try Self.prepared(directory)
    let terminal = try PseudoTerminal()
    let child = try Self.reveal(vault, id, terminal, answer: "not this one")
    #expect(try child.waitForEnd().status == 77)
    #expect(terminal.written("secret text") == 0)
    #expect(try vault.isLocked)
  }

  @Test("a service file that has gone is told, and the PIN is asked for")
  func missingService() throws {
    let directory = try ServiceDirectory()
    let (vault, id) = try Self.prepared(directory)
    try directory.removeService()
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("PIN:")
    #expect(terminal.screen.everything.contains("vault"), "what is missing is named: \(terminal.screen.everything)")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("secret text")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
  }

  @Test("without a service file the system can't be chosen")
  func notSetUp() throws {
    let directory = try ServiceDirectory()
    try directory.removeService()
    let vault = try TestVault(extra: ["VAULT_TEST_PAM_DIRECTORY": directory.path])
    try vault.setPIN()
    let outcome = try vault.vault("verification", "use", "pam", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(outcome.status == 78 && outcome.errors.contains("PAM"), "\(outcome.errors)")
  }
}
