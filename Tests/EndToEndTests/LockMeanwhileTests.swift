import AgentAPI
import Foundation
import GRDB
import ProcessTesting
import Testing
import VaultClient
import VaultModel
import VaultTesting

@Suite("A lock that comes while something is under way")
struct LockMeanwhileTests {
  private let pin = TestVault.pin

  @Test("ends an export: what was not sent yet is not sent")
  func export() throws {
    let vault = try TestVault()
    try vault.setPIN()
    // More than lies between an agent and a client that does not read.
    let notes = String(repeating: "x", count: 60_000)
    for number in 10..<50 { _ = try vault.addProtected("text \(number).\n\(notes)", label: "Large") }
    var client = TestClient(pin: pin)
    client.onPart = { _, number in
      // The first is the document's head.
      if number == 2 { try vault.mustRun("lock") }
    }
    let request = ExportTasks(format: "json", filter: TaskFilter(state: .any), includesProtected: true)
    #expect(throws: Failure.self) { _ = try TestClient.connect(to: vault).send(request, &client) }
    let sent = client.parts.joined()
    #expect(sent.contains("text 10.") != sent.contains("text 49."), "the newest first or the oldest, and not the last")
  }

  /// The machine's sockets. Of a file of the kernel's, `String(contentsOfFile:)` has no more than what one call gives: a page.
  private static func sockets() throws -> String {
    let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/net/unix"))
    return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test("discards the reveals that wait for the access log while another program holds it up")
  func heldLog() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret text", label: "One")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    var configuration = Configuration()
    configuration.busyMode = .timeout(20)
    let queue = try DatabaseQueue(
      path: vault.root.appending(path: "state/access.db").path, configuration: configuration)
    let reveals = try queue.inDatabase { database in
      try database.execute(sql: "BEGIN IMMEDIATE")
      defer { try? database.execute(sql: "ROLLBACK") }  // nothing was written
      let program = TestVault.programs.appending(path: "vault").path
      let reveals = try (1...12).map { _ in
        try Child(program, ["reveal", id, "--plain"], environment: vault.environment)
      }
      try waitUntil("they are connected") {
        try Self.sockets().split(separator: "\n").count { $0.contains(vault.root.path) } > reveals.count
      }
      try vault.mustRun("lock")
      return reveals
    }
    for reveal in reveals { #expect(try reveal.waitForEnd().status != 0) }
    let log = try vault.mustRun("log", "--json")
    // At most that one is granted whose entry was being written.
    let entries = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: [[String: Any]]]
    let granted = try #require(entries?["entries"]).filter { $0["action"] as? String == "reveal" }
      .map { $0["granted"] as? Bool == true }
    #expect(!granted.isEmpty && granted.count { $0 } <= 1, "\(log)")
  }

  @Test("refuses a PIN that is given after it, and what was to be done with it", arguments: ["unprotect", "backup"])
  func question(command: String) throws {
    let vault = try TestVault()
    _ = try vault.setPINWithCode()
    let id = try vault.addProtected("secret text", label: "One")
    let backup = vault.root.appendingPathComponent("backup").path
    let terminal = try PseudoTerminal()
    let child = try vault.start(command, command == "backup" ? backup : id, at: terminal)
    try terminal.waitForQuestion("PIN")
    try vault.mustRun("lock")
    terminal.type(pin + "\r")
    #expect(try child.waitForEnd().status == 77, "\(terminal.screen.everything)")
    try terminal.waitForText("locked in the meantime")
    #expect(!FileManager.default.fileExists(atPath: backup))
    #expect(try vault.mustRun("list", "--json").contains(#""isProtected" : true"#))
  }

  @Test("with --forget keeps nothing of a verification that ends after it")
  func forgetting() throws {
    let directory = try SystemVerificationTests.ServiceDirectory()
    let (vault, id) = try SystemVerificationTests.prepared(directory)
    try vault.mustRun("lock", "--forget")
    let terminal = try PseudoTerminal()
    let child = try vault.start("unlock", at: terminal)
    try terminal.waitForQuestion("PIN")
    try vault.mustRun("lock", "--forget")
    terminal.type(pin + "\r")
    #expect(try child.waitForEnd().status == 77, "\(terminal.screen.everything)")
    let later = try PseudoTerminal()
    let reveal = try vault.start("reveal", id, at: later)
    try later.waitForQuestion("PIN")
    #expect(later.written("Password") == 0, "the system alone opens nothing: \(later.screen.everything)")
    later.type("\u{3}")
    #expect(try reveal.waitForEnd().status != 0)
  }
}
