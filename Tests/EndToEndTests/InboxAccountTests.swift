import AgentAPI
import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("An inbox at which another user logs in", .serialized)
struct InboxAccountTests {
  private static let other = "bob@example.org"

  private let server: TestServer
  private let ada: TestVault
  private let bob: TestVault
  private let shared: TestVault

  init() throws {
    server = try TestServer()
    try server.addAccount(Self.other)
    ada = try .loggedIn(to: server)
    bob = try .loggedIn(to: server, as: Self.other)
    shared = try .loggedIn(to: server)
  }

  private func push(_ title: String, from vault: TestVault) throws {
    #expect(try vault.push(#"{"aps": {"alert": "\#(title)"}, "kind": "task"}"#).status == 0)
  }

  /// Bob logs in where Ada was.
  private func logInAsBob() throws {
    try shared.mustRun("login", "--email", Self.other, "--password-stdin", input: TestServer.password + "\n")
  }

  @Test("what was seen of one is neither shown, accepted nor rejected as another's of the same number")
  func numbers() throws {
    try push("Hers", from: ada)
    try push("His", from: bob)
    let agent = DrivenAgent(shared)
    _ = try shared.inboxItems { $0.count == 1 }
    let listing = try agent.run(ListInbox(limit: 1))
    let identity = try #require(listing.items.first?.identity)
    #expect(listing.items.first?.title == "Hers")
    try logInAsBob()
    _ = try shared.inboxItems { $0.first?["title"] as? String == "His" }
    let requests: [any AgentRequest] = [
      ShowInboxItem(number: 1, identity: identity), AcceptInboxItem(number: 1, identity: identity),
      RejectInboxItem(number: 1, identity: identity),
      FetchPicture(number: 1, form: .description, identity: identity),
    ]
    for request in requests {
      let failure = #expect(throws: Failure.self) { try agent.run(request) }
      #expect(failure?.message.contains("now a different item") == true, "\(request)")
    }
    #expect(try shared.inboxItems { _ in true }.compactMap { $0["state"] as? String } == ["unread"])
    let his = try agent.run(ListInbox(limit: 1))
    #expect(his.owner != listing.owner)
    _ = try agent.run(RejectInboxItem(number: 1, identity: his.items.first?.identity))
  }

  @Test("the device is theirs then, and the former user's no longer")
  func devices() throws {
    func count(_ vault: TestVault) throws -> Int {
      try (TestVault.object(try vault.mustRun("devices", "--json"))["devices"] as? [Any])?.count ?? 0
    }
    try waitUntil("both are Ada's") { try count(ada) == 2 }
    try logInAsBob()
    try waitUntil("it is Bob's") { try count(bob) == 2 }
    #expect(try count(ada) == 1)
  }

  @Test("a live view leaves what was open, and shows what is theirs")
  func liveView() throws {
    try push("Hers", from: ada)
    try push("His", from: bob)
    let terminal = try PseudoTerminal()
    let watch = try shared.start("inbox", "watch", at: terminal)
    try terminal.waitForText("unread  Hers")
    terminal.type("\n")
    try terminal.waitForText("task 1, pending")
    try logInAsBob()
    try terminal.waitForText("Another user has logged in")
    try terminal.waitForText("unread  His")
    terminal.type("q")
    #expect(try watch.waitForEnd().status == 0)
    #expect(try shared.inboxItems { _ in true }.compactMap { $0["state"] as? String } == ["unread"])
  }
}
