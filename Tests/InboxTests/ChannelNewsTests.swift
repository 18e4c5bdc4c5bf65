import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What is new in channels")
struct ChannelNewsTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  @Test("news is what others wrote and nobody saw, by channel, the newest first, with its last message")
  func news() async throws {
    let store = try await place.store()
    var (news, music, quiet) = (ServerChannel(), ServerChannel(), ServerChannel())
    let catalogue = Catalogue(channels: [news.entry("News"), music.entry("Music"), quiet.entry("Quiet")])
    try await store.save(catalogue, tag: nil, at: .start, for: .ada)
    news.post("one")
    news.post("two")
    news.post("mine", by: InboxOwner.ada.user)
    for text in ["a", "b", "c", "d"] { music.post(text) }
    quiet.post("mine", by: InboxOwner.ada.user)
    for channel in [news, music, quiet] {
      try await store.ingest(channel.messages, bounds: nil, of: channel.id, for: .ada)
    }
    let found = try await store.channelNews(for: .ada)
    #expect(found.map(\.title) == ["Music", "News"] && found.map(\.unreadCount) == [4, 2])
    #expect(
      found.map(\.text) == ["d", "two"] && found.map(\.newest) == [4, 2]
        && found[1].senderName == "grace (\(news.messages[1].sender.uuidString.lowercased().prefix(8)))")
    try await store.markRead(music.id, through: 4, for: .ada)
    try await store.passShown(of: news.id, through: 1, for: .ada)
    #expect(try await store.channelNews(for: .ada).map(\.shownThrough) == [1])
    try await store.passShown(of: news.id, through: 99, for: .ada)
    #expect(try await store.channelNews(for: .ada).map(\.shownThrough) == [3])
    try await store.leave(news.id, for: .ada)
    #expect(try await store.channelNews(for: .ada).isEmpty)
  }

  @Test("of a channel that no catalogue has told of yet the title is empty, and another account has no news of it")
  func untitled() async throws {
    let store = try await place.store()
    try await store.begin(.grace, at: .start)
    var news = ServerChannel()
    _ = try await store.enrol(in: [news.id: news.bounds], for: .ada)
    news.post("one")
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await store.channelNews(for: .ada).map(\.title) == [""])
    #expect(try await store.channelNews(for: .grace).isEmpty)
    try await store.clearCounts(for: .ada)
    #expect(try await store.channelNews(for: .ada).isEmpty)
  }
}

@Suite("What of channels is on the desktop")
struct ChannelNoticePlanTests {
  private func news(_ newest: Int64, shownThrough: Int64 = 0) -> ChannelUnreadSummary {
    ChannelUnreadSummary(
      channel: UUID(), title: "News", unreadCount: 1, newest: newest, senderName: "grace", text: "hello",
      shownThrough: shownThrough)
  }

  @Test("each channel with news has one, which is replaced as more comes and does not disturb again")
  func replaced() {
    let (first, second) = (news(3), news(5))
    var situation = ChannelNoticePlan.Situation(news: [first, second])
    #expect(
      ChannelNoticePlan(situation).actions == [.show(first, isAgain: false), .show(second, isAgain: false)])
    situation.shown = [first.channel]
    #expect(ChannelNoticePlan(situation).actions.first == .show(first, isAgain: true))
    situation.news = [news(3, shownThrough: 3)]
    #expect(ChannelNoticePlan(situation).actions == [.withdraw(first.channel)])
  }

  @Test("what is open or read is taken down, also in quiet hours, and nothing is shown of it")
  func takenDown() {
    let unread = news(3)
    var situation = ChannelNoticePlan.Situation(news: [unread])
    (situation.open, situation.shown) = ([unread.channel], [unread.channel])
    #expect(ChannelNoticePlan(situation).actions == [.withdraw(unread.channel)])
    (situation.news, situation.open, situation.mayShow) = ([], [], false)
    #expect(ChannelNoticePlan(situation).actions == [.withdraw(unread.channel)])
    (situation.news, situation.shown) = ([unread], [])
    #expect(ChannelNoticePlan(situation).actions.isEmpty)
  }

  @Test("what something in front tells of is taken as told, and not shown afterwards")
  func told() {
    let (unread, old) = (news(3), news(4, shownThrough: 4))
    var situation = ChannelNoticePlan.Situation(news: [unread, old])
    situation.isTold = true
    #expect(ChannelNoticePlan(situation).actions == [.pass(unread)])
    // What the desktop shows already stays until it is read.
    situation.shown = [old.channel]
    #expect(ChannelNoticePlan(situation).actions == [.pass(unread)])
    (situation.news, situation.isTold) = ([news(3, shownThrough: 3)], false)
    #expect(ChannelNoticePlan(situation).actions == [.withdraw(old.channel)])
  }

  @Test("what an earlier run had on the screen is shown again, and what finds no place waits")
  func places() {
    let many = (1...7).map { news($0) }
    var situation = ChannelNoticePlan.Situation(news: many)
    #expect(
      ChannelNoticePlan(situation).actions == many.prefix(5).map { ChannelNoticePlan.Action.show($0, isAgain: false) })
    situation.shown = Set(many.prefix(4).map { $0.channel })
    #expect(ChannelNoticePlan(situation).actions.last == .show(many[4], isAgain: false))
    let old = news(3, shownThrough: 3)
    (situation.news, situation.shown, situation.orphaned) = ([old], [], [old.channel])
    #expect(ChannelNoticePlan(situation).actions == [.show(old, isAgain: true)])
    situation.orphaned = []
    #expect(ChannelNoticePlan(situation).actions.isEmpty)
  }

  @Test("a notification says which channel, how much, and who wrote what last")
  func words() {
    var unread = news(3)
    #expect(NoticeText(unread).title == "News" && NoticeText(unread).body == "grace: hello")
    unread.unreadCount = 3
    unread.senderName = "gr\nace"
    #expect(NoticeText(unread).title == "News, 3 new messages" && NoticeText(unread).body == "gr ace: hello")
    unread.title = ""
    #expect(NoticeText(unread).title == "A channel, 3 new messages")
  }
}
