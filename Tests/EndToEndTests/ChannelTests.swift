import Foundation
import ProcessTesting
import Testing

@Suite("Channels, from the command line", .serialized)
struct ChannelTests {
  private let scene: TestChannel

  init() throws { scene = try TestChannel() }

  private func texts(_ user: TestVault) throws -> [String] { try scene.messages(user).map(\.text) }

  @Test("two users write and read, in one order, and what others wrote is unread until it is looked at")
  func conversation() throws {
    let (ada, bob) = (scene.ada, scene.bob)
    #expect(try ada.mustRun("channels", "send", "news", "The tea is ready.") == "Sent.\n")
    #expect(try bob.run("vault", ["channels", "send", "news", "-"], input: "On my way,\nAda.\n").status == 0)
    try scene.wait(for: ada) { $0.count == 2 }
    try scene.wait(for: bob) { $0.count == 2 }
    let (hers, his) = (try scene.messages(ada), try scene.messages(bob))
    #expect(hers.map(\.text) == ["The tea is ready.", "On my way,\nAda."] && hers.map(\.number) == [1, 2])
    #expect(hers.map(\.sender) == ["ada", "bob"] && hers.map(\.isOwn) == [true, false])
    #expect(hers[0].senderText == "ada" && hers[1].senderText.contains(/^bob \([0-9a-f]{8}\)$/))
    #expect(his.map(\.isOwn) == [false, true] && his.allSatisfy { $0.state == "received" && $0.receivedAt != nil })
    try ada.mustRun("channels", "send", "news", "Hurry.")
    try waitUntil("it is unread") { try scene.channels(bob).rows.first?.unread == 1 }
    let shown = try bob.mustRun("channels", "history", "news")
    #expect(
      shown.contains(/ada \([0-9a-f]{8}\)  The tea is ready\./) && shown.contains("✓ bob  On my way,\n    Ada."),
      "\(shown)")
    #expect(try scene.channels(bob).rows.first?.unread == 0)
  }

  @Test(
    "the catalogue is there without the server, too, and says so; what is written waits, and goes out once, in order")
  func offline() throws {
    let (ada, bob) = (scene.ada, scene.bob)
    try ada.mustRun("channels", "send", "news", "before")
    #expect(try scene.channels(ada).isCurrent)
    scene.server.kill()
    let listing = try scene.channels(ada)
    #expect(!listing.isCurrent && listing.rows.map(\.title) == ["News"] && listing.rows.allSatisfy(\.isJoined))
    for number in 1...3 {
      let sent = try ada.mustRun("channels", "send", "news", "offline \(number)")
      #expect(sent.contains("waits here"))
    }
    let waiting = try scene.messages(ada).suffix(3)
    #expect(waiting.allSatisfy { $0.state == "sending" && $0.receivedAt == nil && $0.number == nil })
    #expect(try ada.vault("channels", "leave", "news").status == 69)
    ada.killAgent()
    try scene.server.start()
    // The next command starts the agent again.
    #expect(try scene.messages(ada).count == 4)
    try scene.wait(for: bob) { $0.count == 4 }
    #expect(try texts(bob) == ["before", "offline 1", "offline 2", "offline 3"])
    try scene.wait(for: ada) { $0.count == 4 && $0.allSatisfy { $0.state == "received" } }
    #expect(try texts(ada) == ["before", "offline 1", "offline 2", "offline 3"])
  }

  @Test("a channel is named by its id or the beginning of its title; who has not joined is told how")
  func names() throws {
    let ada = scene.ada
    let id = try scene.server.addChannel("Newsroom")
    let ambiguous = try ada.vault("channels", "join", "newsr")
    #expect(ambiguous.status == 0, "\(ambiguous.errors)")
    let several = try ada.vault("channels", "history", "ne")
    #expect(several.status == 64 && several.errors.contains("Newsroom ("), "\(several.errors)")
    try ada.mustRun("channels", "leave", id.lowercased())
    let refused = try ada.vault("channels", "send", "newsroom", "x")
    #expect(refused.status == 64 && refused.errors.contains("not joined"), "\(refused.errors)")
    #expect(try ada.vault("channels", "history", "nothing").status == 64)
    #expect(try ada.vault("channels", "send", "news", String(repeating: "x", count: 4097)).status == 64)
    let text = try ada.mustRun("channels")
    #expect(text.contains("News") && text.contains("joined") && text.contains("What is new"))
  }

  @Test("channels of one title are told with their ids, and one that was removed stands in nobody's way")
  func twins() throws {
    let ada = scene.ada
    let ids = try ["Music", "Music"].map { try scene.server.addChannel($0).lowercased() }
    let several = try ada.vault("channels", "join", "music")
    #expect(several.status == 64 && ids.allSatisfy { several.errors.contains("Music (\($0))") }, "\(several.errors)")
    try scene.server.removeChannel(ids[0])
    try ada.mustRun("channels", "join", "music")
    #expect(try ada.mustRun("channels", "send", "music", "x") == "Sent.\n")
  }

  @Test("a logout keeps the messages for the next login; another account sees none of them")
  func accounts() throws {
    let ada = scene.ada
    try ada.mustRun("channels", "send", "news", "mine")
    try ada.mustRun("logout")
    #expect(try ada.vault("channels").status == 77)
    try scene.server.addAccount("eve@example.org")
    try ada.mustRun("login", "--email", "eve@example.org", "--password-stdin", input: TestServer.password + "\n")
    #expect(try scene.channels(ada).rows.map(\.isJoined) == [false])
    #expect(try ada.vault("channels", "history", "news").status == 64)
    try ada.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    #expect(try texts(ada) == ["mine"])
  }

  @Test("nothing is lost or doubled while the agent and the server are killed")
  func kills() throws {
    let (ada, bob) = (scene.ada, scene.bob)
    for number in 1...24 {
      try ada.mustRun("channels", "send", "news", "n\(number)")
      if number % 8 == 3 { ada.killAgent() }
      if number % 8 == 5 { scene.server.kill() }
      if number % 8 == 7 { try scene.server.start() }
      if number % 9 == 4 { bob.killAgent() }
    }
    let all = (1...24).map { "n\($0)" }
    for user in [ada, bob] {
      try scene.wait(for: user) { $0.count >= 24 && $0.allSatisfy { $0.state == "received" } }
      #expect(try texts(user) == all)
    }
  }
}
