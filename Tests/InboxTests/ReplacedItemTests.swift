import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Items whose place a newer push took")
struct ReplacedItemTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private func change(_ number: Int64, _ sequence: Int64, _ state: InboxState = .pending) -> InboxChange {
    var change = InboxChange.sample(number, sequence, state)
    change.replaced = true
    return change
  }

  private func numbers(_ store: InboxStore) async throws -> [Int64] {
    try await store.entries(limit: 9, for: .ada).map(\.sequence)
  }

  @Test("are in no list and counted nowhere, and their messages are gone")
  func gone() async throws {
    let store = try await place.store()
    try await store.ingest([InboxItem.message(1, id: 7, "old"), .sample(2), .message(3, id: 8, "new")], for: .ada)
    try await store.ingest([change(1, 1), change(2, 2)], after: 0, for: .ada)
    #expect(try await numbers(store) == [3])
    #expect(try await store.entries(after: 0, limit: 9, for: .ada).map(\.sequence) == [3])
    #expect(try await store.count(before: 3, for: .ada) == 0)
    #expect(try await store.counts(for: .ada, at: .start).unread == 1)
    #expect(try await store.undecided(for: .ada, device: nil, at: .start, limit: 9).isEmpty)
    #expect(try await store.messages(for: .ada, limit: 9).map(\.message.text) == ["new"])
    let entry = try await store.entry(2, for: .ada)
    #expect(entry.isReplaced && entry.payload == nil && entry.isExpired(at: .start) && !entry.isRedacted)
    #expect(try await store.position(of: .ada).sequence == 3)
    let unread = try await store.unreadCount(in: 1...3, for: .ada, at: .start)
    #expect(unread == 1, "what shows them together is shown anew")
  }

  @Test("are the same where the change comes before the item, or the item comes replaced")
  func otherOrders() async throws {
    let store = try await place.store()
    try await store.ingest([change(1, 1)], after: 0, for: .ada)
    var replaced = InboxItem.sample(2, nil)
    replaced.replaced = true
    var again = InboxItem.sample(3)
    try await store.ingest([.sample(1), replaced, again, .sample(4)], for: .ada)
    #expect(try await numbers(store) == [4, 3])
    // As a page that was asked for once more.
    again.replaced = true
    try await store.ingest(again, for: .ada)
    #expect(try await numbers(store) == [4])
  }

  @Test("leave the lists where the person has decided, and are emptied when the server has said that it was too late")
  func decided() async throws {
    let store = try await place.store()
    try await store.ingest([InboxItem.sample(1), .sample(2), .sample(3, state: .accepted)], for: .ada)
    try await store.mark(1, as: .accepted, at: .start, for: .ada)
    try await store.ingest([change(1, 1), change(2, 3, .accepted)], after: 0, for: .ada)
    #expect(try await numbers(store) == [3, 2])
    #expect(try await store.entry(1, for: .ada).payload != nil, "its task may have to be taken back")
    #expect(try await store.unsyncedDecisions(for: .ada).map(\.sequence) == [1])
    try await store.recordExpiry(of: 1, for: .ada)
    let entry = try await store.entry(1, for: .ada)
    #expect(entry.isExpired(at: .start) && entry.payload == nil && entry.isReplaced)
    #expect(try await numbers(store) == [3, 2])
  }

  @Test("take their pictures along, and are not remembered as redacted")
  func pictures() async throws {
    let store = try await place.store()
    let picture = UUID().uuidString
    let item = InboxItem.sample(1, #"{"aps":{"alert":"Hello"},"image":"/v1/attachments/\#(picture)"}"#)
    try await store.ingest(item, for: .ada)
    try await store.ingest([change(1, 1)], after: 0, for: .ada)
    let found = try await store.redactedPictures()
    #expect(found.map(\.picture) == [picture])
    try await store.recordPictureRemoval(of: found[0].redaction)
    #expect(try await store.redactedPictures().isEmpty)
    #expect(try await store.redactions(unsyncedOnly: false, for: .ada).isEmpty)
  }

  @Test("leave the desktop, and what took their place is shown")
  func desktop() async throws {
    let store = try await place.store()
    try await store.ingest([InboxItem.sample(1)], for: .ada)
    var situation = NoticeSituation(now: .start, device: "mine")
    situation.shown = [.item(1)]
    try await store.passShown(through: 1, for: .ada)
    try await store.ingest([change(1, 1)], after: 0, for: .ada)
    try await store.ingest([InboxItem.sample(2)], for: .ada)
    situation.shownEntries = [1: try await store.entry(1, for: .ada)]
    situation.arrived = try await store.unshown(for: .ada, limit: 9)
    let newer = try #require(situation.arrived.first)
    #expect(
      NoticePlan(situation).actions == [.withdraw(.item(1)), .show(newer, isAgain: false), .pass(through: 2)])
  }

  @Test("an item's priority is kept, and one of little interest is shown so")
  func priority() async throws {
    let store = try await place.store()
    var low = InboxItem.sample(1)
    low.priority = 5
    var unknown = InboxItem.sample(3)
    unknown.priority = 7
    try await store.ingest([low, .sample(2), unknown], for: .ada)
    for (number, isLow) in [(1, true), (2, false), (3, false)] as [(Int64, Bool)] {
      let entry = try await store.entry(number, for: .ada)
      #expect(NoticeManner(entry, try #require(entry.payload), isAgain: false).isLow == isLow)
    }
  }
}
