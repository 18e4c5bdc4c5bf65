import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("What the server let go before it was fetched")
struct InboxLossTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private func server(_ count: Int, first: Int64) -> ServerInbox {
    var server = ServerInbox()
    for _ in 0..<count { server.push() }
    server.first = first
    return server
  }

  @Test("is told until the user was told of it, and what is lost meanwhile is told next")
  func told() async throws {
    let store = try await place.store()
    try await store.recordBeginning(SequenceBounds(first: 1, highest: 0), for: .ada)
    try await store.ingest(server(5, first: 4).page(after: 0, limit: 9), for: .ada)
    let losses = try await store.unreportedLosses(for: .ada)
    #expect(losses == [InboxLoss(channel: nil, title: "", count: 3)])
    #expect(try await store.unreportedLosses(for: .ada) == losses, "looking is not telling")
    try await store.ingest(SequenceBounds(first: 8, highest: 7), for: .ada)
    try await store.passLosses(losses, for: .ada)
    #expect(try await store.unreportedLosses(for: .ada).map(\.count) == [2])
    try await store.passLosses([InboxLoss(channel: nil, title: "", count: 99)], for: .ada)
    #expect(try await store.unreportedLosses(for: .ada).isEmpty)
    try await store.ingest(SequenceBounds(first: 9, highest: 8), for: .ada)
    #expect(try await store.unreportedLosses(for: .ada).map(\.count) == [1])
  }

  @Test("is no loss where it was gone before this device began, or the server counted anew")
  func beginning() async throws {
    let store = try await place.store()
    for _ in 1...2 {
      let before = server(9, first: 5)
      try await store.recordBeginning(before.bounds, for: .ada)
      try await store.ingest(before.page(after: 0, limit: 9), for: .ada)
      #expect(try await store.position(of: .ada).lost == 4)
      #expect(try await store.unreportedLosses(for: .ada).isEmpty)
      // A later connection finds the beginning where it was.
      try await store.recordBeginning(SequenceBounds(first: 30, highest: 40), for: .ada)
      try await store.ingest(SequenceBounds(first: 12, highest: 11), for: .ada)
      #expect(try await store.unreportedLosses(for: .ada).map(\.count) == [2])
      try await store.restart(.ada)
    }
  }

  @Test("of a channel is told by its title, but for what was gone before the user joined it, or joined it again")
  func channels() async throws {
    let store = try await place.store()
    try await store.recordBeginning(SequenceBounds(first: 1, highest: 0), for: .ada)
    var news = ServerChannel()
    for _ in 1...4 { news.post() }
    news.first = 3
    try await store.save(Catalogue(channels: [news.entry("News")]), tag: nil, at: .start, for: .ada)
    func fetch() async throws -> [InboxLoss] {
      try await store.ingest(news.kept, bounds: news.bounds, of: news.id, for: .ada)
      return try await store.unreportedLosses(for: .ada)
    }
    #expect(try await fetch().isEmpty)
    for _ in 1...4 { news.post() }
    news.first = 7
    let loss = InboxLoss(channel: news.id, title: "News", count: 2)
    #expect(try await fetch() == [loss])
    try await store.passLosses([loss], for: .ada)
    #expect(try await fetch().isEmpty)
    try await store.leave(news.id, for: .ada)
    for _ in 1...4 { news.post() }
    news.first = 12
    try await store.enrol(in: news.entry("News"), for: .ada)
    #expect(try await fetch().isEmpty)
    try await store.restart(news.id, for: .ada)
    #expect(try await fetch().isEmpty)
    news.post()
    news.first = 14
    news.post()
    #expect(try await fetch().map(\.count) == [1])
  }

  @Test("is another account's matter only")
  func accounts() async throws {
    let store = try await place.store()
    try await store.begin(.grace, at: .start)
    for owner in [InboxOwner.ada, .grace] {
      try await store.recordBeginning(SequenceBounds(first: 1, highest: 0), for: owner)
    }
    try await store.ingest(SequenceBounds(first: 3, highest: 2), for: .grace)
    #expect(try await store.unreportedLosses(for: .ada).isEmpty)
    #expect(try await store.unreportedLosses(for: .grace).map(\.count) == [2])
  }

  @Test("of a file whose numbers leave nothing to count on to is an error, and ends nothing")
  func impossibleNumbers() async throws {
    let store = try await place.store()
    let queue = try DatabaseQueue(path: place.path)
    for column in ["highest", "changes", "lost"] {
      for number in [Int64.max, -1] {
        try await queue.write { try $0.execute(sql: "UPDATE owners SET \(column) = ?", arguments: [number]) }
        await #expect(throws: InboxStoreError.self) {
          try await store.ingest(SequenceBounds(first: 3, highest: 2), for: .ada)
        }
        try await queue.write { try $0.execute(sql: "UPDATE owners SET \(column) = 0") }
      }
    }
    try queue.close()
  }

  @Test("of a file from before losses were told is not told afterwards, and new ones are")
  func formerFile() async throws {
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { database in
      for migration in InboxSchema.migrations.prefix(5) { try database.execute(sql: migration) }
      try database.execute(sql: "PRAGMA user_version = 5")
      try database.execute(
        sql: "INSERT INTO owners (server, user, startedAt, highest, lost) VALUES (?, ?, 0, 9, 4)",
        arguments: [InboxOwner.ada.server, withUnsafeBytes(of: InboxOwner.ada.user.uuid) { Data($0) }])
    }
    try queue.close()
    let store = try InboxStore(path: place.path)
    #expect(try await store.unreportedLosses(for: .ada).isEmpty)
    try await store.recordBeginning(SequenceBounds(first: 12, highest: 20), for: .ada)
    try await store.ingest(SequenceBounds(first: 12, highest: 11), for: .ada)
    #expect(try await store.unreportedLosses(for: .ada).map(\.count) == [2])
  }
}
