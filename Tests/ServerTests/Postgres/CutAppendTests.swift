#if Postgres
import Foundation
import PostgresClient
import PostgresTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Pushes whose connection with the database is cut somewhere.
@Suite("Pushes that are cut off", .timeLimit(.minutes(4)))
struct CutAppendTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("are stored once when they are asked for again, wherever it was", arguments: [nil, "same"])
  func cut(_ collapse: String?) async throws {
    let cluster = try PrivateCluster()
    _ = try PostgresSchema.upgrade(try cluster.connect())
    let proxy = try CuttingProxy(to: cluster)
    let lanes = PostgresEngine.Lanes(writing: 1, reading: 1)
    let storage = PostgresStorage(try PostgresEngine(try PrivateCluster.address(proxy.address()), lanes: lanes))
    let ada = StoredAccount(
      id: UUID(), email: try #require(EmailAddress("ada@example.org")), passwordHash: "hash", createdAt: now)
    try await storage.add(ada)
    func push() -> StoredPush {
      StoredPush(
        id: UUID(), sender: .token(ada.id), recipient: .alias(ada.id), idempotencyKey: nil, payload: "{}",
        createdAt: now, expiresAt: nil, manner: PushManner(collapseID: collapse))
    }
    _ = try await storage.append(push())
    proxy.cut(after: nil, from: .server)
    _ = try await storage.append(push())
    let whole = proxy.passed(from: .server)
    for part in 0..<6 {
      let push = push()
      proxy.cut(after: whole * (2 * part + 1) / 12, from: .server)
      // It may be known to be stored by now, or not.
      let first = await Result { try await storage.append(push) }
      proxy.cut(after: nil, from: .server)
      if case .failure(let error) = first { #expect(error is StorageProblem) }
      let outcome = try await storage.append(push)
      guard case .stored(_, let places, _, _) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(places == [ada.id: Int64(part) + 3])
    }
    #expect(try await storage.sequences(of: ada.id)?.inbox.highest == 8)
    await storage.engine.close()
    proxy.close()
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
#endif
