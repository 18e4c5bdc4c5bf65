import Foundation
import ServerAPI
import Testing
import VaultModel

@testable import Inbox

@Suite("Conversations in the agent's database")
struct ConversationStoreTests {
  private let place: InboxPlaceForTests
  private let bob = UUID()

  init() throws { place = try InboxPlaceForTests() }

  private func conversation(_ highest: Int64, first: Int64 = 1, with user: UUID? = nil, isContact: Bool = true)
    -> UserConversation
  {
    UserConversation(
      user: user ?? bob, name: "bob", isContact: isContact, bounds: SequenceBounds(first: first, highest: highest))
  }

  private func messages(_ numbers: ClosedRange<Int64>, by sender: UUID? = nil) -> [ChannelMessage] {
    numbers.map {
      ChannelMessage(
        sequence: $0, id: UUID(), sender: sender ?? bob, senderName: "bob", text: "n\($0)",
        receivedAt: .start + Double($0))
    }
  }

  private func unread(_ store: InboxStore, with user: UUID? = nil) async throws -> Int? {
    try await store.conversation(with: user ?? bob, for: .ada)?.unreadCount
  }

  @Test("those that a new device finds count as read; what is missing later is unread, however it was missed")
  func unreadCounts() async throws {
    let store = try await place.store()
    #expect(try await store.record([conversation(3)], for: .ada) == [bob])
    try await store.ingest(messages(1...3), bounds: nil, of: bob, for: .ada)
    #expect(try await unread(store) == 0)
    #expect(try await store.record([conversation(3)], for: .ada).isEmpty)
    let eve = UUID()
    let others = [conversation(5), conversation(2, with: eve)]
    #expect(Set(try await store.record(others, for: .ada)) == [bob, eve])
    try await store.ingest(messages(4...5), bounds: nil, of: bob, for: .ada)
    try await store.ingest(messages(1...2, by: eve), bounds: nil, of: eve, for: .ada)
    #expect(try await unread(store) == 2)
    #expect(try await unread(store, with: eve) == 2)
    let news = try await store.channelNews(for: .ada)
    #expect(news.map(\.unreadCount) == [2, 2] && news.allSatisfy(\.isConversation))
    #expect(news.first?.shownTitle == "bob (\(bob.uuidString.lowercased().prefix(8)))")
    try await store.markRead(bob, through: 5, for: .ada)
    #expect(try await unread(store) == 0)
  }

  @Test("are no channels: a comparison ends none, no catalogue has one, and none takes its title from one")
  func kind() async throws {
    let store = try await place.store()
    _ = try await store.record([conversation(0)], for: .ada)
    let news = ServerChannel()
    #expect(try await store.enrol(in: [news.id: news.bounds], for: .ada).isEmpty)
    #expect(try await store.enrol(in: [:], for: .ada).isEmpty)
    #expect(try await store.position(of: bob, for: .ada)?.sequence == 0)
    var forged = news.entry("The bank")
    forged.id = bob
    try await store.save(Catalogue(channels: [forged]), tag: nil, at: .start, for: .ada)
    #expect(try await store.catalogue(for: .ada).channels.isEmpty)
    #expect(try await store.conversation(with: bob, for: .ada)?.title == "bob")
    #expect(try await store.conversation(with: news.id, for: .ada) == nil)
    try await store.begin(.grace, at: .start)
    #expect(try await store.conversation(with: bob, for: .grace) == nil)
  }

  @Test("begin here before the server has them, and what is written there waits in order")
  func beginning() async throws {
    let store = try await place.store()
    let begun = try await store.beginConversation(with: bob, named: "", isContact: false, for: .ada)
    #expect(begun.isConversation && begun.shownTitle == "user \(bob.uuidString.lowercased().prefix(8))")
    #expect(try await store.conversations(for: .ada, limit: 9).isEmpty)
    for number in 1...3 {
      try await store.write("n\(number)", id: UUID(), to: bob, at: .start + Double(number), for: .ada)
    }
    let waiting = try await store.outgoing(for: .ada)
    #expect(waiting.map(\.text) == ["n1", "n2", "n3"] && waiting.allSatisfy { $0.channel == bob })
    #expect(try await store.record([], for: .ada).isEmpty)
    #expect(try await store.position(of: bob, for: .ada) != nil)
    let message = ChannelMessage(
      sequence: 1, id: waiting[0].id, sender: InboxOwner.ada.user, senderName: "ada", text: "n1", receivedAt: .start + 9
    )
    try await store.acknowledge(message, sentTo: bob, for: .ada)
    #expect(try await store.record([conversation(1)], for: .ada).isEmpty)
    let lines = try await store.lines(of: bob, limit: 9, for: .ada)
    #expect(lines.map(\.state) == [.received, .sending, .sending] && lines.map(\.text) == ["n1", "n2", "n3"])
    #expect(try await store.conversation(with: bob, for: .ada)?.title == "bob")
  }

  @Test("are listed the newest first, with the newest line, in pages")
  func listing() async throws {
    let store = try await place.store()
    let others = (1...4).map { _ in UUID() }
    _ = try await store.record(others.map { conversation(0, with: $0) } + [conversation(0)], for: .ada)
    for (index, user) in others.enumerated() {
      let message = ChannelMessage(
        sequence: 1, id: UUID(), sender: user, senderName: "x", text: "from \(index)",
        receivedAt: .start + Double(index))
      try await store.ingest([message], bounds: nil, of: user, for: .ada)
    }
    try await store.write("mine", id: UUID(), to: others[0], at: .start + 60, for: .ada)
    func users(_ offset: Int, _ limit: Int) async throws -> [UUID] {
      try await store.conversations(for: .ada, offset: offset, limit: limit).map(\.channel.id)
    }
    #expect(try await users(0, 9) == [others[0], others[3], others[2], others[1]])
    #expect(try await users(1, 2) == [others[3], others[2]])
    let first = try await store.conversations(for: .ada, limit: 1).first
    #expect(first?.newest.text == "mine" && first?.newest.state == .sending && first?.channel.unreadCount == 1)
  }

  @Test("are found without the server by the beginning of an id, whoever took which name")
  func names() async throws {
    let store = try await place.store()
    let eve = UUID()
    _ = try await store.record(
      [conversation(0), conversation(0, with: eve, isContact: false)], for: .ada)
    let digits = String(eve.uuidString.lowercased().filter { $0 != "-" }.prefix(13))
    #expect(try await store.partners(with: digits, for: .ada) == [eve])
    #expect(try await store.partners(with: "bob", for: .ada).isEmpty)
  }

  @Test("one that was begun here before the device has looked counts as read, too, as far as it went by then")
  func begunEarly() async throws {
    let store = try await place.store()
    _ = try await store.beginConversation(with: bob, named: "bob", isContact: true, for: .ada)
    #expect(try await !store.knowsConversations(for: .ada))
    #expect(try await store.record([conversation(2)], for: .ada) == [bob])
    try await store.ingest(messages(1...2), bounds: nil, of: bob, for: .ada)
    #expect(try await unread(store) == 0)
    #expect(try await store.knowsConversations(for: .ada))
    try await store.setNickname("Bobby", of: bob, for: .ada)
    let entry = try #require(try await store.conversation(with: bob, for: .ada))
    #expect(entry.shownTitle == "Bobby" && entry.title == "bob")
  }

  @Test("a notification names the other one, where the id begins, and what they wrote")
  func notices() {
    let news = ChannelUnreadSummary(
      channel: bob, title: "bob", unreadCount: 1, newest: 1, senderName: "bob", text: "tea?\nnow", shownThrough: 0,
      isConversation: true)
    let title = "bob (\(bob.uuidString.lowercased().prefix(8)))"
    #expect(NoticeText(news).title == title && NoticeText(news).body == "tea?\nnow")
    var more = news
    more.unreadCount = 3
    #expect(NoticeText(more).title == "\(title), 3 new messages")
  }
}
