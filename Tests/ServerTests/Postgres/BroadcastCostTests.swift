#if Postgres
import Foundation
import ServerAPI
import Testing

@testable import VaultServer

/// How much PostgreSQL looks at to put what goes to many into some more inboxes, before it knows how large its tables are.
@Suite("The cost of broadcasts", .timeLimit(.minutes(3)))
struct BroadcastCostTests {
  private static let people = 6_000
  private static let step = 500

  /// How many rows, and entries of indexes, this transaction has looked at.
  private static func count(_ transaction: any SQLTransaction) throws -> Int {
    try transaction.value(
      """
      SELECT CAST(sum(pg_stat_get_xact_tuples_returned(oid)) AS bigint) FROM pg_class
      WHERE relnamespace = CAST('vault' AS regnamespace)
      """) ?? 0
  }

  @Test("of one that takes another's place, and of the first of its collapse id, is that of reading the tables once")
  func collapse() async throws {
    let storage = try PrivateStorage().storage()
    try await storage.write { transaction in
      _ = try transaction.execute(
        """
        INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt)
        SELECT gen_random_uuid(), name, name, 'hash', 0
        FROM generate_series(1, ?) AS n, concat('p', n, '@example.org') AS name
        """, [Self.people])
    }
    let sender = PushSender.token(UUID())
    for payload in ["1", "2"] {
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: sender, recipient: .everyone, payload: payload, createdAt: TwoNodes.now,
          manner: PushManner(collapseID: "x")))
      var steps = 0
      while let place = try await storage.nextBroadcasts().first {
        let (step, count) = try await storage.write { transaction in
          let before = try Self.count(transaction)
          let step = try transaction.spread(place.push, limit: Self.step)
          return (step, try Self.count(transaction) - before)
        }
        guard case .put = step else {
          Issue.record("\(step)")
          return
        }
        steps += 1
        // Each of the accounts of a step against all that have the collapse id would be a hundred times as much.
        #expect(count > 0 && count < 25 * Self.people, "push \(payload), step \(steps): \(count)")
      }
      #expect(steps >= Self.people / Self.step)
    }
  }
}
#endif
