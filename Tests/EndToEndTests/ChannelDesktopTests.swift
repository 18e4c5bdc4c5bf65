import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("Channels on a real desktop's notification service", .serialized)
struct ChannelDesktopTests {
  private let scene: TestChannel
  private let desktop: TestDesktop
  private var eve: TestVault { desktop.vault }

  init() throws {
    scene = try TestChannel()
    try scene.server.addAccount("eve@example.org")
    desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": scene.server.address])
    try eve.mustRun(
      "login", "--email", "eve@example.org", "--password-stdin", input: TestServer.password + "\n")
    try eve.mustRun("channels", "join", "news")
  }

  private func write(_ text: String) throws { try scene.ada.mustRun("channels", "send", "news", text) }

  private func unread() throws -> Int? { try scene.channels(eve).rows.first?.unread }

  @Test("a channel has one notification, which counts, names the last message, and opens the channel by a click")
  func coalesced() throws {
    let service = try MockNotifications(on: desktop.bus)
    try write("The <b>tea</b> is ready.")
    try waitUntil("it is shown") { try service.shown().contains("'News'") }
    #expect(try service.shown().contains(/ada \([0-9a-f]{8}\): The &lt;b&gt;tea&lt;\/b&gt; is ready\./))
    for text in ["Hurry.", "Anybody?"] { try write(text) }
    try waitUntil("it counts") {
      try service.shown().contains(/<'News, 3 new messages'>, <'ada \([0-9a-f]{8}\): Anybody\?'>/)
    }
    #expect(try service.shown().components(separatedBy: "<uint32 0>").count == 2, "always in place of the first")
    try service.invoke("default", of: 1)
    let id = try #require(try scene.channels(eve).rows.first?.id)
    #expect(try desktop.openedWords().contains("vault channels open \(id);"))
  }

  @Test("the channel's picture is the notification's")
  func picture() throws {
    let dunst = try Dunst(on: desktop.bus, desktop.display)
    let payload = #"{"aps": {"alert": "Brings it"}}"#
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/samples/picture.png")
      .path
    try scene.ada.mustRun("push", "send", "-", "--image", file, input: payload)
    try waitUntil("it is here") { try scene.ada.mustRun("inbox").contains("Brings it") }
    try scene.ada.mustRun("inbox", "image")
    let cached = try FileManager.default.subpathsOfDirectory(atPath: scene.ada.root.path + "/cache")
    let id = try #require(cached.lazy.compactMap { UUID(uuidString: URL(filePath: $0).lastPathComponent) }.first)
    _ = try scene.server.addChannel("Garden", picture: id)
    for user in [scene.ada, eve] { try user.mustRun("channels", "join", "garden") }
    try scene.ada.mustRun("channels", "send", "garden", "It rains.")
    try waitUntil("it is shown") { try dunst.history().contains("It rains.") || dunst.displayedCount() == 1 }
    try dunst.dismiss()
    try waitUntil("it has the picture") { try dunst.history().contains("\(id).png") }
  }

  @Test("it goes when the channel is read, and comes again after the agent was killed while it is not")
  func read() throws {
    let dunst = try Dunst(on: desktop.bus, desktop.display)
    try write("One.")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    try desktop.killAgentThatHasNoted()
    try eve.mustRun("status")
    try waitUntil("the old one is taken down") { try dunst.history().contains("): One.") }
    try waitUntil("it is shown again") { try dunst.displayedCount() == 1 }
    #expect(try eve.mustRun().contains("1 unread in News"))
    let status = try JSONSerialization.jsonObject(with: Data(eve.mustRun("status", "--json").utf8)) as? [String: Any]
    let channels = status?["unreadChannels"] as? [[String: Any]]
    #expect(channels?.first?["title"] as? String == "News" && channels?.first?["unread"] as? Int == 1)
    try eve.mustRun("channels", "history", "news")
    try waitUntil("it is taken down") { try dunst.displayedCount() == 0 }
    #expect(try !eve.mustRun().contains("Channels"))
    try eve.mustRun("channels", "send", "news", "My own.")
    try write("Two.")
    try waitUntil("only what others wrote is shown") { try dunst.displayedCount() == 1 }
  }

  @Test("while the channel is open nothing is shown of it; once its terminal has lost the focus it is")
  func open() throws {
    let dunst = try Dunst(on: desktop.bus, desktop.display)
    try write("Before.")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    let terminal = try PseudoTerminal()
    let view = try eve.start("channels", "open", "news", at: terminal)
    try terminal.waitForText("Before.")
    try waitUntil("it is taken down") { try dunst.displayedCount() == 0 }
    terminal.type("\u{1B}[I")
    try write("Seen.")
    try terminal.waitForText("Seen.")
    terminal.type("\u{1B}[O")
    try terminal.waitForText("a little later")
    try write("Unseen.")
    try waitUntil("it is shown") { try dunst.displayedCount() == 1 }
    #expect(try unread() == 1 && !dunst.history().contains("Seen."))
    terminal.type("\u{1B}[I")
    try waitUntil("it is taken down again") { try dunst.displayedCount() == 0 }
    terminal.type("\u{1B}")
    #expect(try view.waitForEnd().status == 0)
    try write("Left.")
    try waitUntil("the next one is shown") { try dunst.displayedCount() == 1 }
  }

  @Test("a device that has never asked for the catalogue shows the channel's title, too")
  func otherDevice() throws {
    let other = try TestDesktop(on: desktop.display, extra: ["VAULT_SERVER_URL": scene.server.address])
    try other.vault.mustRun(
      "login", "--email", "eve@example.org", "--password-stdin", input: TestServer.password + "\n")
    let service = try MockNotifications(on: other.bus)
    try waitUntil("it is shown with its title") {
      try write("Again.")
      return try service.shown().contains("'News")
    }
    #expect(try !service.shown().contains("A channel"))
  }
}
