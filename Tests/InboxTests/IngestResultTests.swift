import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("Taking in what the server has")
struct IngestResultTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  @Test("items come back as they were sent, also when the store is opened again")
  func roundTrip() async throws {
    var store = try await place.store()
    var items = (1...5).map { InboxItem.sample($0) }
    items[1].expiresAt = .start + 0.123456
    items[2].device = "token\u{0}x"
    items[3].payload = nil
    items[4].payload = "\u{0}no JSON\u{202E}\r\n\u{1F600}"
    let intake = try await store.ingest(
      InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 5)), for: .ada)
    #expect(intake.addedCount == 5 && intake.lostCount == 0 && intake.position == SequencePosition(sequence: 5))
    try await store.close()
    store = try InboxStore(path: place.path)
    let entries = try await store.entries(limit: 10, for: .ada)
    #expect(entries.map(\.sequence) == [5, 4, 3, 2, 1])
    for (entry, item) in zip(entries, items.reversed()) {
      #expect(entry.push == item.push && entry.createdAt == item.createdAt && entry.expiresAt == item.expiresAt)
      #expect(entry.device == item.device && entry.state == .pending && entry.payload?.raw == item.payload)
      #expect(!entry.isUnsynced && entry.displayedAt == nil)
    }
    #expect(try await store.position(of: .ada) == SequencePosition(sequence: 5))
  }

  @Test("an item that is here already changes nothing; one that is not the next is refused with its whole page")
  func exactlyOnce() async throws {
    let store = try await place.store()
    var server = ServerInbox()
    for _ in 0..<6 { server.push() }
    try await store.ingest(server.page(after: 0, limit: 3), for: .ada)
    let again = try await store.ingest(server.page(after: 1, limit: 4), for: .ada)
    #expect(again.addedCount == 2 && again.position.sequence == 5)
    try await store.ingest(server.items[4], for: .ada)
    var broken = server.items
    broken.remove(at: 5)
    broken.append(InboxItem.sample(7))
    await #expect(throws: InboxStoreError(.gap)) {
      try await store.ingest(InboxPage(items: broken, bounds: SequenceBounds(first: 1, highest: 7)), for: .ada)
    }
    await #expect(throws: InboxStoreError(.gap)) { try await store.ingest(InboxItem.sample(7), for: .ada) }
    #expect(try await store.position(of: .ada).sequence == 5)
    #expect(try await store.ingest([server.items[4], server.items[5]], for: .ada).addedCount == 1)
    await #expect(throws: InboxStoreError(.gap)) {
      try await store.ingest([InboxItem.sample(7), .sample(9)], for: .ada)
    }
    #expect(try await store.entries(limit: 10, for: .ada).map(\.push) == server.items.reversed().map(\.push))
  }

  @Test("what the server let go is passed over when its bounds say so, and counted")
  func gaps() async throws {
    let store = try await place.store()
    var server = ServerInbox()
    for _ in 0..<10 { server.push() }
    try await store.ingest(server.page(after: 0, limit: 2), for: .ada)
    server.first = 7
    let intake = try await store.ingest(server.page(after: 2, limit: 2), for: .ada)
    #expect(intake.lostCount == 4 && intake.addedCount == 2)
    #expect(intake.position == SequencePosition(sequence: 8, lost: 4))
    // A page asked for from further on, while what is in between is still there.
    await #expect(throws: InboxStoreError(.gap)) {
      try await store.ingest(server.page(after: 9, limit: 2), for: .ada)
    }
    server.first = 11
    #expect(try await store.ingest(server.bounds, for: .ada).position == SequencePosition(sequence: 10, lost: 6))
    #expect(try await store.entries(limit: 10, for: .ada).map(\.sequence) == [8, 7, 2, 1])
    await #expect(throws: InboxStoreError(.invalid)) {
      try await store.ingest(SequenceBounds(first: 30, highest: 3), for: .ada)
    }
  }

  @Test("a server that counts anew is noticed")
  func otherNumbering() async throws {
    let store = try await place.store()
    try await store.ingest(InboxItem.sample(1), for: .ada)
    await #expect(throws: InboxStoreError(.otherNumbering)) { try await store.ingest(InboxItem.sample(1), for: .ada) }
    let here = SequencePosition(sequence: 5, change: 3)
    func missing(_ highest: Int64, _ changes: Int64) -> SyncGap {
      here.gap(to: Sequences(inbox: SequenceBounds(first: 1, highest: highest), changes: changes))
    }
    #expect(missing(5, 3) == .nothing)
    #expect(missing(6, 3) == .some(items: true, changes: false))
    #expect(missing(5, 4) == .some(items: false, changes: true))
    #expect(missing(4, 3) == .otherNumbering && missing(6, 2) == .otherNumbering)
  }

  @Test("two owners see nothing of each other, nor does one user on two servers")
  func owners() async throws {
    let store = try await place.store()
    try await store.begin(.elsewhere, at: .start)
    await #expect(throws: InboxStoreError(.unknownOwner)) { try await store.ingest(InboxItem.sample(1), for: .grace) }
    await #expect(throws: InboxStoreError(.unknownOwner)) { try await store.entries(limit: 1, for: .grace) }
    try await store.begin(.grace, at: .start)
    try await store.ingest(InboxItem.message(1, id: 1, "for Ada"), for: .ada)
    try await store.ingest(InboxItem.sample(2), for: .ada)
    try await store.mark(2, as: .accepted, at: .start, for: .ada)
    try await store.display(1, at: .start, for: .ada)
    try await store.setLastQuery(of: .messages, to: .start + 9, for: .ada)
    for other in [InboxOwner.grace, .elsewhere] {
      #expect(try await store.position(of: other) == SequencePosition())
      #expect(try await store.entries(limit: 10, for: other).isEmpty)
      #expect(try await store.messages(for: other, limit: 10).isEmpty)
      #expect(try await store.counts(for: other, at: .start) == InboxCounts(unread: 0, unsynced: 0))
      #expect(try await store.unsyncedDecisions(for: other).isEmpty)
      #expect(try await store.unsyncedDisplays(for: other).isEmpty)
      #expect(try await store.unshown(for: other, limit: 10).isEmpty)
      #expect(try await store.undecided(for: other, device: nil, at: .start, limit: 10).isEmpty)
      #expect(try await store.lastQuery(of: .messages, for: other) == .start)
      await #expect(throws: InboxStoreError(.notFound)) { try await store.entry(1, for: other) }
      await #expect(throws: InboxStoreError(.notFound)) {
        try await store.mark(1, as: .read, at: .start, for: other)
      }
    }
    try await store.ingest(InboxItem.message(1, id: 1, "for Grace"), for: .grace)
    try await store.forget(.grace)
    #expect(try await store.messages(for: .ada, limit: 10).map(\.message.text) == ["for Ada"])
    #expect(try await store.entries(limit: 10, for: .ada).count == 2)
    await #expect(throws: InboxStoreError(.unknownOwner)) { try await store.position(of: .grace) }
  }

  @Test("a message that comes again takes the former's place; the newest is first")
  func messages() async throws {
    let store = try await place.store()
    let items = [
      InboxItem.message(1, id: 5, "first"), .message(2, id: 6, #"a\u0000b"#), .message(3, id: 5, "second"),
      .message(4, id: 7, ""), .sample(5, ""),
    ]
    let intake = try await store.ingest(
      InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 5)), for: .ada)
    #expect(intake.messageCount == 4)
    let messages = try await store.messages(for: .ada, limit: 10)
    #expect(messages.map(\.message.text) == ["", "second", "a\u{0}b"])
    #expect(messages.map(\.sequence) == [4, 3, 2])
    #expect(try await store.messages(for: .ada, offset: 1, limit: 10).map(\.message.id) == [5, 6])
    #expect(try await store.entry(5, for: .ada).payload?.raw == "")
    #expect(messages[1].receivedAt == items[2].createdAt)
  }

  @Test("a newer file is refused, another file is damaged, and the file is its owner's alone")
  func files() async throws {
    let store = try await place.store()
    try await store.close()
    var status = stat()
    #expect(stat(place.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    try queue.close()
    #expect(throws: InboxStoreError(.newerFormat)) { try InboxStore(path: place.path) }
    let third = try DatabaseQueue(path: place.path)
    try await third.write { try $0.execute(sql: "PRAGMA user_version = -1") }
    try third.close()
    #expect(throws: InboxStoreError(.damaged)) { try InboxStore(path: place.path) }
    let other = place.directory + "/other.db"
    try Data(repeating: 7, count: 10_000).write(to: URL(fileURLWithPath: other))
    #expect(throws: InboxStoreError(.damaged)) { try InboxStore(path: other) }
    #expect(throws: InboxStoreError(.readOnly)) { try InboxStore(path: "/nowhere/inbox.db") }
  }

  @Test("a file in which somebody puts a view in the place of a table is damaged, also while it is open")
  func shape() async throws {
    let store = try await place.store()
    let queue = try DatabaseQueue(path: place.path)
    try await queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          ALTER TABLE owners RENAME TO former;
          CREATE VIEW owners AS WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)
            SELECT former.* FROM former, more
          """)
    }
    try queue.close()
    await #expect(throws: InboxStoreError(.damaged)) { _ = try await store.position(of: .ada) }
    try await store.close()
    #expect(throws: InboxStoreError(.damaged)) { try InboxStore(path: place.path) }
  }
}
