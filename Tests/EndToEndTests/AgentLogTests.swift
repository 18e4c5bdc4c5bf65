import Foundation
import Testing

@Suite("The agent's log names no push")
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
}
