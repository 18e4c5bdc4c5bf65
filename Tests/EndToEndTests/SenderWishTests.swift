import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("What senders ask of a real desktop", .serialized)
struct SenderWishTests {
  private let server: TestServer
  private let desktop: TestDesktop

  init() throws {
    server = try TestServer()
    desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    try desktop.vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
  }

  private func send(_ title: String, _ options: String...) throws {
    let payload = #"{"aps":{"alert":{"title":"\#(title)"},"thread-id":"build"}}"#
    let sent = try desktop.vault.run("vault", ["push", "send", "-"] + options, input: payload)
    #expect(sent.status == 0, "\(sent)")
  }

  private func titles() throws -> [String] {
    let listing = try TestVault.object(desktop.vault.mustRun("inbox", "--json"))
    return (listing["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
  }

  @Test(
    "what takes the place of another does so in the list and on the screen, and a decision stays",
    .timeLimit(.minutes(3)))
  func collapse() throws {
    let dunst = try Dunst(on: desktop.bus, desktop.display, stays: true)
    try send("Build 40 %", "--collapse-id", "build")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try send("Build 80 %", "--collapse-id", "build", "--priority", "5")
    try waitUntil("it has taken the place") {
      try titles() == ["Build 80 %"] && dunst.displayedCount() == 1 && dunst.history().contains("Build 40 %")
    }
    let former = try desktop.vault.mustRun("inbox", "show", "1")
    #expect(former.contains("Replaced by a newer one") && !former.contains("40 %"), "\(former)")
    let shown = try desktop.vault.mustRun("inbox", "show", "2")
    #expect(shown.contains("thread build"), "\(shown)")
    let task = #"{"aps":{"alert":"Deploy?","category":"TASK"}}"#
    let sent = try desktop.vault.push(task, "--collapse-id", "deploy", "--json")
    let id = try #require(try TestVault.object(sent.output)["id"] as? String)
    _ = try desktop.vault.inboxItems { $0.count == 2 }
    try desktop.vault.mustRun("inbox", "accept", "3")
    try waitUntil("the server knows") { try desktop.vault.vault("push", "status", id).status == 0 }
    #expect(try desktop.vault.push(task, "--collapse-id", "deploy").status == 0)
    let items = try desktop.vault.inboxItems { $0.count == 3 }
    #expect(items.compactMap { $0["state"] as? String }.contains("accepted"))
  }

  @Test(
    "the icon has the number of unread items, whatever a sender says, and none once they are read",
    .timeLimit(.minutes(3)))
  func iconCount() throws {
    let monitor = try IconMonitor(on: desktop.bus)
    #expect(try desktop.vault.push(#"{"aps":{"alert":"Tea","badge":99}}"#).status == 0)
    try waitUntil("it is counted") { monitor.told.last == "task-vault.desktop 1 true" }
    try send("Build 40 %", "--collapse-id", "build")
    try waitUntil("two are counted") { monitor.told.last == "task-vault.desktop 2 true" }
    for number in ["1", "2"] { try desktop.vault.mustRun("inbox", "show", number) }
    try waitUntil("none is") { monitor.told.last == "task-vault.desktop 0 false" }
    #expect(!monitor.told.contains { $0.contains("99") })
  }
}
