import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("Channels in the agent's database")
struct ChannelStoreTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private func unread(_ store: InboxStore, for owner: InboxOwner = .ada) async throws -> [Int] {
    try await store.catalogue(for: owner).channels.map(\.unreadCount)
  }

  @Test("the catalogue is kept once for a server, enrolments for each user, and the tag for who fetched it")
  func catalogue() async throws {
    let store = try await place.store()
    for owner in [InboxOwner.grace, .elsewhere] { try await store.begin(owner, at: .start) }
    let (news, music) = (ServerChannel(), ServerChannel())
    let mine = Catalogue(channels: [music.entry("Music", isEnrolled: false), news.entry("News")])
    #expect(try await store.catalogue(for: .ada) == CachedCatalogue(channels: [], fetchedAt: nil))
    try await store.save(mine, tag: "\"a\"", at: .start, for: .ada)
    #expect(try await store.catalogueTag(for: .ada) == "\"a\"")
    #expect(try await store.catalogueTag(for: .grace) == nil)
    #expect(try await store.catalogue(for: .ada).channels.map(\.isEnrolled) == [false, true])
    #expect(try await store.catalogue(for: .grace).channels.map(\.title) == ["Music", "News"])
    #expect(try await store.catalogue(for: .grace).channels.allSatisfy { !$0.isEnrolled })
    #expect(try await store.catalogue(for: .elsewhere).channels.isEmpty)
    try await store.save(Catalogue(channels: [news.entry("Olds")]), tag: nil, at: .start + 9, for: .grace)
    for owner in [InboxOwner.ada, .grace] { #expect(try await store.catalogueTag(for: owner) == nil) }
    let kept = try await store.catalogue(for: .ada)
    #expect(kept.channels.map(\.title) == ["Olds"] && kept.fetchedAt == .start + 9)
    #expect(kept.channels.allSatisfy { $0.isEnrolled && $0.description == "About Olds" })
  }

  @Test("old messages go, and those that are too many; none comes back, and what waits to be sent stays")
  func pruning() async throws {
    let store = try await place.store()
    var (news, music) = (ServerChannel(), ServerChannel())
    let catalogue = Catalogue(channels: [news.entry("News"), music.entry("Music")])
    try await store.save(catalogue, tag: nil, at: .start, for: .ada)
    for _ in 0..<6 { news.post() }
    music.post()
    for channel in [news, music] {
      try await store.ingest(channel.messages, bounds: nil, of: channel.id, for: .ada)
    }
    _ = try await store.write("later", id: UUID(), to: news.id, at: .start, for: .ada)
    func numbers(_ channel: ServerChannel) async throws -> [Int64?] {
      try await store.lines(of: channel.id, limit: 9, for: .ada).map(\.sequence)
    }
    #expect(try await store.prune(olderThan: .infinity, at: .start, keeping: 4, for: .ada) == 2)
    #expect(try await numbers(news) == [3, 4, 5, 6, nil])
    #expect(try await numbers(music) == [1])
    #expect(try await store.prune(olderThan: 1.5, at: .start + 9, keeping: 100, for: .ada) == 3)
    #expect(try await numbers(news) == [5, 6, nil])
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await numbers(news) == [5, 6, nil])
    #expect(try await store.position(of: news.id, for: .ada)?.sequence == 6)
    #expect(try await unread(store) == [2, 0])
  }

  @Test("unread is what others wrote since the user joined or looked; a logout clears counts and keeps the rest")
  func unreadCounts() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    news.post()
    try await store.save(Catalogue(channels: [news.entry()]), tag: nil, at: .start, for: .ada)
    for _ in 0..<3 { news.post() }
    news.post(by: InboxOwner.ada.user)
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await unread(store) == [3])
    try await store.markRead(news.id, through: 3, for: .ada)
    try await store.markRead(news.id, through: 2, for: .ada)
    #expect(try await unread(store) == [1])
    try await store.clearCounts(for: .ada)
    #expect(try await unread(store) == [0])
    #expect(try await store.lines(of: news.id, limit: 10, for: .ada).count == 5)
    news.post()
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await unread(store) == [1])
  }

  @Test("what is written waits in order, also in a new process, and is sending, sent, received or failed")
  func outgoing() async throws {
    var store = try await place.store()
    var news = ServerChannel()
    try await store.enrol(in: news.entry(), for: .ada)
    let ids = (0..<3).map { _ in UUID() }
    for (number, id) in ids.enumerated() {
      try await store.write("n\(number)", id: id, to: news.id, at: .start + Double(number), for: .ada)
    }
    try await store.close()
    store = try InboxStore(path: place.path)
    #expect(try await store.outgoing(for: .ada).map(\.id) == ids)
    #expect(try await store.outgoing(for: .ada, besides: [news.id, UUID()]).isEmpty)
    #expect(try await store.outgoing(for: .ada, besides: [UUID()]).count == 3)
    func states() async throws -> [String] {
      try await store.lines(of: news.id, limit: 10, for: .ada).map {
        "\($0.text) \($0.state) \($0.receivedAt != nil) \($0.sequence ?? 0)"
      }
    }
    #expect(try await states() == ["n0 sending false 0", "n1 sending false 0", "n2 sending false 0"])
    // Another's message came first: the own one is part of the channel only after it.
    news.post("other")
    let first = news.post("n0", id: ids[0], by: InboxOwner.ada.user)
    try await store.acknowledge(first, sentTo: news.id, for: .ada)
    try await store.refuse(ids[1], "No.", for: .ada)
    #expect(try await states() == ["n0 sent true 0", "n1 failed false 0", "n2 sending false 0"])
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    let third = news.post("n2", id: ids[2], by: InboxOwner.ada.user)
    try await store.acknowledge(third, sentTo: news.id, for: .ada)
    #expect(
      try await states() == ["other received true 1", "n0 received true 2", "n2 received true 3", "n1 failed false 0"])
    #expect(try await store.outgoing(for: .ada).isEmpty)
    #expect(try await store.line(ids[1], of: news.id, for: .ada).problem == "No.")
  }

  @Test("who has left writes and gets nothing, keeps what came until then, and goes on after joining again")
  func leaving() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    try await store.enrol(in: news.entry(), for: .ada)
    news.post()
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    try await store.leave(news.id, for: .ada)
    news.post()
    await #expect(throws: InboxStoreError(.notFound)) {
      try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    }
    await #expect(throws: InboxStoreError(.notFound)) {
      try await store.write("x", id: UUID(), to: news.id, at: .start, for: .ada)
    }
    #expect(try await store.position(of: news.id, for: .ada) == nil)
    #expect(try await store.lines(of: news.id, limit: 10, for: .ada).count == 1)
    #expect(try await store.enrol(in: [news.id: news.bounds], for: .ada) == [news.id])
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await store.lines(of: news.id, limit: 10, for: .ada).count == 2)
    #expect(try await store.enrol(in: [:], for: .ada).isEmpty)
    #expect(try await store.position(of: news.id, for: .ada) == nil)
  }

  @Test("what the server was asked before a channel was joined or left here does not undo that")
  func askedBefore() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    let before = await store.enrolmentMark
    try await store.enrol(in: news.entry(), for: .ada)
    news.post()
    #expect(try await store.enrol(in: [:], asOf: before, for: .ada) == nil)
    let older = Catalogue(channels: [news.entry("Newer title", isEnrolled: false)])
    try await store.save(older, tag: "\"a\"", at: .start, asOf: before, for: .ada)
    #expect(try await store.catalogueTag(for: .ada) == nil, "the next one is asked for as a whole")
    #expect(try await store.position(of: news.id, for: .ada)?.sequence == 0)
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await store.channelNews(for: .ada).map(\.title) == ["Newer title"])

    let joined = await store.enrolmentMark
    try await store.leave(news.id, for: .ada)
    #expect(try await store.enrol(in: [news.id: news.bounds], asOf: joined, for: .ada) == nil)
    try await store.save(Catalogue(channels: [news.entry()]), tag: nil, at: .start, asOf: joined, for: .ada)
    #expect(try await store.position(of: news.id, for: .ada) == nil)
  }

  @Test("a server that was set back is noticed, and its channel is fetched anew; what waits to be sent stays")
  func setBack() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    try await store.enrol(in: news.entry(), for: .ada)
    for _ in 0..<4 { news.post() }
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    try await store.write("waits", id: UUID(), to: news.id, at: .start, for: .ada)
    #expect(try await store.enrol(in: [news.id: news.bounds], for: .ada).isEmpty)
    #expect(try await store.enrol(in: [news.id: SequenceBounds(first: 1, highest: 2)], for: .ada) == [news.id])
    var other = news.messages[0]
    other.id = UUID()
    await #expect(throws: InboxStoreError(.otherNumbering)) {
      try await store.ingest([other], bounds: nil, of: news.id, for: .ada)
    }
    try await store.markRead(news.id, through: 4, for: .ada)
    try await store.restart(news.id, for: .ada)
    try await store.ingest([news.messages[0]], bounds: nil, of: news.id, for: .ada)
    #expect(try await store.channelNews(for: .ada).isEmpty, "what was read is read")
    other.sequence = 2
    try await store.ingest([other], bounds: nil, of: news.id, for: .ada)
    #expect(try await store.channelNews(for: .ada).map(\.unreadCount) == [1])
    try await store.restart(news.id, for: .ada)
    try await store.restart(.ada)
    #expect(try await store.position(of: news.id, for: .ada) == SequencePosition())
    #expect(try await store.lines(of: news.id, limit: 10, for: .ada).map(\.text) == ["waits"])
  }

  @Test("who wrote stands with the beginning of the id, since anybody may have any name, or as the owner calls them")
  func senders() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    try await store.save(Catalogue(channels: [news.entry()]), tag: nil, at: .start, for: .ada)
    let (one, other) = (UUID(), UUID())
    for sender in [one, other, InboxOwner.ada.user] { news.post(by: sender) }
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    func names() async throws -> [String] {
      try await store.lines(of: news.id, limit: 10, for: .ada).map(\.senderName)
    }
    let lines = try await store.lines(of: news.id, limit: 10, for: .ada)
    #expect(
      lines.map(\.takenName) == ["grace", "grace", "grace"] && lines.map(\.sender) == [one, other, InboxOwner.ada.user])
    let titles = [one, other].map { PersonTitle(name: "grace", user: $0).text }
    #expect(try await names() == titles + ["grace"])
    #expect(try await store.channelNews(for: .ada).map(\.senderName) == [titles[1]])
    try await store.setNickname("Mum", of: one, for: .ada)
    #expect(try await names() == ["Mum", titles[1], "grace"])
    // As a version of before has stored it.
    let file = try DatabaseQueue(path: place.path)
    try await file.write { try $0.execute(sql: "UPDATE channelMessages SET sender = NULL") }
    #expect(try await names() == ["grace (?)", "grace (?)", "grace"])
  }

  @Test("two owners see nothing of each other's channels")
  func owners() async throws {
    let store = try await place.store()
    try await store.begin(.grace, at: .start)
    var news = ServerChannel()
    try await store.save(Catalogue(channels: [news.entry()]), tag: nil, at: .start, for: .ada)
    news.post("for Ada")
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    try await store.write("from Ada", id: UUID(), to: news.id, at: .start, for: .ada)
    #expect(try await store.lines(of: news.id, limit: 10, for: .grace).isEmpty)
    #expect(try await store.outgoing(for: .grace).isEmpty)
    #expect(try await unread(store, for: .grace) == [0])
    #expect(try await store.position(of: news.id, for: .grace) == nil)
    try await store.enrol(in: news.entry(), for: .grace)
    #expect(try await store.position(of: news.id, for: .grace) == SequencePosition())
    try await store.forget(.ada)
    try await store.begin(.ada, at: .start)
    #expect(try await store.lines(of: news.id, limit: 10, for: .ada).isEmpty)
  }
}
