import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Conversations, from the command line", .serialized)
struct ConversationTests {
  private let server: TestServer
  private let ada: TestVault
  /// Bob's two devices.
  private let laptop: TestVault
  private let phone: TestVault

  init() throws {
    server = try TestServer()
    try server.addAccount("bob@example.org")
    ada = try .loggedIn(to: server)
    laptop = try .loggedIn(to: server, as: "bob@example.org")
    phone = try .loggedIn(to: server, as: "bob@example.org")
    _ = try ada.mustRun("follow", try laptop.userID())
    _ = try laptop.mustRun("follow", "ada")
    // A device that has looked once: from now on, what comes is unread.
    for vault in devices {
      try waitUntil("the device has looked", 90) {
        try TestVault.object(vault.mustRun("message", "list", "--json"))["isComplete"] as? Bool == true
      }
    }
  }

  private var devices: [TestVault] { [ada, laptop, phone] }

  private func conversations(_ vault: TestVault) throws -> [[String: Any]] {
    let listing = try TestVault.object(vault.mustRun("message", "list", "--json"))
    return try #require(listing["conversations"] as? [[String: Any]])
  }

  private func unread(_ vault: TestVault) throws -> Int { try conversations(vault).first?["unread"] as? Int ?? 0 }

  private struct Listing: Decodable { var messages: [TestChannel.Message] }

  /// - Parameter id: of the other user; nil for the name, which means somebody while the server can be reached.
  private func log(_ vault: TestVault, with id: String? = nil) throws -> [TestChannel.Message] {
    let name = vault === ada ? "bob" : "ada"
    let text = try vault.mustRun("message", "log", id ?? name, "--limit", "1000", "--json")
    return try JSONDecoder().decode(Listing.self, from: Data(text.utf8)).messages
  }

  /// Waits until all of a device's messages are these, received, and numbered from 1.
  private func wait(for vault: TestVault, _ texts: [String]) throws {
    var last: [TestChannel.Message] = []
    try waitUntil("the messages are right", 90) {
      last = try log(vault)
      return last.count >= texts.count && last.allSatisfy { $0.state == "received" }
    }
    #expect(last.map(\.text) == texts && last.map(\.number) == (1...texts.count).map(\.self), "\(last)")
  }

  @Test("two write with each other on three devices; one that was away has all of it, in order, once, and unread")
  func reconnecting() throws {
    let sent = try ada.mustRun("message", "send", "bob", "The", "tea", "is ready.")
    #expect(sent.hasPrefix("Sent to bob ("), "\(sent)")
    for device in [laptop, phone] { try waitUntil("it is unread", 90) { try unread(device) == 1 } }
    #expect(try phone.mustRun().contains("1 unread from ada ("))
    try wait(for: phone, ["The tea is ready."])
    #expect(try unread(phone) == 0)
    #expect(try unread(laptop) == 1, "read marks are each device's own, as those of channels")
    phone.killAgent()
    for number in 1...3 { _ = try ada.mustRun("message", "send", "bob", "n\(number)") }
    #expect(try laptop.run("vault", ["message", "send", "ada", "-"], input: "On my way,\nAda.\n").status == 0)
    _ = try ada.mustRun("message", "send", "bob", "n4")
    let all = ["The tea is ready.", "n1", "n2", "n3", "On my way,\nAda.", "n4"]
    // The agent starts with the command, and compares.
    try waitUntil("what was missed is unread", 90) { try unread(phone) == 4 }
    for device in devices { try wait(for: device, all) }
    for device in devices {
      #expect(try unread(device) == 0)
      #expect(try conversations(device).count == 1)
    }
    let text = try laptop.mustRun("message")
    #expect(text.contains("ada") && text.contains("n4") && !text.contains("unread"), "\(text)")
    let isOwn = try log(phone).map(\.isOwn)
    #expect(isOwn == [false, false, false, false, true, false], "the other device wrote it, but the same user")
  }

  @Test("what both write while the server is away waits, and goes out once, in the order of each")
  func offline() throws {
    _ = try ada.mustRun("message", "send", "bob", "before")
    try wait(for: laptop, ["before"])
    let (adaID, bobID) = (String(try ada.userID().prefix(8)), String(try laptop.userID().prefix(8)))
    server.kill()
    let refused = try ada.vault("message", "send", "bob", "x")
    #expect(refused.status == 69, "only the server knows whose name looks like it: \(refused)")
    for number in 1...3 {
      for (vault, id, name) in [(ada, bobID, "bob"), (laptop, adaID, "ada")] {
        #expect(try vault.mustRun("message", "send", id, "\(name) \(number)").contains("waits here"))
      }
    }
    #expect(try log(ada, with: bobID).suffix(3).allSatisfy { $0.state == "sending" && $0.number == nil })
    let unknown = try ada.vault("message", "send", "grace", "x")
    #expect(unknown.status == 69, "\(unknown)")
    ada.killAgent()
    try server.start()
    let told = try laptop.mustRun("message", "send", adaID, "ada 4")
    #expect(told.hasPrefix("Sent to "), "a connection that waits is tried at once: \(told)")
    try waitUntil("all is there", 120) {
      try devices.allSatisfy { device in
        let messages = try log(device, with: device === ada ? bobID : adaID)
        return messages.count == 8 && messages.allSatisfy { $0.state == "received" }
      }
    }
    let texts = try log(ada).map(\.text)
    for device in [laptop, phone] { #expect(try log(device).map(\.text) == texts) }
    for (name, count) in [("bob", 3), ("ada", 4)] {
      #expect(texts.filter { $0.hasPrefix(name) } == (1...count).map { "\(name) \($0)" })
    }
  }

  @Test("who is blocked is heard on no device and told nothing; no number is missing anywhere")
  func blocks() throws {
    _ = try ada.mustRun("message", "send", "bob", "heard")
    for device in [laptop, phone] { try wait(for: device, ["heard"]) }
    _ = try laptop.mustRun("people", "block", "ada")
    #expect(try ada.mustRun("message", "send", "bob", "unheard").hasPrefix("Sent to bob ("))
    _ = try laptop.mustRun("message", "send", "ada", "I still write")
    _ = try laptop.mustRun("people", "unblock", "ada")
    _ = try ada.mustRun("message", "send", "bob", "heard again")
    for device in [laptop, phone] { try wait(for: device, ["heard", "I still write", "heard again"]) }
    try wait(for: ada, ["heard", "unheard", "I still write", "heard again"])
  }

  @Test("who does not follow is not written to, neither at first nor later, and one is told why")
  func permission() throws {
    try server.addAccount("eve@example.org")
    let eve = try TestVault.loggedIn(to: server, as: "eve@example.org")
    let (adas, eves) = (try ada.userID(), try eve.userID())
    for person in [adas, "nobody", eves] {
      let refused = try eve.vault("message", "send", person, "let me in")
      #expect(refused.status == (person == adas ? 77 : 64), "\(refused)")
    }
    for vault in [eve, ada] { #expect(try conversations(vault).isEmpty) }
    _ = try ada.mustRun("follow", eves)
    _ = try eve.mustRun("message", "send", adas, "hello")
    try waitUntil("it is there", 90) { try unread(ada) == 1 }
    // Eve does not follow: in a conversation that is there, too, a reply needs that.
    let reply = try ada.vault("message", "send", eves, "who are you?")
    #expect(reply.status == 77 && reply.errors.contains("They do not follow you."), "\(reply)")
    _ = try ada.mustRun("unfollow", eves)
    let later = try eve.vault("message", "send", adas, "still there?")
    #expect(later.status == 77 && later.errors.contains("They do not follow you."), "\(later)")
    #expect(try ada.mustRun("message", "log", eves).contains("hello"))
  }

  @Test("at a terminal a text is asked for, and a conversation is shown live, with how far each message has come")
  func terminals() throws {
    let prompt = try PseudoTerminal()
    let send = try ada.start("message", "send", "bob", at: prompt)
    try prompt.waitForText("To bob (")
    prompt.type("typed at a prompt\n")
    #expect(try send.waitForEnd().status == 0)
    let (hers, his) = (try PseudoTerminal(), try PseudoTerminal())
    let views = [
      try ada.start("message", "open", "bob", at: hers), try laptop.start("message", "open", "ada", at: his),
    ]
    try his.waitForText("typed at a prompt")
    #expect(his.screen.lines[0].contains("ada ("))
    his.type("typed in a view\n")
    try hers.waitForText("bob  typed in a view")
    hers.type("seen\n")
    try his.waitForText("ada  seen")
    try hers.wait(for: "it came back") { $0.screen.lines.contains { $0.contains("✓") && $0.contains("ada  seen") } }
    for terminal in [hers, his] { terminal.type("\u{1B}") }
    for view in views { #expect(try view.waitForEnd().status == 0) }
    #expect(try unread(laptop) == 0)
  }
}
