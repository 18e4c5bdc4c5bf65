#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import ServerAPI
import Testing

@testable import VaultServer

/// What the engine makes of what happens in PostgreSQL.
@Suite("PostgreSQL's engine", .timeLimit(.minutes(3)))
struct PostgresEngineTests {
  private struct OwnError: Error, Equatable {}

  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func account(_ email: String) throws -> StoredAccount {
    StoredAccount(id: UUID(), email: try #require(EmailAddress(email)), passwordHash: "hash", createdAt: now)
  }

  private func push(to user: UUID) -> StoredPush {
    StoredPush(
      id: UUID(), sender: .token(UUID()), recipient: .alias(user), idempotencyKey: nil, payload: "{}", createdAt: now,
      expiresAt: nil)
  }

  private func count(_ storage: PostgresStorage) async throws -> Int? {
    try await storage.read { try $0.value("SELECT count(*) FROM accounts") }
  }

  @Test("parameters are numbered, but for what stands in quotes and comments")
  func placeholders() {
    for (sql, expected) in [
      ("a = ? AND b = ?", "a = $1 AND b = $2"), ("?2, ?1, ?12", "$2, $1, $12"),
      ("'?' = \"?\" AND ?", "'?' = \"?\" AND $1"),
      ("'it''s ?' = ?", "'it''s ?' = $1"), ("a -- ? it's\n= ?", "a -- ? it's\n= $1"), ("a - ?", "a - $1"),
      ("'open ?", "'open ?"),
    ] {
      #expect(PostgresPlaceholders.rewrite(sql) == expected)
    }
  }

  @Test("an error of the caller's own takes back what was done, and so does a row that is there already")
  func takenBack() async throws {
    let storage = try PrivateStorage().storage()
    let ada = try account("ada@example.org")
    await #expect(throws: OwnError()) {
      try await storage.write { transaction in
        try transaction.insert(ada)
        throw OwnError()
      }
    }
    try await storage.add(ada)
    let (bob, again) = (try account("bob@example.org"), try account("ada@example.org"))
    await #expect(throws: UniqueRowError.self) {
      try await storage.write { transaction in
        try transaction.insert(bob)
        // Whoever looks away has lost the transaction all the same.
        try? transaction.insert(again)
      }
    }
    #expect(try await count(storage) == 1)
    #expect(storage.figures.isWritable)
  }

  @Test("a read sees one moment, and writes nothing")
  func reads() async throws {
    let place = try PrivateStorage()
    let (one, other) = (try place.storage(), try place.storage())
    let ada = try account("ada@example.org")
    let counts = try await one.read { transaction in
      let before: Int? = try transaction.value("SELECT count(*) FROM accounts")
      let written = DispatchSemaphore(value: 0)
      Task {
        try await other.add(ada)
        written.signal()
      }
      written.wait()
      return [before, try transaction.value("SELECT count(*) FROM accounts")]
    }
    #expect(counts == [0, 0])
    #expect(try await count(one) == 1)
    await #expect(throws: (any Error).self) {
      try await one.read { try $0.execute("DELETE FROM accounts", []) }
    }
    #expect(try await count(one) == 1)
  }

  @Test("a push that is found was written to the log once more, so that a standby is waited for")
  func barrier() async throws {
    let place = try PrivateStorage()
    let storage = try place.storage()
    let ada = try account("ada@example.org")
    try await storage.add(ada)
    let observer = try PrivateStorage.databases.get().cluster.connect()
    func log() throws -> PostgresField? {
      try observer.run(
        DynamicCall("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint", .reads), until: .after(seconds: 60)
      ).rows.first?.field(0)
    }
    let plain = push(to: ada.id)
    var collapsing = push(to: ada.id)
    collapsing.manner = PushManner(collapseID: "same")
    for push in [plain, collapsing] {
      let first = try await storage.append(push)
      let before = try log()
      #expect(try await storage.append(push) == first)
      #expect(try log() != before)
    }
  }

  @Test("a database that is away is a problem that passes, of which a server says so until it can write again")
  func away() async throws {
    let cluster = try PrivateCluster()
    try cluster.execute("CREATE ROLE node LOGIN")
    let owner = try cluster.connect()
    _ = try PostgresSchema.upgrade(owner)
    try cluster.execute("GRANT \(PostgresRoles.nodes) TO node")
    let storage = PostgresStorage(try PostgresEngine(try cluster.address(as: "node")))
    let ada = try account("ada@example.org")
    try await storage.add(ada)
    let first = push(to: ada.id)
    let outcome = try await storage.append(first)
    cluster.kill()
    await #expect(throws: StorageProblem.self) { try await storage.append(push(to: ada.id)) }
    await #expect(throws: StorageProblem.self) { try await storage.sequences(of: ada.id) }
    #expect(!storage.figures.isWritable)
    await #expect(throws: StorageProblem.self) { try await storage.ping() }
    try cluster.start()
    try await storage.ping()
    #expect(storage.figures.isWritable)
    #expect(try await storage.append(first) == outcome)
    #expect(try await storage.sequences(of: ada.id)?.inbox.highest == 1)
  }

  @Test("pushes of many callers are committed together, whichever of them can't be stored")
  func together() async throws {
    let storage = try PrivateStorage().storage()
    let people = try (0..<4).map { try account("p\($0)@example.org") }
    for person in people { try await storage.add(person) }
    let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
      for number in 0..<200 {
        group.addTask {
          var push = self.push(to: number % 10 == 9 ? UUID() : people[number % 4].id)
          push.idempotencyKey = "\(number)"
          return try await storage.append(push)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { if case .stored = $0 { true } else { false } } == 180)
    #expect(outcomes.count { $0 == .noRecipient } == 20)
    let statistics = storage.engine.statistics
    #expect(statistics.statements >= 200 && statistics.commits < 150, "\(statistics)")
    var total: Int64 = 0
    for person in people { total += try await storage.sequences(of: person.id)?.inbox.highest ?? 0 }
    #expect(total == 180)
  }
}
#endif
