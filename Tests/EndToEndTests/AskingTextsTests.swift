import AgentAPI
import Foundation
import ProcessTesting
import TaskStore
import Testing
import VaultModel

@Suite("A text that asks at every reveal, and rows that say it does not")
struct AskingTextsTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
  }

  /// Sets what the row of a task says of asking and of its mark, as any program of the user can while the agent runs.
  ///
  /// - Parameter row: the two cells as SQL literals; nil reads them and changes nothing.
  /// - Returns: what they were before.
  @discardableResult
  private func row(of label: String, set row: String? = nil) throws -> String {
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], timeout=30)
      row = db.execute("SELECT alwaysVerify || ', ' || quote(ownerMAC) FROM task WHERE label = ?", (sys.argv[2],)).fetchone()
      print(row[0])
      if len(sys.argv) > 3:
          always, mark = sys.argv[3].split(", ")
          db.execute(f"UPDATE task SET alwaysVerify = {always}, ownerMAC = {mark} WHERE label = ?", (sys.argv[2],))
          db.commit()
      """
    let child = try ChildProcess(
      ["/usr/bin/python3", "-c", script, "\(vault.data)/tasks.db", label] + (row.map { [$0] } ?? []),
      environment: vault.environment)
    guard try child.exitStatus() == 0 else { throw ChildProcess.Failure(child.text) }
    return child.output.text.trimmingCharacters(in: .newlines)
  }

  @Test("stays closed to a ticket when its row is exchanged while texts before it are shown")
  func exchangedMeanwhile() throws {
    // More than lies between an agent and a client that does not read.
    for _ in 0..<12 { _ = try vault.addProtected(String(repeating: "x", count: 60_000), label: "Large") }
    try vault.mustRun("add", "--protected", "--always-verify", "--label", "Asking", "-", input: "asks every time")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\\n")
    let truth = try row(of: "Asking")
    // No mark of the owner's: it is read once more before it is shown.
    try row(of: "Asking", set: "0, X'0041C85A3D00000000'")
    var client = TestClient()
    client.onText = { [self] _, number in if number == 1 { try row(of: "Asking", set: truth) } }
    #expect(throws: Failure.self) { _ = try TestClient.connect(to: vault).run(.reveal(task: nil), &client) }
    #expect(client.texts.count == 12 && !client.texts.contains("asks every time"), "\(client.texts.count)")
  }

  @Test("asks when the row of before it did is put back")
  func formerRow() async throws {
    let pin = TestVault.pin + "\n"
    let id = try vault.addProtected("asks since", label: "Asking")
    #expect(try vault.reveal(id).output == "asks since")
    var former: TodoTask?
    let forger = Forger(vault)
    try await forger.change("Asking") { former = $0 }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    try await forger.change("Asking") { task in task = try #require(former) }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    let refused = try vault.vault("reveal", id, "--plain")
    #expect(refused.status == 77 && refused.output.isEmpty, "\(refused)")
    // It is the owner's own text: they may have it back.
    #expect(try vault.reveal(id).output == "asks since")
  }

  @Test("asks no more once the owner says so, and again after an undo")
  func noMore() throws {
    let pin = TestVault.pin + "\n"
    let id = try vault.addProtected("asks", label: "Asking")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: pin)
    try vault.mustRun("edit", id, "--always-verify")
    try vault.mustRun("edit", id, "--no-always-verify", "--pin-stdin", input: pin)
    #expect(try vault.mustRun("reveal", id, "--plain") == "asks")
    try vault.mustRun("undo")
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
    try vault.mustRun("undo", "--pin-stdin", input: pin)
    #expect(try vault.mustRun("reveal", id, "--plain") == "asks")
  }
}
