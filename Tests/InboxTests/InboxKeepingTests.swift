import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("What is kept")
struct InboxKeepingTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  @Test("old items go, but for those that the server has to be told about, and never come back")
  func pruning() async throws {
    let store = try await place.store()
    let items = (1...6).map { InboxItem.sample($0) }
    let page = InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 6))
    try await store.ingest(page, for: .ada)
    try await store.mark(2, as: .rejected, at: .start, for: .ada)
    #expect(try await store.prune(olderThan: 99, at: .start, keeping: 2, for: .ada) == 3)
    #expect(try await store.entries(limit: 9, for: .ada).map(\.sequence) == [6, 5, 2])
    #expect(try await store.ingest(page, for: .ada).addedCount == 0)
    #expect(try await store.ingest([.sample(1, 1, .read)], after: 0, for: .ada).isEmpty)
    #expect(try await store.entries(limit: 9, for: .ada).count == 3)
    #expect(try await store.prune(olderThan: 99, at: .start, keeping: 100, for: .ada) == 0)
  }

  @Test("what is too old goes, and so does what is too much")
  func retention() async throws {
    let store = try await place.store()
    let items = (1...6).map { InboxItem.sample($0) }
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 6)), for: .ada)
    #expect(try await store.prune(olderThan: 3, at: .start + 6, keeping: 100, for: .ada) == 2)
    #expect(try await store.prune(olderThan: 3, at: .start + 6, keeping: 2, for: .ada) == 2)
    #expect(try await store.prune(olderThan: -1, at: .start + 6, keeping: 100, for: .ada) == 2)
    #expect(try await store.position(of: .ada).sequence == 6)
    try await store.begin(.grace, at: .start)
    #expect(try await store.owners() == [.ada, .grace])
  }

  @Test("a clock that is years ahead takes nothing away: age counts from the newest item")
  func wrongClock() async throws {
    let store = try await place.store()
    let items = (1...6).map { InboxItem.sample($0) }
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 6)), for: .ada)
    #expect(try await store.prune(olderThan: 90 * 86_400, at: .start + 9e8, keeping: 100, for: .ada) == 0)
    #expect(try await store.prune(olderThan: 3.5, at: .start + 9e8, keeping: 100, for: .ada) == 2)
    #expect(try await store.prune(olderThan: 3.5, at: .distantPast, keeping: 100, for: .ada) == 0)
  }

  @Test("a damaged file is noticed and put aside, and a new one takes its place")
  func damage() async throws {
    let store = try await place.store()
    let items = (1...700).map { InboxItem.sample($0) }
    try await store.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 700)), for: .ada)
    #expect(try await store.isSound())
    try await store.close()
    let file = try #require(FileHandle(forUpdatingAtPath: place.path))
    // The last third holds items; what comes before has the tables themselves, without which no store opens.
    let pageCount = Int(try file.seekToEnd()) / 4096
    try file.seek(toOffset: UInt64(pageCount * 2 / 3 * 4096))
    try file.write(contentsOf: Data(repeating: 0xA5, count: (pageCount - pageCount * 2 / 3) * 4096))
    try file.close()
    let broken = try InboxStore(path: place.path)
    let isSound = (try? await broken.isSound()) ?? false
    #expect(!isSound)
    await #expect(throws: InboxStoreError(.damaged)) { try await broken.entries(limit: 400, for: .ada) }
    try? await broken.close()
    let aside = try InboxStore.setAside(place.path)
    #expect(aside == place.path + ".set-aside-1")
    let fresh = try await place.store()
    #expect(try await fresh.position(of: .ada) == SequencePosition())
    try await fresh.ingest(InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 700)), for: .ada)
    try await fresh.close()
    #expect(try InboxStore.setAside(place.path) == place.path + ".set-aside-2")
  }

  @Test("an item counts as a task when its payload says so, however it is written")
  func flags() async throws {
    let store = try await place.store()
    let payloads = [InboxItem.task, #"{"kind":"t\u0061sk"}"#, #"{"kind":"notice","x":"task"}"#, nil]
    for (sequence, payload) in zip(Int64(1)..., payloads) {
      try await store.ingest(InboxItem.sample(sequence, payload), for: .ada)
    }
    let found = try await store.undecided(for: .ada, device: nil, at: .start, limit: 9)
    #expect(found.map(\.sequence) == [2, 1])
    #expect(found.allSatisfy { $0.payload?.kind == .task })
  }
}
