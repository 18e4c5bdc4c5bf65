import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Whatever way pages come, the inbox ends as the server has it")
struct InboxSequenceTests {
  @Test(
    "through cuts, repetitions, pages out of order, restarts, retention and other devices",
    arguments: 0..<12 as Range<UInt64>)
  func randomOrder(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let place = try InboxPlaceForTests()
    var store = try await place.store()
    var server = ServerInbox()
    var early: [InboxPage] = []
    for round in 0..<150 {
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        server.push([InboxItem.task, nil, "broken", #"{"kind":"like"}"#].randomElement(using: &generator) ?? nil)
      }
      if !server.kept.isEmpty {
        let sequence = Int64.random(in: server.first...server.bounds.highest, using: &generator)
        server.set(sequence, [.read, .accepted, .rejected].randomElement(using: &generator) ?? .read)
      }
      if seed % 3 == 0, round % 40 == 39 {
        server.first = Int64.random(in: server.first...server.bounds.highest + 1, using: &generator)
      }
      // Pages from anywhere, some of them late.
      let after = Int64.random(in: 0...server.bounds.highest, using: &generator)
      early.append(server.page(after: after, limit: Int.random(in: 1...9, using: &generator)))
      if let page = early.randomElement(using: &generator) { try await Self.offer(page, to: store) }
      if round % 10 == 0 {
        try await store.close()
        store = try InboxStore(path: place.path)
      }
      try await Self.offerChanges(of: server, to: store, &generator)
    }
    try await Self.catchUp(store, server)
    try await Self.check(store, server)
  }

  /// A page that does not fit is refused whole.
  private static func offer(_ page: InboxPage, to store: InboxStore) async throws {
    let before = try await store.position(of: .ada)
    do throws(InboxStoreError) { try await store.ingest(page, for: .ada) } catch {
      #expect(error.code == .gap)
      #expect(try await store.position(of: .ada) == before)
    }
  }

  private static func offerChanges(
    of server: ServerInbox, to store: InboxStore, _ generator: inout SeededGenerator
  ) async throws {
    let after = Int64.random(in: 0...server.highestChange, using: &generator)
    let changes = server.changes.filter { $0.change > after }.prefix(5)
    do throws(InboxStoreError) { try await store.ingest(Array(changes), after: after, for: .ada) } catch {
      #expect(error.code == .gap)
    }
  }

  /// As a client does it.
  private static func catchUp(_ store: InboxStore, _ server: ServerInbox) async throws {
    var position = try await store.position(of: .ada)
    let sequences = Sequences(inbox: server.bounds, changes: server.highestChange)
    while position.gap(to: sequences) != .nothing {
      try await store.ingest(server.page(after: position.sequence, limit: 7), for: .ada)
      let changes = server.changes.filter { $0.change > position.change }.prefix(7)
      try await store.ingest(Array(changes), after: position.change, for: .ada)
      position = try await store.position(of: .ada)
    }
  }

  private static func check(_ store: InboxStore, _ server: ServerInbox) async throws {
    var entries: [InboxEntry] = []
    while true {
      let page = try await store.entries(before: entries.last?.sequence, limit: 50, for: .ada)
      if page.isEmpty { break }
      entries += page
    }
    let position = try await store.position(of: .ada)
    #expect(entries.count + Int(position.lost) == server.items.count)
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.sequence > $1.sequence })
    for entry in entries {
      let item = server.items[Int(entry.sequence - 1)]
      #expect(entry.push == item.push && entry.payload?.raw == item.payload && entry.state == item.state)
    }
    let kept = Set(entries.map(\.sequence))
    #expect(server.kept.allSatisfy { kept.contains($0.sequence) })
  }
}
