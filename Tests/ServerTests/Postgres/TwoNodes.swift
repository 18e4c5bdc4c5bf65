#if Postgres
import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// People, each with a device, and two nodes that serve them.
struct TwoNodes: Sendable {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  let nodes: [PostgresStorage]
  let people: [UUID]

  init(_ count: Int) async throws {
    let place = try PrivateStorage()
    nodes = [try place.storage(), try place.storage()]
    people = (0..<count).map { _ in UUID() }
    for (number, id) in people.enumerated() {
      let email = try #require(EmailAddress("p\(number)@example.org"))
      try await nodes[0].add(StoredAccount(id: id, email: email, passwordHash: "hash", createdAt: Self.now))
      let device = Device(
        token: TwoNodes.device(number), platform: "linux", name: "laptop", registeredAt: Self.now, lastSeenAt: Self.now)
      _ = try await nodes[1].register(device, of: id, atMost: 3)
    }
  }

  static func device(_ number: Int) -> String { "device-device-device-\(number)" }

  /// All items of an inbox, as a node reads them.
  func items(of person: UUID, on node: Int) async throws -> [InboxItem] {
    var items: [InboxItem] = []
    while true {
      let page = try await nodes[node].inbox(of: person, after: items.last?.sequence ?? 0, limit: 200, now: Self.now)
      if page.items.isEmpty { return items }
      items += page.items
    }
  }

  /// Does something so many times at once, on one node and the other in turn.
  func atOnce<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (PostgresStorage, Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for number in 0..<count { group.addTask { try await body(nodes[number % 2], number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
#endif
