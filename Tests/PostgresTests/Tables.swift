#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Synchronization

/// A table that tests write to, empty at first, and a row that can be locked.
final class Tables: Sendable {
  static let insert = PostgresStatement(
    "insert_row", "INSERT INTO rows (id, number) VALUES ($1, $2) RETURNING number", taking: UUID.self, Int64.self,
    giving: Int64.self)
  /// Finds its own earlier work.
  static let append = PostgresStatement(
    "append_row",
    """
    WITH put AS (INSERT INTO rows (id, number) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING number)
    SELECT number, false FROM put UNION ALL SELECT number, true FROM rows WHERE id = $1
    """, .idempotent, taking: UUID.self, Int64.self, giving: Int64.self, Bool.self)
  static let touch = PostgresStatement(
    "touch_lock", "UPDATE locks SET number = number + 1 WHERE id = $1 RETURNING number", taking: Int64.self,
    giving: Int64.self)
  static let exists = PostgresStatement(
    "row_exists", "SELECT EXISTS (SELECT FROM rows WHERE id = $1)", .reads, taking: UUID.self,
    giving: Bool.self)
  static let sessions = PostgresStatement(
    "sessions", "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'", giving: Int64.self)
  static let waiting = PostgresStatement(
    "waiting", "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'", giving: Int64.self)
  private static let counted = PostgresStatement("count_rows", "SELECT count(*) FROM rows", giving: Int64.self)

  /// Ends all sessions but the one that asks.
  static let endOthers = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
    """

  let cluster: PrivateCluster

  /// Makes them, in the cluster that all share unless another is given.
  init(_ cluster: PrivateCluster? = nil) throws {
    self.cluster = try cluster ?? PrivateCluster.shared.get()
    try self.cluster.execute(
      """
      DROP TABLE IF EXISTS rows, locks; CREATE TABLE rows (id uuid PRIMARY KEY, number int8 NOT NULL); \
      CREATE TABLE locks (id int8 PRIMARY KEY, number int8 NOT NULL); INSERT INTO locks VALUES (0, 0), (1, 0)
      """)
  }

  /// How many rows there are.
  func count() throws -> Int { try Int(cluster.connect().run(Self.counted(), until: .after(seconds: 60)).first ?? -1) }

  /// Whether a row is there.
  func has(_ id: UUID) throws -> Bool {
    try cluster.connect().run(Self.exists(id), until: .after(seconds: 60)).first ?? false
  }

  /// How many sessions wait for a lock.
  func waitingForLocks() throws -> Int {
    try Int(cluster.connect().run(Self.waiting(), until: .after(seconds: 60)).first ?? -1)
  }

  private let held = Mutex<Locked?>(nil)

  private final class Locked: @unchecked Sendable {
    // Proof for @unchecked: one test uses it at a time, and libpq lets one thread after the other have a connection.
    let connection: PostgresConnection
    init(_ connection: sending PostgresConnection) { self.connection = connection }
    deinit {
      do { try connection.execute("ROLLBACK", until: .after(seconds: 60)) } catch {
        print("the lock ended with \(error)")
      }
    }
  }

  /// Holds the lock of the row 0 until `unlock`, or the end of `body`.
  func whileLocked(_ body: () async throws -> Void) async throws {
    try lock()
    defer { unlock() }
    try await body()
  }

  private func lock() throws {
    let connection = try PostgresConnection.open(cluster.address(), until: .after(seconds: 60), statementPatience: nil)
    try connection.execute("BEGIN; UPDATE locks SET number = number WHERE id = 0", until: .after(seconds: 60))
    let locked = Locked(connection)
    held.withLock { $0 = locked }
  }

  /// Lets go of the lock.
  func unlock() { held.withLock { $0 = nil } }
}
#endif
