import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Messages that come with pushes")
struct PushedMessageTests {
  private static let bob = ItemSender(kind: .person, name: "bob", id: UUID())
  private static let eve = ItemSender(kind: .person, name: "bob", id: UUID())
  private static let weather = ItemSender(kind: .program, name: "weather")

  private let place: InboxPlaceForTests

  init() throws { place = try InboxPlaceForTests() }

  @Test("no sender takes the place of another's message, whatever number and name theirs has")
  func senders() async throws {
    let store = try await place.store()
    let senders = [Self.bob, Self.eve, Self.weather, ItemSender(kind: .unknown, name: "weather"), nil]
    let items = zip(1..., senders).map { InboxItem.message($0, id: 7, "text \($0)", by: $1) }
    try await store.ingest(items, for: .ada)
    let messages = try await store.messages(for: .ada, limit: 10)
    #expect(messages.map(\.message.text) == ["text 5", "text 4", "text 3", "text 2", "text 1"])
    #expect(messages.map(\.sender) == senders.reversed())
    #expect(Set(messages.map(\.number)).count == senders.count)
  }

  @Test("a newer version takes the place of its sender's, also after a change of their name, and is the same message")
  func versions() async throws {
    let store = try await place.store()
    try await store.ingest(
      [.message(1, id: 7, "one", by: Self.bob), .message(2, id: 7, "rain", by: Self.weather)], for: .ada)
    let before = try await store.messages(for: .ada, limit: 10)
    let renamed = ItemSender(kind: .administrator, name: "robert", id: Self.bob.id)
    try await store.ingest(
      [.message(3, id: 7, "sun", by: Self.weather), .message(4, id: 7, "two", by: renamed)], for: .ada)
    let after = try await store.messages(for: .ada, limit: 10)
    #expect(after.map(\.message.text) == ["two", "sun"])
    #expect(after.map(\.sender) == [renamed, Self.weather])
    #expect(Set(after.map(\.number)) == Set(before.map(\.number)))
  }
}
