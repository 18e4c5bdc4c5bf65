import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What the user does about items")
struct InboxStateTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private func store(_ count: Int64) async throws -> InboxStore {
    let store = try await place.store()
    for sequence in 1...count { try await store.ingest(InboxItem.sample(sequence), for: .ada) }
    return store
  }

  @Test("who sent an item is kept, and that a notification's button decided it, until another decision stands")
  func senderAndMeans() async throws {
    let store = try await place.store()
    var items = (1...3).map { InboxItem.sample($0) }
    items[0].sender = ItemSender(kind: .program, name: "backups")
    items[1].sender = ItemSender(kind: .person, name: "bob", id: UUID())
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 3)), for: .ada)
    let senders = try await store.entries(before: nil, limit: 3, for: .ada).map(\.sender)
    #expect(senders == [nil, items[1].sender, items[0].sender])
    for number in [1, 2] as [Int64] {
      try await store.mark(number, as: .accepted, at: .start, byNotification: true, for: .ada)
      #expect(try await store.entry(number, for: .ada).isDecidedByNotification)
    }
    try await store.applyServerState(.sample(1, 1, .accepted), for: .ada)
    #expect(try await store.entry(1, for: .ada).isDecidedByNotification)
    try await store.applyServerState(.sample(2, 2, .rejected), for: .ada)
    #expect(try await !store.entry(2, for: .ada).isDecidedByNotification, "it was decided elsewhere before")
  }

  @Test("a decision holds at once, is told later, and the first one stands")
  func marking() async throws {
    let store = try await store(2)
    #expect(try await store.mark(1, as: .read, at: .start, for: .ada) == nil)
    #expect(try await store.mark(1, as: .read, at: .start, for: .ada) == .read)
    #expect(try await store.mark(1, as: .accepted, at: .start + 1, for: .ada) == nil)
    #expect(try await store.mark(1, as: .rejected, at: .start, for: .ada) == .accepted)
    #expect(try await store.mark(1, as: .read, at: .start, for: .ada) == .accepted)
    #expect(try await store.mark(2, as: .pending, at: .start, for: .ada) == .pending)
    await #expect(throws: InboxStoreError(.notFound)) { try await store.mark(3, as: .read, at: .start, for: .ada) }
    let entry = try await store.entry(1, for: .ada)
    #expect(entry.state == .accepted && entry.isUnsynced && entry.stateSince == .start + 1)
    let unsynced = try await store.unsyncedDecisions(for: .ada)
    #expect(unsynced.map(\.sequence) == [1] && unsynced.first?.state == .accepted)
    #expect(try await store.counts(for: .ada, at: .start) == InboxCounts(unread: 1, unsynced: 1))
  }

  @Test("the server's answer settles it: agreed, or overruled by who came first")
  func settling() async throws {
    let store = try await store(3)
    for sequence in [1, 2] as [Int64] { try await store.mark(sequence, as: .accepted, at: .start, for: .ada) }
    #expect(try await store.applyServerState(.sample(1, 1, .accepted), for: .ada) == nil)
    let other = InboxChange.sample(2, 2, .rejected)
    #expect(try await store.applyServerState(other, for: .ada) == other)
    #expect(try await store.entries(limit: 3, for: .ada).map(\.state) == [.pending, .rejected, .accepted])
    #expect(try await store.entry(2, for: .ada).stateDevice == "desk")
    #expect(try await store.unsyncedDecisions(for: .ada).isEmpty)
    // Read was told while the user had already accepted: that is still to be told.
    try await store.mark(3, as: .read, at: .start, for: .ada)
    try await store.mark(3, as: .accepted, at: .start, for: .ada)
    #expect(try await store.applyServerState(.sample(3, 3, .read), for: .ada) == nil)
    #expect(try await store.unsyncedDecisions(for: .ada).map(\.state) == [.accepted])
    #expect(try await store.entry(3, for: .ada).state == .accepted)
  }

  @Test("what was decided too late is told no more, and can't be decided again, whatever the time is here")
  func settlingExpired() async throws {
    let store = try await store(2)
    try await store.mark(1, as: .read, at: .start, for: .ada)
    try await store.applyServerState(.sample(1, 1, .read), for: .ada)
    for sequence in [1, 2] as [Int64] {
      try await store.mark(sequence, as: .accepted, at: .start, for: .ada)
      try await store.recordExpiry(of: sequence, for: .ada)
    }
    #expect(try await store.unsyncedDecisions(for: .ada).isEmpty)
    let entries = try await store.entries(limit: 2, for: .ada)
    #expect(entries.map(\.state) == [.pending, .read])
    #expect(entries.allSatisfy { $0.isOver && !$0.isUnsynced && $0.isExpired(at: .distantPast) })
    #expect(try await store.undecided(for: .ada, device: nil, at: .distantPast, limit: 9).isEmpty)
    // Where somebody had decided in time after all, that stands.
    try await store.ingest([.sample(2, 2, .rejected)], after: 0, for: .ada)
    let decided = try await store.entry(2, for: .ada)
    #expect(decided.state == .rejected && !decided.isExpired(at: .distantFuture))
  }

  @Test("what the server no longer has is told no more, and holds here")
  func settlingMissing() async throws {
    let store = try await store(1)
    try await store.mark(1, as: .rejected, at: .start, for: .ada)
    try await store.recordMissing(1, for: .ada)
    let entry = try await store.entry(1, for: .ada)
    #expect(entry.state == .rejected && !entry.isUnsynced && entry.stateSince == .start)
    #expect(try await store.unsyncedDecisions(for: .ada).isEmpty)
  }

  @Test("changes of other devices come in order, once, and overrule what was not told yet")
  func changes() async throws {
    let store = try await store(4)
    try await store.mark(1, as: .accepted, at: .start, for: .ada)
    try await store.mark(2, as: .accepted, at: .start, for: .ada)
    let changes: [InboxChange] = [.sample(1, 3, .read), .sample(2, 1, .rejected), .sample(5, 2, .read)]
    #expect(try await store.ingest(changes, after: 0, for: .ada) == [changes[1]])
    #expect(try await store.ingest(changes, after: 0, for: .ada).isEmpty)
    #expect(try await store.entries(limit: 4, for: .ada).map(\.state) == [.pending, .read, .accepted, .rejected])
    #expect(try await store.position(of: .ada).change == 5)
    await #expect(throws: InboxStoreError(.gap)) {
      try await store.ingest([.sample(7, 4, .read)], after: 6, for: .ada)
    }
    #expect(try await store.position(of: .ada).change == 5)
    // An answer that was newer than an event that comes after it.
    try await store.applyServerState(.sample(9, 4, .accepted), for: .ada)
    try await store.ingest([.sample(8, 4, .read)], after: 5, for: .ada)
    #expect(try await store.entry(4, for: .ada).state == .accepted)
  }

  @Test("a change that comes before its item waits for it")
  func earlyChanges() async throws {
    let store = try await store(1)
    try await store.ingest([.sample(1, 2, .read), .sample(2, 3, .read)], after: 0, for: .ada)
    try await store.ingest([.sample(3, 3, .rejected), .sample(4, 9, .accepted)], after: 2, for: .ada)
    for sequence in 2...4 as ClosedRange<Int64> { try await store.ingest(InboxItem.sample(sequence), for: .ada) }
    #expect(try await store.entries(limit: 9, for: .ada).map(\.state) == [.pending, .rejected, .read, .pending])
    try await store.ingest(SequenceBounds(first: 10, highest: 9), for: .ada)
    try await store.ingest(InboxItem.sample(10), for: .ada)
    #expect(try await store.entry(10, for: .ada).state == .pending)
  }

  @Test("a logout clears the count and keeps the items; silent ones never count")
  func counts() async throws {
    let store = try await store(3)
    try await store.mark(2, as: .read, at: .start, for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 2)
    try await store.clearCounts(for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 0)
    try await store.ingest(InboxItem.sample(4), for: .ada)
    try await store.ingest(InboxItem.sample(5, #"{"aps":{"content-available":1}}"#), for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 1)
    #expect(try await store.unreadCount(in: 1...5, for: .ada, at: .start) == 1, "nor with what is shown together")
    #expect(try await store.entry(5, for: .ada).isSilent)
    #expect(try await store.markAllRead(at: .start, for: .ada) == 1)
    #expect(try await store.entries(limit: 9, for: .ada).count == 5)
  }

  @Test("lists are paged from the newest on, and followed from any number on")
  func paging() async throws {
    let store = try await store(7)
    let first = try await store.entries(limit: 3, for: .ada).map(\.sequence)
    let second = try await store.entries(before: 5, limit: 3, for: .ada).map(\.sequence)
    #expect(first + second == [7, 6, 5, 4, 3, 2])
    #expect(try await store.entries(before: 1, limit: 3, for: .ada).isEmpty)
    #expect(try await store.entries(after: 5, limit: 9, for: .ada).map(\.sequence) == [6, 7])
    #expect(try await store.entries(limit: -1, for: .ada).isEmpty)
  }

  @Test("whoever listens is told of changes of that inbox until the store is closed")
  func observing() async throws {
    let store = try await store(1)
    try await store.begin(.grace, at: .start)
    var signals = await store.changes(for: .ada).makeAsyncIterator()
    var others = await store.changes(for: .grace).makeAsyncIterator()
    try await store.ingest(InboxItem.sample(2), for: .ada)
    try await store.mark(2, as: .read, at: .start, for: .ada)
    #expect(await signals.next() != nil)
    try await store.close()
    #expect(await signals.next() == nil)
    #expect(await others.next() == nil)
  }

  @Test("the time of a query is kept; at first it is when the owner began")
  func queries() async throws {
    let store = try await store(1)
    #expect(try await store.lastQuery(of: .followers, for: .ada) == .start)
    try await store.setLastQuery(of: .followers, to: .start + 1, for: .ada)
    try await store.setLastQuery(of: .followers, to: .start + 2, for: .ada)
    try await store.begin(.ada, at: .start + 50)
    #expect(try await store.lastQuery(of: .followers, for: .ada) == .start + 2)
    #expect(try await store.lastQuery(of: .messages, for: .ada) == .start)
  }
}
