import AgentAPI
import Foundation
import Terminal
import Testing

@testable import vault

@Suite("An open channel")
struct OpenChannelTests {
  private let agent = MemoryAgent()

  private func view() throws -> OpenChannel<MemoryAgent> {
    let environment = ["LANG": "C.UTF-8", "NO_COLOR": "1"]
    let context = CommandContext(
      environment: environment, output: OutputStream(descriptor: -1, environment: environment),
      errors: OutputStream(descriptor: -1, environment: environment))
    return try OpenChannel(agent.channel, agent, text: ChannelText(context: context))
  }

  private func add(_ count: Int) {
    for _ in 0..<count {
      let number = Int64(agent.messages.count) + 1
      agent.messages.append(
        ChannelMessageRow(
          id: UUID(), number: number, senderName: "bob", isOwn: number % 5 == 0, text: "n\(number)", state: .received))
    }
    agent.hasNews = true
  }

  @Test("the newest message stands at the bottom, what is written is on its way until it is received")
  func writing() throws {
    add(3)
    var view = try view()
    #expect(view.rows(8)[0] == "News" && view.rows(8)[3].hasSuffix("bob  n3") && view.rows(8)[7] == "> ")
    for scalar in "Tea?".unicodeScalars { _ = try view.handle(.text(scalar)) }
    #expect(view.rows(8)[7] == "> Tea?")
    _ = try view.handle(.enter)
    #expect(view.rows(8)[4].hasPrefix("…") && view.rows(8)[4].hasSuffix("you  Tea?") && view.field.isEmpty)
    agent.messages[3].state = .failed
    agent.messages[3].problem = "No."
    agent.hasNews = true
    _ = try view.wake()
    #expect(view.rows(8)[4].hasPrefix("✗") && view.rows(8)[5].hasSuffix("No."))
    _ = try view.handle(.enter)
    #expect(agent.messages.count == 4 && view.field.isEmpty)
    #expect(try view.handle(.escape) == .leave)
  }

  @Test("a lost connection is said, with what becomes of what is written, until it is back")
  func connection() throws {
    add(1)
    var view = try view()
    #expect(view.rows(8)[6] == "Enter sends, Esc leaves.")
    (agent.isConnected, agent.hasNews) = (false, true)
    _ = try view.wake()
    #expect(view.rows(8, 80)[6] == "No connection to the server: what you write is sent once it is back.")
    (agent.isConnected, agent.hasNews) = (true, true)
    _ = try view.wake()
    #expect(view.rows(8)[6] == "Enter sends, Esc leaves.")
  }

  @Test("the channel's picture stands left of its title where the terminal shows images")
  func picture() throws {
    agent.channel.picture = UUID()
    add(9)
    var view = try view()
    #expect(view.rows(8)[0] == "News" && view.rows(8)[1].hasSuffix("n5"))
    try view.tick()
    #expect(agent.line.orders.map(\.subject) == [.channel(agent.channel.id.uuidString)])
    agent.line.result = .success(
      .picture(LivePicture(drawing: "\u{1B}_Ga=T,c=4,r=2;AAAA\u{1B}\\", rows: 2, columns: 4)))
    _ = try view.wake()
    #expect(view.rows(8)[0] == "       News" && view.rows(8)[1].isEmpty && view.rows(8)[2].hasSuffix("n6"))
    var frame = LiveFrame(rows: 8, columns: 60)
    view.draw(&frame)
    #expect(frame.pictureCount == 1)
    // A banner is not covered.
    agent.push("Banner")
    _ = try view.wake()
    frame = LiveFrame(rows: 8, columns: 60)
    view.draw(&frame)
    #expect(frame.pictureCount == 0)
  }

  @Test("an item that a banner tells of lies over the channel, is accepted there, and leads back")
  func bannerItem() throws {
    add(1)
    var view = try view()
    agent.push("Proposal", verify: true)
    _ = try view.wake()
    _ = try view.handle(.enter)
    #expect(view.rows()[0] == "Proposal")
    #expect(try view.handle(.text("a")) == .leave && view.question?.item?.number == 1)
    try view.answered("Accepted.")
    #expect(view.question == nil && view.rows().last == "Accepted.")
    _ = try view.handle(.text("r"))
    #expect(view.rows().last == "Press r again to reject “Proposal”.")
    _ = try view.handle(.escape)
    #expect(view.item != nil && view.rows().last?.contains("a accept  r reject") == true)
    for _ in 1...2 { _ = try view.handle(.text("r")) }
    #expect(view.message.hasPrefix("Declined: Proposal"))
    _ = try view.handle(.text("q"))
    #expect(view.item == nil && view.rows()[0] == "News" && view.field.isEmpty)
  }

  @Test("Enter sends what is being written, whatever drops from the top meanwhile")
  func bannerWhileWriting() throws {
    var view = try view()
    for scalar in "hello".unicodeScalars { _ = try view.handle(.text(scalar)) }
    agent.push("Proposal")
    _ = try view.wake()
    _ = try view.handle(.enter)
    #expect(view.item == nil && view.field.isEmpty && view.messages.map(\.text) == ["hello"])
    _ = try view.handle(.text("a"))
    #expect(view.field.text == "a" && view.message.isEmpty)
  }

  @Test("older messages are fetched as it is scrolled to them, and stay when others come")
  func scrolling() throws {
    add(500)
    var view = try view()
    #expect(view.messages.count == 200)
    for _ in 0..<200 {
      _ = try view.handle(.pageUp)
      _ = view.rows()
    }
    #expect(view.messages.count == 500 && view.rows().contains { $0.hasSuffix("bob  n1") })
    add(1)
    _ = try view.wake()
    #expect(view.messages.count == 501)
    for _ in 0..<300 {
      _ = try view.handle(.pageDown)
      _ = view.rows()
    }
    #expect(view.rows().contains { $0.hasSuffix("bob  n501") })
    #expect(view.messages.map { $0.number ?? 0 } == Array(1...501))
  }

  @Test("only what comes while somebody looks counts as seen")
  func seen() throws {
    var view = try view()
    func isSeen() -> Bool? {
      guard let isSeen = (agent.requests.last as? ShowChannel)?.isSeen else { return nil }
      return isSeen
    }
    _ = try view.handle(.focusOut)
    add(1)
    agent.requests = []
    _ = try view.wake()
    #expect(agent.requests.contains { ($0 as? ShowChannel)?.isSeen == false })
    _ = try view.handle(.focusIn)
    #expect(isSeen() == true)
  }
}
