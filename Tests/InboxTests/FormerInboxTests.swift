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
      database.add(function: ProposalFunction.function)
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
