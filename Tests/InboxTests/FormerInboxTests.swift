import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("Inboxes of earlier versions")
struct FormerInboxTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  /// A file as a version of before left it, after so many migrations, with these payloads.
  private func makeFile(after count: Int, _ payloads: [String?]) async throws {
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { database in
      for function in [ProposalFunction.function, PictureFunction.function] { database.add(function: function) }
      for migration in InboxSchema.migrations.prefix(count) { try database.execute(sql: migration) }
      try database.execute(sql: "PRAGMA user_version = \(count)")
      try database.execute(
        sql: "INSERT INTO owners (server, user, startedAt, highest, changes, lostTold) VALUES (?, ?, 0, ?, 0, 0)",
        arguments: [
          InboxOwner.ada.server, withUnsafeBytes(of: InboxOwner.ada.user.uuid) { Data($0) }, payloads.count,
        ])
      for (index, payload) in payloads.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO items (owner, sequence, push, createdAt, state, isTask, isSilent, payload, change)
            VALUES (1, ?, ?, 0, 0, 0, 0, ?, 0)
            """,
          arguments: [
            index + 1, withUnsafeBytes(of: UUID().uuid) { Data($0) }, payload.map { Data($0.utf8) },
          ])
      }
    }
    try queue.close()
  }

  @Test("what is a proposal by its category or its date waits for a decision")
  func impliedProposals() async throws {
    try await makeFile(
      after: 8,
      [
        #"{"aps":{"alert":"Tea","category":"TASK"}}"#, #"{"aps":{"alert":"Tea"},"due":"2030-06-01T18:00:00Z"}"#,
        #"{"aps":{"alert":"Tea"}}"#, #"{"aps":{"alert":"Tea","category":"TASK"},"kind":"notice"}"#, nil, "no JSON",
      ])
    let store = try InboxStore(path: place.path)
    #expect(try await store.undecided(for: .ada, device: nil, at: .start, limit: 9).map(\.sequence) == [2, 1])
  }

  @Test("the messages of before have the senders of their items, and are nobody's where these are gone")
  func messages() async throws {
    let user = UUID()
    try await makeFile(
      after: 20, [InboxItem.message(1, id: 7, "one").payload, InboxItem.message(2, id: 8, "two").payload])
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { database in
      try database.execute(
        sql:
          "UPDATE items SET senderKind = 'person', senderName = CAST('bob' AS BLOB), senderID = ? WHERE sequence = 1",
        arguments: [withUnsafeBytes(of: user.uuid) { Data($0) }])
      for (id, sequence, text) in [(7, 1, "one"), (8, 2, "two"), (9, 0, "three")] {
        try database.execute(
          sql: "INSERT INTO messages VALUES (1, ?, ?, CAST(? AS BLOB), CAST('Grace' AS BLOB), 0)",
          arguments: [id, sequence, text])
      }
    }
    try queue.close()
    let store = try InboxStore(path: place.path)
    let before = try await store.messages(for: .ada, limit: 9)
    let bob = ItemSender(kind: .person, name: "bob", id: user)
    #expect(before.map(\.message.text) == ["two", "one", "three"])
    #expect(before.map(\.sender) == [nil, bob, nil])
    try await store.ingest(
      [.message(3, id: 7, "one, again", by: bob), .message(4, id: 8, "two, of bob", by: bob)], for: .ada)
    let after = try await store.messages(for: .ada, limit: 9)
    #expect(after.map(\.message.text) == ["two, of bob", "one, again", "two", "three"])
  }

  @Test("the pictures of what came before are found")
  func pictures() async throws {
    let own = #"{"aps":{"alert":"Tea"},"image":"/v1/attachments/7"}"#
    try await makeFile(
      after: 11, [own, InboxItem.task, #"{"image":"https://e.example/v1/attachments/7"}"#, nil, "no JSON"])
    let store = try InboxStore(path: place.path)
    let found = try await store.picture(.lastOpened, isOn: { $0 == nil }, for: .ada)
    #expect(found.entry?.sequence == 1 && found.count == 1)
    #expect(try await store.picture(.lastOpened, isOn: { $0 != nil }, for: .ada).entry?.sequence == 3)
  }

  @Test("all changes are asked for once more, since those that report a replaced item were passed over")
  func replacements() async throws {
    try await makeFile(after: 9, [InboxItem.task, InboxItem.task])
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { try $0.execute(sql: "UPDATE owners SET changes = 5") }
    try queue.close()
    let store = try InboxStore(path: place.path)
    #expect(try await store.position(of: .ada) == SequencePosition(sequence: 2, change: 0))
    let entry = try await store.entry(1, for: .ada)
    #expect(entry.priority == .usual && !entry.isReplaced && entry.payload?.kind == .task)
    var change = InboxChange.sample(6, 1, .pending)
    change.replaced = true
    try await store.ingest([change], after: 0, for: .ada)
    #expect(try await store.entries(limit: 9, for: .ada).map(\.sequence) == [2])
  }
}
