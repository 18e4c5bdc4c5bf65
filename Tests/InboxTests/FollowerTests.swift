import Foundation
import ServerAPI
import Testing

@testable import Inbox

@Suite("Followers and topics")
struct FollowerTests {
  private let place: InboxPlaceForTests
  private let grace = Follower(user: UUID(), name: "grace", since: .start + 10)
  private let alan = Follower(user: UUID(), name: "alan", since: .start + 20)

  init() throws { place = try InboxPlaceForTests() }

  private func answer(_ followers: [Follower]) -> Followers {
    Followers(total: followers.count, followers: followers, asOf: .start + 100)
  }

  @Test("who is new is so until the user was shown it, and the time of the query is kept")
  func new() async throws {
    let store = try await place.store()
    #expect(try await store.lastQuery(of: .followers, for: .ada) == .start)
    try await store.save(answer([alan, grace]), for: .ada)
    #expect(try await store.lastQuery(of: .followers, for: .ada) == .start + 100)
    #expect(try await store.newFollowers(for: .ada, limit: 9) == [alan, grace])
    try await store.passFollowers(through: grace.since, for: .ada)
    // The server tells of the last second again.
    try await store.save(answer([alan, grace]), for: .ada)
    #expect(try await store.newFollowers(for: .ada, limit: 9) == [alan])
    var again = grace
    again.since = .start + 50
    try await store.save(answer([again]), for: .ada)
    #expect(try await store.newFollowers(for: .ada, limit: 9) == [again, alan])
    try await store.begin(.elsewhere, at: .start)
    #expect(try await store.newFollowers(for: .elsewhere, limit: 9).isEmpty)
  }

  @Test("a follower is found by name, and where two have it both are")
  func named() async throws {
    let store = try await place.store()
    let other = Follower(user: UUID(), name: "grace", since: .start)
    try await store.save(answer([alan, grace, other]), for: .ada)
    #expect(try await store.followers(named: "alan", for: .ada) == [alan])
    #expect(try await store.followers(named: "grace", for: .ada).count == 2)
    #expect(try await store.followers(named: "ala", for: .ada).isEmpty)
  }

  @Test("opening the messages reads what is about them, and nothing else")
  func topics() async throws {
    let store = try await place.store()
    let payloads = [
      InboxItem.task, #"{"kind":"comment"}"#, #"{"kind":"like"}"#, #"{"kind":"message"}"#, #"{"kind":"follow"}"#,
      #"{"aps":{"alert":"Hello"}}"#, #"{"kind":"task","jsondata":{"id":1,"message":"m","sendername":"s"}}"#,
    ]
    for (sequence, payload) in zip(Int64(1)..., payloads) {
      try await store.ingest(InboxItem.sample(sequence, payload), for: .ada)
    }
    try await store.ingest(InboxItem.message(8, id: 1, "Hello"), for: .ada)
    #expect(try await store.markRead(.messages, at: .start, for: .ada) == 4)
    #expect(try await store.unsyncedDecisions(for: .ada).map(\.sequence) == [2, 3, 4, 8])
    #expect(try await store.counts(for: .ada, at: .start).unread == 4)
    #expect(try await store.markRead(.followers, at: .start, for: .ada) == 1)
    #expect(try await store.markRead(.messages, at: .start, for: .ada) == 0)
  }

  @Test("items that nobody has looked at are counted by their numbers")
  func open() async throws {
    let store = try await place.store()
    for sequence in 1...6 as ClosedRange<Int64> { try await store.ingest(InboxItem.sample(sequence), for: .ada) }
    try await store.ingest(InboxItem.sample(7, #"{"aps":{"alert":"Hello"}}"#), for: .ada)
    try await store.mark(2, as: .read, at: .start, for: .ada)
    try await store.mark(3, as: .rejected, at: .start, for: .ada)
    try await store.mark(7, as: .read, at: .start, for: .ada)
    #expect(try await store.unreadCount(in: 1...7, for: .ada, at: .start) == 4)
    #expect(try await store.unreadCount(in: 2...4, for: .ada, at: .start) == 1)
    #expect(try await store.unreadCount(in: 7...7, for: .ada, at: .start) == 0)
  }
}
