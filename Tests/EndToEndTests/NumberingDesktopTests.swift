import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("Notifications of a server whose numbers stand for other items", .serialized)
struct NumberingDesktopTests {
  private let server: TestServer
  private let phone: TestDesktop
  private let copy: URL

  init() throws {
    server = try TestServer()
    phone = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    try phone.vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    copy = server.data.appending(path: "copy-\(UUID().uuidString).sqlite")
  }

  private func propose(_ title: String) throws {
    let header = ["--header", "Authorization: Bearer \(try server.sessionToken())"]
    let body = #"{"payload":{"aps":{"alert":{"title":"\#(title)"}},"kind":"task"}}"#
    _ = try TestServer.ask("\(server.address)/v1/pushes", header + ["--json", body])
  }

  private func showings(of title: String, _ service: MockNotifications) throws -> Int {
    try service.shown().components(separatedBy: "<'\(title)'>").count - 1
  }

  @Test(
    "what was shown is not shown again, what is gone is taken down, and what takes its number is shown; buttons still decide",
    .timeLimit(.minutes(3)))
  func shownOnce() throws {
    let service = try MockNotifications(on: phone.bus)
    for (number, title) in zip(1..., ["One", "Two", "Three"]) {
      try propose(title)
      try waitUntil("\(number) are shown") { try showings(of: title, service) == 1 }
      if number == 2 { try server.backUp(to: copy) }
    }
    let agent = try #require(phone.vault.agentPID)
    kill(agent, SIGSTOP)
    try server.putBack(copy)
    for title in ["Four", "Five"] { try propose(title) }
    kill(agent, SIGCONT)
    for title in ["Four", "Five"] { try waitUntil("\(title) is shown") { try showings(of: title, service) == 1 } }
    try waitUntil("the third is taken down") { try service.calls(of: "CloseNotification").contains("[<3>]") }
    #expect(try !service.calls(of: "CloseNotification").contains("[<2>]"))
    try service.invoke("accept", of: 2)
    try waitUntil("it is accepted") {
      let items = try TestVault.object(phone.vault.mustRun("inbox", "--all", "--json"))["items"] as? [[String: Any]]
      return items?.contains { $0["number"] as? Int == 2 && $0["state"] as? String == "accepted" } ?? false
    }
    for title in ["One", "Two", "Three", "Four", "Five"] { #expect(try showings(of: title, service) == 1, "\(title)") }
  }
}
