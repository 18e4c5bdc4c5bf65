import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Items with a picture")
struct InboxPictureTests {
  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  private static func payload(_ image: String?) -> String {
    #"{"aps":{"alert":"Tea"}\#(image.map { #","image":"\#($0)""# } ?? "")}"#
  }

  private static let own = payload("/v1/attachments/\(UUID())")
  private static let foreign = payload("https://e.example/v1/attachments/\(UUID())")
  private static let plain = payload(nil)

  private func store(_ payloads: String?...) async throws -> InboxStore {
    let store = try await place.store()
    try await store.ingest(zip(1..., payloads).map { .sample($0, $1) }, for: .ada)
    return store
  }

  /// What is found: the item, its position, and how many there are.
  private func find(_ choice: InboxStore.PictureChoice, in store: InboxStore) async throws -> [Int?] {
    let found = try await store.picture(choice, isOn: { $0 == nil }, for: .ada)
    return [found.entry.map { Int($0.sequence) }, found.position, found.count]
  }

  @Test("the newest is first until one was opened, and then the one that was opened last, whatever the clock said")
  func opening() async throws {
    let store = try await store(Self.own, Self.plain, Self.own, Self.own)
    #expect(try await find(.lastOpened, in: store) == [4, 1, 3])
    try await store.open(3, at: .start + 100, for: .ada)
    try await store.open(1, at: .start, for: .ada)
    #expect(try await find(.lastOpened, in: store) == [1, 3, 3])
    // What has no picture, and what was opened last already, changes nothing.
    try await store.open(2, at: .start, for: .ada)
    try await store.open(1, at: .start, for: .ada)
    #expect(try await find(.lastOpened, in: store) == [1, 3, 3])
    try await store.open(3, at: .start, for: .ada)
    try await store.close()
    let again = try InboxStore(path: place.path)
    #expect(try await find(.lastOpened, in: again) == [3, 2, 3])
    #expect(try await again.entry(2, for: .ada).state == .read)
    await #expect(throws: InboxStoreError.self) { try await again.open(9, at: .start, for: .ada) }
  }

  @Test("neighbours are those with a picture on the own server; beyond the ends there is none")
  func neighbours() async throws {
    let store = try await store(Self.own, Self.foreign, Self.plain, Self.own, Self.plain)
    #expect(try await find(.older(than: 4), in: store) == [1, 2, 2])
    #expect(try await find(.newer(than: 1), in: store) == [4, 1, 2])
    #expect(try await find(.newer(than: 4), in: store) == [nil, nil, 2])
    #expect(try await find(.older(than: 1), in: store) == [nil, nil, 2])
    #expect(try await find(.item(3), in: store) == [3, nil, 2])
    #expect(try await find(.older(than: 3), in: store) == [1, 2, 2])
    await #expect(throws: InboxStoreError.self) { try await find(.item(9), in: store) }
    let everywhere = try await store.picture(.lastOpened, isOn: { _ in true }, for: .ada)
    #expect(everywhere.count == 3 && everywhere.entry?.sequence == 4)
  }

  @Test(
    "where none has a picture there is none, and one that was deleted or whose place another took has none any more")
  func none() async throws {
    let store = try await store(Self.own, Self.own, Self.own, Self.plain)
    try await store.open(2, at: .start, for: .ada)
    _ = try await store.redact([2], for: .ada)
    #expect(try await find(.lastOpened, in: store) == [3, 1, 2])
    var change = InboxChange.sample(1, 3, .pending)
    change.replaced = true
    try await store.ingest([change], after: 0, for: .ada)
    #expect(try await find(.lastOpened, in: store) == [1, 1, 1])
    _ = try await store.redact([1], for: .ada)
    #expect(try await find(.lastOpened, in: store) == [nil, nil, 0])
  }
}
