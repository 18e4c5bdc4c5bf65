import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("The agent's log names no task, no push and no file")
struct AgentLogTests {
  private func log(of vault: TestVault) throws -> String {
    try String(contentsOf: vault.root.appendingPathComponent("state/agent.log"), encoding: .utf8)
  }

  @Test("a declined push stands there by its number")
  func declined() throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    let payload = """
      {"aps": {"alert": {"title": "Quixotic title", "body": "Quixotic body"}}, "kind": "task", "due": "2099-06-01T18:00:00Z"}
      """
    #expect(try vault.push(payload).status == 0)
    _ = try vault.inboxItems { $0.count == 1 }
    #expect(try vault.mustRun("inbox", "reject", "1").contains("Quixotic title"))
    let log = try self.log(of: vault)
    #expect(log.contains("item=1"), "what is looked for would be here: \(log)")
    #expect(!log.contains("Quixotic"), "\(log)")
  }

  @Test("what can't be done to a task stands there by its id, whatever its text, its label and its file are called")
  func failing() throws {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": "icalendar", "TZ": "UTC"])
    try vault.setPIN()
    let calendar = vault.root.appendingPathComponent("data/calendar")
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: calendar.path).filter { $0.hasSuffix(".ics") }
    }
    try vault.mustRun("add", "Quixotic errand")
    let before = try Set(files())
    try vault.mustRun(
      "add", "--protected", "--label", "Quixotic label", "--destroy-on", "in 3s", "-", input: "Quixotic secret")
    let file = try #require(try Set(files()).subtracting(before).first)
    // The same to-do once more, in a file that another program called after it: now it can't be changed, nor destroyed.
    try FileManager.default.copyItem(
      at: calendar.appendingPathComponent(file), to: calendar.appendingPathComponent("Quixotic file.ics"))
    try Data("BEGIN:VCALENDAR\r\nSUMMARY:Quixotic remains\r\nBEGIN:VTODO".utf8)
      .write(to: calendar.appendingPathComponent("Quixotic damage.ics"))
    try waitUntil("the destruction was tried") { try self.log(of: vault).contains("tasks are looked after later") }
    let log = try self.log(of: vault)
    let id = String(file.dropLast(".ics".count))
    #expect(log.lowercased().contains(id.lowercased()), "what is looked for would be here: \(log)")
    #expect(!log.contains("Quixotic"), "\(log)")
  }
}
