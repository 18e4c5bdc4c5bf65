import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("An inbox whose numbers stand for other items")
struct InboxRestartTests {
  fileprivate let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private func sequences(_ highest: Int, epoch: String = "b") -> Sequences {
    Sequences(inbox: SequenceBounds(first: 1, highest: Int64(highest)), changes: 0, epoch: Epoch(epoch))
  }

  /// The items under numbers from 1 on.
  private func numbered(_ items: [InboxItem]) -> [InboxItem] {
    items.enumerated().map { index, item in
      var item = item
      item.sequence = Int64(index) + 1
      return item
    }
  }

  private func states(_ store: InboxStore) async throws -> [InboxState] {
    try await store.entries(after: 0, limit: 100, for: .ada).map(\.state)
  }

  @Test("keeps what the user did about a push, tells the server what that does not know, and nothing about others")
  func decisions() async throws {
    var store = try await place.store()
    let items = (1...6).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    for (change, state) in zip((1 as Int64)..., [InboxState.accepted, .rejected, .read]) {
      try await store.ingest([.sample(change, change, state)], after: change - 1, for: .ada)
    }
    try await store.mark(4, as: .accepted, at: .start, for: .ada)
    try await store.mark(5, as: .accepted, at: .start, for: .ada)
    try await store.restart(.ada, to: sequences(6))
    #expect(try await store.unsyncedDecisions(for: .ada).isEmpty)
    try await store.close()
    store = try await place.store()
    // The server knows the first decision, another one about the fourth, and has lost the fifth.
    let new = InboxItem.sample(1)
    var again = numbered([new, items[0], items[1], items[2], items[3], items[5]])
    again[1].state = .accepted
    again[4].state = .rejected
    try await store.ingest(again, for: .ada)
    #expect(try await states(store) == [.pending, .accepted, .rejected, .read, .accepted, .pending])
    let told = [(3, DeliveryState.rejected), (4, .read), (5, .accepted)].map {
      PendingDecision(sequence: $0.0, state: $0.1)
    }
    #expect(try await store.unsyncedDecisions(for: .ada) == told)
    // What the server had taken stands whatever it says now; what it never heard of does not.
    #expect(try await store.isDecided(3, for: .ada))
    #expect(try await store.applyServerState(.sample(9, 5, .rejected), for: .ada)?.state == .rejected)
    try await store.recordMissing(3, for: .ada)
    #expect(try await states(store) == [.pending, .accepted, .rejected, .read, .rejected, .pending])
    #expect(try await store.entry(3, for: .ada).stateSince == .start + 100)
  }

  @Test("a decision that the server never heard of is not taken for one that it had taken")
  func unheard() async throws {
    let store = try await place.store()
    let item = InboxItem.sample(1)
    try await store.ingest(item, for: .ada)
    try await store.mark(1, as: .accepted, at: .start, byNotification: true, for: .ada)
    try await store.restart(.ada, to: sequences(1))
    try await store.ingest(item, for: .ada)
    #expect(try await !store.isDecided(1, for: .ada))
    let entry = try await store.entry(1, for: .ada)
    #expect(entry.state == .accepted && entry.isUnsynced && entry.isDecidedByNotification && entry.stateSince == .start)
  }

  @Test("shows nothing a second time, and everything new, once all is here again")
  func shown() async throws {
    let store = try await place.store()
    let items = (1...5).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    try await store.display(2, at: .start, for: .ada)
    try await store.postpone(2...3, for: .ada)
    try await store.passShown(through: 4, for: .ada)
    try await store.clearCounts(for: .ada)
    try await store.restart(.ada, to: sequences(6))
    #expect(try await store.isFetchingAnew(for: .ada))
    // The fourth is lost; the fifth was not shown yet.
    let again = numbered([items[0], items[1], items[2], items[4], .sample(6), .sample(7)])
    try await store.ingest(Array(again[..<5]), for: .ada)
    #expect(try await store.isFetchingAnew(for: .ada))
    try await store.ingest(again[5], for: .ada)
    #expect(try await !store.isFetchingAnew(for: .ada))
    #expect(try await store.unshown(for: .ada, limit: 9).map(\.push) == again[3...].map(\.push))
    #expect(try await store.entry(2, for: .ada).displayedAt == .start)
    #expect(try await store.postponed(for: .ada) == 2...3)
    #expect(try await store.counts(for: .ada, at: .start).unread == 2, "what was not counted any more is not")
  }

  @Test("what the server has no more is counted once, when all that it has is here again")
  func vanished() async throws {
    let store = try await place.store()
    let items = (1...6).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    #expect(try await store.finishFetchingAnew(for: .ada) == 0)
    try await store.restart(.ada, to: sequences(4))
    // Its retention has removed the first one.
    try await store.ingest(SequenceBounds(first: 2, highest: 4), for: .ada)
    try await store.ingest(Array(items[1...2]), for: .ada)
    #expect(try await store.finishFetchingAnew(for: .ada) == 0)
    try await store.ingest(.sample(4), for: .ada)
    #expect(try await store.finishFetchingAnew(for: .ada) == 3)
    #expect(try await store.finishFetchingAnew(for: .ada) == 0)
    try await store.restart(.ada, to: sequences(0))
    #expect(try await store.finishFetchingAnew(for: .ada) == 3)
  }

  @Test("what retention had removed here is not shown when it comes again, and its message is still here")
  func pruned() async throws {
    let store = try await place.store()
    let items = [InboxItem.message(1, id: 7, "hello")] + (2...5).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    try await store.passShown(through: 5, for: .ada)
    try await store.prune(olderThan: 1e9, at: .start, keeping: 2, for: .ada)
    try await store.restart(.ada, to: sequences(6))
    #expect(try await store.messages(for: .ada, limit: 9).map(\.message.text) == ["hello"])
    let new = InboxItem.sample(6)
    try await store.ingest(Array(items[..<2]), for: .ada)
    #expect(try await store.unshown(for: .ada, limit: 9).isEmpty, "not even in between")
    try await store.ingest(Array(items[2...]) + [new], for: .ada)
    #expect(try await store.unshown(for: .ada, limit: 9).map(\.push) == [new.push])
    #expect(try await store.messages(for: .ada, limit: 9).map(\.sequence) == [1])
  }

  @Test("knows its numbering from the first that a server names, and keeps it")
  func epoch() async throws {
    var store = try await place.store()
    #expect(try await store.position(of: .ada).epoch == nil)
    let bounds = SequenceBounds(first: 1, highest: 0)
    try await store.recordBeginning(bounds, for: .ada)
    for text in ["a", "b"] { try await store.recordBeginning(bounds, of: Epoch(text), for: .ada) }
    try await store.close()
    store = try await place.store()
    #expect(try await store.position(of: .ada).epoch == Epoch("a"))
    try await store.ingest(.sample(1), for: .ada)
    #expect(try await store.position(of: .ada) == SequencePosition(sequence: 1, epoch: Epoch("a")))
    try await store.restart(.ada, to: sequences(0))
    #expect(try await store.position(of: .ada) == SequencePosition(epoch: Epoch("b")))
    try await store.restart(.ada)
    #expect(try await store.position(of: .ada).epoch == nil)
    #expect(await store.restartMark == 2)
  }

  @Test("the newest item tells which push it is, where it is here")
  func newest() async throws {
    let store = try await place.store()
    #expect(try await store.newestPush(for: .ada) == nil)
    let items = (1...2).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    #expect(try await store.newestPush(for: .ada) == items[1].push)
    try await store.ingest(SequenceBounds(first: 9, highest: 8), for: .ada)
    #expect(try await store.newestPush(for: .ada) == nil)
  }

  @Test("a task that is protected meanwhile has its item emptied once, whether that is here again or not")
  func redacted() async throws {
    let store = try await place.store()
    let items = (1...3).map { InboxItem.sample($0) }
    try await store.ingest(items, for: .ada)
    for number in 1...3 {
      try await store.ingest([.sample(Int64(number), Int64(number), .accepted)], after: Int64(number) - 1, for: .ada)
    }
    try await store.restart(.ada, to: sequences(2))
    try await store.ingest(items[0], for: .ada)
    let redacted = try await store.redact(itemsOf: Set(items.map { AcceptedTask.id(ofPush: $0.push) }))
    #expect(Set(redacted.map(\.push)) == Set(items.map(\.push)) && redacted.count == 3)
    try await store.ingest(items[1], for: .ada)
    for number in 1...2 { #expect(try await store.entry(Int64(number), for: .ada).isRedacted) }
    #expect(try await states(store) == [.accepted, .accepted])
  }

  @Test("channels are read and shown as far as they were, and what waited for them is sent again")
  func channels() async throws {
    let store = try await place.store()
    var news = ServerChannel()
    try await store.enrol(in: news.entry(), for: .ada)
    for _ in 1...5 { news.post() }
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    try await store.markRead(news.id, through: 2, for: .ada)
    try await store.passShown(of: news.id, through: 4, for: .ada)
    let sent = UUID()
    try await store.write("mine", id: sent, to: news.id, at: .start, for: .ada)
    var own = ChannelMessage(
      sequence: 9, id: sent, sender: InboxOwner.ada.user, senderName: "ada", text: "mine", receivedAt: .start)
    try await store.acknowledge(own, sentTo: news.id, for: .ada)
    #expect(try await store.outgoing(for: .ada).isEmpty)
    try await store.restart(.ada, to: sequences(0))
    #expect(try await store.position(of: news.id, for: .ada) == SequencePosition())
    #expect(try await store.outgoing(for: .ada).map(\.id) == [sent])
    try await store.ingest(Array(news.messages[..<4]), bounds: nil, of: news.id, for: .ada)
    var unread = try #require(try await store.channelNews(for: .ada).first)
    #expect(unread.unreadCount == 2 && unread.shownThrough == 4 && unread.newest == 4)
    own.sequence = 5
    try await store.ingest([own], bounds: nil, of: news.id, for: .ada)
    #expect(try await store.outgoing(for: .ada).isEmpty)
    var other = news.messages[4]
    (other.sequence, other.id, other.receivedAt) = (6, UUID(), .start + 1000)
    try await store.ingest([other], bounds: nil, of: news.id, for: .ada)
    unread = try #require(try await store.channelNews(for: .ada).first)
    #expect(unread.unreadCount == 3 && unread.shownThrough == 4 && unread.newest == 6)
  }

  @Test("what came in a channel that the owner has left stays until it is joined again")
  func leftChannel() async throws {
    let store = try await place.store()
    var (news, before) = (ServerChannel(), ServerChannel())
    for _ in 1...3 { news.post("old") }
    try await store.enrol(in: news.entry(), for: .ada)
    try await store.ingest(news.messages, bounds: nil, of: news.id, for: .ada)
    try await store.leave(news.id, for: .ada)
    try await store.restart(.ada, to: sequences(0))
    #expect(try await store.lines(of: news.id, limit: 9, for: .ada).count == 3)
    for _ in 1...2 { before.post("new") }
    try await store.enrol(in: news.entry(), for: .ada)
    #expect(try await store.position(of: news.id, for: .ada) == SequencePosition())
    try await store.ingest(before.messages, bounds: nil, of: news.id, for: .ada)
    #expect(try await store.lines(of: news.id, limit: 9, for: .ada).map(\.text) == ["new", "new"])
  }

  @Test("comments come again as read as they were, and those that the server has lost are gone")
  func feedback() async throws {
    let store = try await place.store()
    let subject = FeedbackSubject.message(user: UUID(), sequence: 3)
    func comment(_ number: Int64) -> Feedback {
      Feedback(
        id: UUID(), number: number, subject: subject, user: UUID(), isOwn: false, name: "bob", text: "c",
        isTakenBack: false,
        createdAt: .start + Double(number))
    }
    let comments = (1...3).map { comment($0) }
    func save(_ comments: [Feedback], highest: Int64) async throws {
      let after = try await store.feedbackHighest(for: .ada)
      _ = try await store.save(FeedbackPage(feedback: comments, highest: highest), after: after, for: .ada)
    }
    try await save(Array(comments[..<2]), highest: 2)
    try await save([comments[2]], highest: 3)
    try await store.restart(.ada, to: sequences(0))
    #expect(try await store.correspondence([.comment], limit: 9, for: .ada).isEmpty)
    #expect(try await store.save(FeedbackPage(feedback: [], highest: 9), after: 3, for: .ada), "an answer of before")
    #expect(try await store.feedbackHighest(for: .ada) == 0)
    try await save([comments[0], comments[2]], highest: 2 + 1)
    let found = try await store.correspondence([.comment], limit: 9, for: .ada)
    #expect(found.map(\.id) == [comments[2].id, comments[0].id] && found.map(\.isRead) == [false, true])
  }

  @Test("what does not come again is forgotten with what is too old")
  func forgotten() async throws {
    let store = try await place.store()
    try await store.ingest((1...3).map { InboxItem.sample($0) }, for: .ada)
    try await store.restart(.ada, to: sequences(0))
    for (seconds, count) in [(1.0, 3), (100, 0)] {
      try await store.prune(olderThan: 10, at: .start + seconds, keeping: 9, for: .ada)
      #expect(try await store.rememberedCount() == count)
    }
  }
}

extension InboxStore {
  fileprivate func rememberedCount() throws -> Int {
    try file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM earlierItems") ?? 0 }
  }
}

/// A server that is put back to backups again and again, and one device of its user, who decides and looks at what comes.
private struct PutBackWorld {
  let store: InboxStore
  var server = ServerInbox()
  var epoch = 0
  private var backups: [ServerInbox] = []
  private var announced: [UUID: Int] = [:]
  private var decided: [UUID: InboxState] = [:]

  init(_ store: InboxStore) { self.store = store }

  private var sequences: Sequences {
    Sequences(inbox: server.bounds, changes: server.highestChange, epoch: Epoch("e\(epoch)"))
  }

  mutating func step(_ generator: inout SeededGenerator) async throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<7: server.push()
    case 7..<12: try await catchUp(pageCount: Int.random(in: 1...4, using: &generator))
    case 12..<16: try await decide(&generator)
    case 16: backups.append(server)
    case 17:
      guard let backup = backups.randomElement(using: &generator) else { return }
      (server, epoch) = (backup, epoch + 1)
    case 18:
      // Of what the device has: what it never had, and comes again, is older than what it has shown.
      let position = try await store.position(of: .ada)
      guard position.gap(to: sequences) != .otherNumbering, position.sequence >= server.first else { return }
      server.first = Int64.random(in: server.first...position.sequence, using: &generator)
    default: try await announce()
    }
  }

  /// As the notifier does it.
  private mutating func announce() async throws {
    guard try await !store.isFetchingAnew(for: .ada) else { return }
    let news = try await store.unshown(for: .ada, limit: 100)
    for entry in news { announced[entry.push, default: 0] += 1 }
    if let last = news.last { try await store.passShown(through: last.sequence, for: .ada) }
  }

  private mutating func decide(_ generator: inout SeededGenerator) async throws {
    let entries = try await store.entries(limit: 100, for: .ada).filter { !$0.state.isDecision }
    guard let entry = entries.randomElement(using: &generator) else { return }
    let state = [InboxState.accepted, .rejected].randomElement(using: &generator) ?? .accepted
    #expect(decided[entry.push] == nil, "it was decided, and is not any more")
    if try await store.mark(entry.sequence, as: state, at: .start, for: .ada) == nil { decided[entry.push] = state }
  }

  /// As a client does it, but for a connection that may end.
  mutating func catchUp(pageCount: Int = .max) async throws {
    if try await store.position(of: .ada).gap(to: sequences) == .otherNumbering {
      try await store.restart(.ada, to: sequences)
    }
    try await store.recordBeginning(server.bounds, of: sequences.epoch, for: .ada)
    for decision in try await store.unsyncedDecisions(for: .ada) {
      guard decision.sequence >= server.first, let state = InboxState(decision.state) else {
        try await store.recordMissing(decision.sequence, for: .ada)
        continue
      }
      server.set(decision.sequence, state)
      let standing = server.items[Int(decision.sequence - 1)].state
      let change = InboxChange.sample(server.highestChange, decision.sequence, standing)
      try await store.applyServerState(change, for: .ada)
    }
    for _ in 0..<pageCount {
      var position = try await store.position(of: .ada)
      guard position.gap(to: sequences) != .nothing else { return }
      try await store.ingest(server.page(after: position.sequence, limit: 3), for: .ada)
      position = try await store.position(of: .ada)
      guard position.sequence == server.bounds.highest else { continue }
      let changes = server.changes.filter { $0.change > position.change }
      try await store.ingest(changes, after: position.change, for: .ada)
    }
  }

  mutating func check() async throws {
    for _ in 0..<3 { try await catchUp() }
    try await announce()
    var entries: [InboxEntry] = []
    while case let page = try await store.entries(after: entries.last?.sequence ?? 0, limit: 100, for: .ada),
      !page.isEmpty
    {
      entries += page
    }
    let present = entries.filter { $0.sequence >= server.first }
    #expect(present.map(\.push) == server.kept.map(\.push))
    #expect(announced.values.allSatisfy { $0 == 1 }, "nothing is announced a second time")
    #expect(present.allSatisfy { announced[$0.push] == 1 }, "and everything once")
    for (entry, item) in zip(present, server.kept) {
      #expect(entry.state == item.state && entry.state == decided[entry.push] ?? .pending && !entry.isUnsynced)
    }
  }
}

extension InboxRestartTests {
  @Test(
    "whatever backups are put back, everything is announced once and stays decided", arguments: 0..<12 as Range<UInt64>)
  func world(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var world = PutBackWorld(try await place.store())
    for _ in 0..<400 { try await world.step(&generator) }
    try await world.check()
  }
}
