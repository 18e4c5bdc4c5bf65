import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("Redacted items")
struct InboxRedactionTests {
  private let place: InboxPlaceForTests
  private static let secret = "the combination is hunters"
  private static let picture = UUID().uuidString
  private static let payload =
    #"{"aps":{"alert":"\#(secret)"},"kind":"task","image":"/v1/attachments/\#(picture)","# + message + "}"
  private static let message = #""jsondata":{"id":7,"message":"\#(secret)","sendername":"Grace"}"#

  init() throws { place = try InboxPlaceForTests() }

  /// Whether the text is in the file or its log.
  private func holdsSecret() -> Bool {
    ["", "-wal"].contains { suffix in
      guard let data = FileManager.default.contents(atPath: place.path + suffix) else { return false }
      return data.range(of: Data(Self.secret.utf8)) != nil
    }
  }

  /// Items of which the second holds the secret and was accepted.
  private func filled(_ store: InboxStore, for owner: InboxOwner = .ada) async throws -> [InboxItem] {
    let items = [InboxItem.sample(1), .sample(2, Self.payload), .sample(3)]
    try await store.ingest(items, for: owner)
    try await store.mark(2, as: .accepted, at: .start, for: owner)
    return items
  }

  private func redact(_ item: InboxItem, _ store: InboxStore) async throws -> [InboxRedaction] {
    try await store.redact(itemsOf: [AcceptedTask.id(ofPush: item.push)])
  }

  @Test("a task's item is emptied and keeps its state, and nothing of its text is in the file or its log")
  func emptied() async throws {
    let store = try await place.store()
    let items = try await filled(store)
    #expect(holdsSecret(), "the control: it is there before")
    #expect(try await redact(items[1], store) == [InboxRedaction(owner: .ada, push: items[1].push)])
    let entry = try await store.entry(2, for: .ada)
    #expect(entry.payload == nil && entry.isRedacted && entry.state == .accepted)
    #expect(try await store.messages(for: .ada, limit: 9).isEmpty)
    #expect(try await store.entry(1, for: .ada).payload?.title == "Water the plants")
    let pictures = try await store.redactedPictures()
    #expect(pictures.map(\.picture) == [Self.picture])
    try await store.recordPictureRemoval(of: pictures[0].redaction)
    #expect(try await store.redactedPictures().isEmpty)
    try await store.eraseRedacted()
    #expect(!holdsSecret())
    try await store.recordOutcomes(of: [Redaction(push: items[1].push, outcome: .erased)], for: .ada)
    #expect(try await redact(items[1], store).isEmpty, "once")
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada).isEmpty)
    let task = AcceptedTask.id(ofPush: items[1].push)
    #expect(try await store.redact(itemsOf: [task], asksAgain: true).isEmpty)
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada) == [items[1].push], "the server is asked again")
    #expect(try await store.counts(for: .ada, at: .start).unread == 2)
  }

  @Test("an item of everybody is emptied in every inbox of this machine")
  func everybody() async throws {
    let store = try await place.store()
    let items = try await filled(store)
    try await store.begin(.grace, at: .start)
    try await store.ingest(InboxItem.sample(1), for: .grace)
    var same = InboxItem.sample(2, Self.payload)
    same.push = items[1].push
    try await store.ingest(same, for: .grace)
    #expect(try await Set(redact(items[1], store).map(\.owner)) == [.ada, .grace])
    #expect(try await store.unsyncedRedactions().map(\.count) == [2])
  }

  @Test("what the server redacted is emptied here, also where the change comes first, and no decision is lost")
  func fromTheServer() async throws {
    let store = try await place.store()
    _ = try await filled(store)
    var change = InboxChange.sample(1, 2, .accepted)
    change.redacted = true
    var early = InboxChange.sample(2, 4, .pending)
    early.redacted = true
    try await store.ingest([change, early], after: 0, for: .ada)
    try await store.ingest(InboxItem.sample(4, Self.payload), for: .ada)
    for number in [2, 4] as [Int64] {
      let entry = try await store.entry(number, for: .ada)
      #expect(entry.isRedacted && entry.payload == nil)
    }
    #expect(try await store.entry(2, for: .ada).state == .accepted)
    #expect(try await store.undecided(for: .ada, device: nil, at: .start, limit: 9).map(\.sequence) == [3, 1])
    try await store.eraseRedacted()
    #expect(!holdsSecret())
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada).isEmpty, "the server knows it")
    #expect(try await store.redactions(unsyncedOnly: false, for: .ada).count == 2)
  }

  @Test("a server that was put back to a backup is asked again, and its text is not stored once more")
  func putBack() async throws {
    var store = try await place.store()
    let items = try await filled(store)
    _ = try await redact(items[1], store)
    try await store.recordOutcomes(of: [Redaction(push: items[1].push, outcome: .hidden)], for: .ada)
    let redaction = InboxRedaction(owner: .ada, push: items[1].push)
    #expect(try await store.status(of: redaction) == .keptByOthers)
    #expect(try await store.unsyncedRedactions().isEmpty)
    try await store.eraseRedacted()
    try await store.close()
    store = try InboxStore(path: place.path)
    try await store.restart(.ada)
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada) == [items[1].push])
    try await store.recordOutcomes(of: [Redaction(push: items[1].push, outcome: .erased)], for: .ada)
    try await store.ingest(items, for: .ada)
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada) == [items[1].push], "it has the text again")
    #expect(try await store.entry(2, for: .ada).isRedacted && !holdsSecret())
    #expect(try await store.messages(for: .ada, limit: 9).isEmpty)
  }

  @Test("an item that retention has taken from here is redacted on the server all the same")
  func former() async throws {
    let store = try await place.store()
    let items = try await filled(store)
    try await store.applyServerState(.sample(1, 2, .accepted), for: .ada)
    #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
    #expect(try await redact(items[1], store).map(\.push) == [items[1].push])
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada) == [items[1].push])
    #expect(try await store.redactedPictures().map(\.picture) == [Self.picture])
    try await store.eraseRedacted()
    #expect(!holdsSecret())
    #expect(try await redact(items[1], store).isEmpty)
  }

  @Test("the message that is left of an item is redacted with it, also where no task was made of that here")
  func messageOfPruned() async throws {
    let store = try await place.store()
    try await store.ingest([InboxItem.sample(1), .sample(2, Self.payload), .sample(3)], for: .ada)
    #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
    #expect(try await store.messages(for: .ada, limit: 9).count == 1 && holdsSecret())
    var change = InboxChange.sample(1, 2, .accepted)
    change.redacted = true
    try await store.ingest([change], after: 0, for: .ada)
    #expect(try await store.messages(for: .ada, limit: 9).isEmpty)
    try await store.eraseRedacted()
    #expect(!holdsSecret())
  }

  @Test("the picture of a pushed task that nobody had decided about goes with it, though another device decided")
  func pictureOfPruned() async throws {
    for isRestarted in [false, true] {
      let place = try InboxPlaceForTests()
      let store = try await place.store()
      var items = [InboxItem.sample(1), .sample(2, Self.payload), .sample(3)]
      try await store.ingest(items, for: .ada)
      #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
      #expect(try await store.redactedPictures().isEmpty)
      if isRestarted {
        // It comes again, without its text by then.
        try await store.restart(.ada)
        (items[1].payload, items[1].redacted) = (nil, true)
        try await store.ingest(items, for: .ada)
      } else {
        var change = InboxChange.sample(1, 2, .accepted)
        change.redacted = true
        try await store.ingest([change], after: 0, for: .ada)
      }
      #expect(try await store.redactedPictures().map(\.picture) == [Self.picture])
    }
  }

  @Test(
    "the message that is left of an item is redacted with it, also where the server's numbers stand for others by now")
  func messageOfRestarted() async throws {
    let store = try await place.store()
    let items = try await filled(store)
    try await store.applyServerState(.sample(1, 2, .accepted), for: .ada)
    #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
    try await store.restart(.ada)
    #expect(try await store.messages(for: .ada, limit: 9).count == 1 && holdsSecret())
    #expect(try await redact(items[1], store).map(\.push) == [items[1].push])
    #expect(try await store.messages(for: .ada, limit: 9).isEmpty)
    try await store.eraseRedacted()
    #expect(!holdsSecret())
  }

  @Test("the message that is left of an item goes where that comes again without its text")
  func messageOfReturned() async throws {
    let store = try await place.store()
    var items = [InboxItem.sample(1), .sample(2, Self.payload), .sample(3)]
    try await store.ingest(items, for: .ada)
    #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
    try await store.restart(.ada)
    (items[1].payload, items[1].redacted) = (nil, true)
    try await store.ingest(items, for: .ada)
    #expect(try await store.messages(for: .ada, limit: 9).isEmpty)
  }

  @Test(
    "of an item that retention has taken before anybody decided, picture and text go once another device protects its task"
  )
  func undecided() async throws {
    let store = try await place.store()
    let payload = #"{"aps":{"alert":"\#(Self.secret)"},"kind":"task","image":"/v1/attachments/\#(Self.picture)"}"#
    try await store.ingest([InboxItem.sample(1), .sample(2, payload), .sample(3)], for: .ada)
    #expect(try await store.prune(olderThan: 1e9, at: .start, keeping: 1, for: .ada) == 2)
    #expect(holdsSecret(), "the control: it is in the log")
    var change = InboxChange.sample(1, 2, .accepted)
    change.redacted = true
    try await store.ingest([change], after: 0, for: .ada)
    #expect(try await store.redactedPictures().map(\.picture) == [Self.picture])
    try await store.eraseRedacted()
    #expect(!holdsSecret())
    #expect(try await store.redactions(unsyncedOnly: true, for: .ada).isEmpty, "the server knows it")
  }

  @Test("an item that comes again without its text, under the server's new numbers, leaves nothing of what it was")
  func returned() async throws {
    let store = try await place.store()
    var items = [InboxItem.sample(1), .sample(2, Self.payload), .sample(3)]
    try await store.ingest(items, for: .ada)
    try await store.restart(.ada)
    #expect(holdsSecret(), "the control: it is in the log")
    (items[1].payload, items[1].redacted) = (nil, true)
    try await store.ingest(items, for: .ada)
    #expect(try await store.redactedPictures().map(\.picture) == [Self.picture])
    try await store.eraseRedacted()
    #expect(!holdsSecret())
  }

  @Test(
    "no more than so many are remembered that nobody has decided about, the newest ones, and all of which tasks were made"
  )
  func bounded() async throws {
    let store = try await place.store()
    let count = Database.undecidedCount + 5
    let items = (1...Int64(count)).map { InboxItem.sample($0, #"{"aps":{"alert":"a"},"kind":"task"}"#) }
    try await store.ingest(items, for: .ada)
    try await store.mark(1, as: .accepted, at: .start, for: .ada)
    try await store.applyServerState(.sample(1, 1, .accepted), for: .ada)
    try await store.prune(olderThan: 1e9, at: .start, keeping: 0, for: .ada)
    for (place, isRemembered) in [(0, true), (1, false), (3, false), (4, false), (5, true), (count - 1, true)] {
      #expect(try await redact(items[place], store).isEmpty == !isRemembered, "\(place)")
    }
  }

  @Test("a file of before is opened, and asks for all changes once more, since it passed over those that redact")
  func formerFile() async throws {
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { database in
      for migration in InboxSchema.migrations.prefix(7) { try database.execute(sql: migration) }
      try database.execute(sql: "PRAGMA user_version = 7")
      try database.execute(
        sql: "INSERT INTO owners (server, user, startedAt, highest, changes, lostTold) VALUES (?, ?, 0, 1, 5, 0)",
        arguments: [InboxOwner.ada.server, withUnsafeBytes(of: InboxOwner.ada.user.uuid) { Data($0) }])
      try database.execute(
        sql: """
          INSERT INTO items (owner, sequence, push, createdAt, state, isTask, isSilent, payload, change)
          VALUES (1, 1, ?, 0, 2, 1, 0, ?, 5)
          """, arguments: [withUnsafeBytes(of: UUID().uuid) { Data($0) }, Data(Self.payload.utf8)])
    }
    try queue.close()
    let store = try InboxStore(path: place.path)
    #expect(try await store.position(of: .ada) == SequencePosition(sequence: 1, change: 0))
    var change = InboxChange.sample(6, 1, .accepted)
    change.redacted = true
    try await store.ingest([change], after: 0, for: .ada)
    try await store.eraseRedacted()
    #expect(try await store.entry(1, for: .ada).isRedacted && !holdsSecret())
  }
}
