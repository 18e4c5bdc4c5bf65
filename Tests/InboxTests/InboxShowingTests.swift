import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What is shown on the desktop")
struct InboxShowingTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  @Test("proposed tasks wait until they are decided, expired or somebody else's, however they are written")
  func undecided() async throws {
    let store = try await place.store()
    var items = (1...8).map { InboxItem.sample($0) }
    items[1].payload = #"{"kind":"notice","x":"task"}"#
    items[2].payload = #"{"kind":"t\u0061sk"}"#
    items[3].expiresAt = .start
    items[4].device = "other"
    items[5].device = "mine"
    items[6].payload = nil
    items[7].state = .rejected
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 8)), for: .ada)
    func waiting(_ limit: Int) async throws -> [Int64] {
      try await store.undecided(for: .ada, device: "mine", at: .start, limit: limit).map(\.sequence)
    }
    #expect(try await waiting(10) == [6, 3, 1])
    #expect(try await waiting(2) == [6, 3])
    #expect(try await waiting(1) == [6])
    try await store.mark(3, as: .read, at: .start, for: .ada)
    try await store.mark(6, as: .accepted, at: .start, for: .ada)
    #expect(try await waiting(10) == [3, 1])
    try await store.ingest([.sample(1, 1, .rejected)], after: 0, for: .ada)
    #expect(try await waiting(10) == [3])
  }

  @Test("of many the undecided proposals are found and counted, but for those that had a place of their own")
  func besides() async throws {
    let store = try await place.store()
    var items = (1...6).map { InboxItem.sample($0) }
    items[1].payload = #"{"aps":{"alert":"Hello"}}"#
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 6)), for: .ada)
    func waiting(_ others: Set<Int64>, _ limit: Int = 9) async throws -> [Int64] {
      try await store.undecided(in: 2...6, besides: others, for: .ada, device: "mine", at: .start, limit: limit)
        .map(\.sequence)
    }
    #expect(try await waiting([]) == [3, 4, 5, 6])
    #expect(try await waiting([1, 3, 5], 1) == [4])
    #expect(try await store.unreadCount(in: 2...6, besides: [1, 3, 99], for: .ada, at: .start) == 4)
    try await store.mark(3, as: .read, at: .start, for: .ada)
    try await store.mark(4, as: .rejected, at: .start, for: .ada)
    #expect(try await waiting([]) == [3, 5, 6])
    #expect(try await store.unreadCount(in: 2...6, for: .ada, at: .start) == 3, "what was read is not counted")
    #expect(try await store.unreadCount(in: 2...6, besides: [3, 5], for: .ada, at: .start) == 2)
    let named = try await store.unread(in: 2...6, besides: [5], for: .ada, at: .start, limit: 1)
    #expect(named.map(\.sequence) == [6], "nor named")
  }

  @Test("what has expired wants nothing: it is neither unread nor open, whether it was looked at or not")
  func expiredCounts() async throws {
    let store = try await place.store()
    var items = (1...5).map { InboxItem.sample($0) }
    items[1].expiresAt = .start + 10
    items[2].expiresAt = .start + 10
    items[3].payload = nil
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 5)), for: .ada)
    try await store.mark(3, as: .read, at: .start, for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 3)
    for (limit, count) in [(2, 2), (9, 3)] {
      #expect(try await store.unreadCount(amongNewest: limit, for: .ada, at: .start) == count)
    }
    #expect(try await store.counts(for: .ada, at: .start + 10).unread == 2)
    #expect(try await store.unreadCount(in: 1...5, for: .ada, at: .start) == 3)
    #expect(try await store.unreadCount(in: 1...5, for: .ada, at: .start + 10) == 2)
    #expect(try await store.unreadCount(in: 1...5, besides: [1, 2], for: .ada, at: .start + 10) == 1)
    #expect(try await store.firstExpiry(in: 1...5, for: .ada, at: .start) == .start + 10)
    #expect(try await store.firstExpiry(in: 1...5, besides: [2], for: .ada, at: .start) == nil)
    try await store.recordExpiry(of: 5, for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 2, "the server's word is enough")
    #expect(try await store.markAllRead(at: .start + 10, for: .ada) == 1, "what is over is not read now")
  }

  @Test("what has come is shown once, and what is passed over is not shown later")
  func unshown() async throws {
    let store = try await place.store()
    for sequence in 1...5 as ClosedRange<Int64> { try await store.ingest(InboxItem.sample(sequence), for: .ada) }
    #expect(try await store.unshown(for: .ada, limit: 2).map(\.sequence) == [1, 2])
    try await store.passShown(through: 4, for: .ada)
    try await store.passShown(through: 2, for: .ada)
    #expect(try await store.unshown(for: .ada, limit: 9).map(\.sequence) == [5])
    try await store.passShown(through: 100, for: .ada)
    try await store.ingest(InboxItem.sample(6), for: .ada)
    #expect(try await store.unshown(for: .ada, limit: 9).map(\.sequence) == [6])
  }

  @Test("that an item was displayed is told once, also after a restart")
  func displays() async throws {
    var store = try await place.store()
    for sequence in 1...3 as ClosedRange<Int64> { try await store.ingest(InboxItem.sample(sequence), for: .ada) }
    try await store.display(2, at: .start, for: .ada)
    try await store.display(3, at: .start, for: .ada)
    await #expect(throws: InboxStoreError(.notFound)) {
      try await store.display(4, at: .start, for: .ada)
    }
    #expect(try await store.unsyncedDisplays(for: .ada) == [2, 3])
    try await store.acknowledgeDisplay(2, for: .ada)
    try await store.close()
    store = try InboxStore(path: place.path)
    #expect(try await store.unsyncedDisplays(for: .ada) == [3])
    try await store.display(2, at: .start + 5, for: .ada)
    #expect(try await store.entry(2, for: .ada).displayedAt == .start)
    #expect(try await store.unsyncedDisplays(for: .ada) == [3])
  }

  @Test("what is put off is known to the next run, and void when the numbers are")
  func postponed() async throws {
    var store = try await place.store()
    #expect(try await store.postponed(for: .ada) == nil)
    try await store.postpone(3...9, for: .ada)
    try await store.close()
    store = try await place.store()
    #expect(try await store.postponed(for: .ada) == 3...9)
    try await store.postpone(nil, for: .ada)
    #expect(try await store.postponed(for: .ada) == nil)
    try await store.postpone(3...9, for: .ada)
    try await store.restart(.ada)
    #expect(try await store.postponed(for: .ada) == nil)
  }
}
