#if Postgres
internal import FoundationEssentials
internal import PostgresClient

/// What nodes share, in tables that are in no log and on no standby: each statement is a transaction of its own, and waits for no disk.
struct PostgresNodes: NodeStorage {
  let reads: PostgresLanes
  let writes: PostgresLanes
  let news: PostgresFeed
  /// Who this node is, as long as it runs.
  private let id = UUID()

  init(reads: PostgresLanes, writes: PostgresLanes, news: PostgresFeed) {
    (self.reads, self.writes, self.news) = (reads, writes, news)
  }

  private static let clock = PostgresStatement(
    "vault_clock", "SELECT pg_catalog.clock_timestamp()", .reads, giving: PostgresTimestamp.self)

  func now() async throws -> Date {
    do throws(PostgresError) {
      let moments = try await reads.look(patience: PostgresEngine.patience) { (transaction) throws(PostgresError) in
        try transaction.run(Self.clock())
      }
      guard let moment = moments.first else { throw PostgresError(.programming) }
      return moment.date
    } catch { throw error.told }
  }

  var figures: SharingFigures {
    SharingFigures(
      lanes: [("writing", LaneFigures(writes.statistics)), ("reading", LaneFigures(reads.statistics))],
      pokes: news.pokes)
  }

  // MARK: Channels that devices open

  /// A number that was forgotten is below those that come: they are microseconds since 1970.
  private static let open = PostgresStatement(
    "vault_open_device",
    """
    INSERT INTO vault.openings (device, number)
    VALUES ($1, (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint)
    ON CONFLICT (device) DO UPDATE SET number = greatest(excluded.number, openings.number + 1) RETURNING number
    """, taking: String.self, giving: Int64.self)
  private static let openings = PostgresStatement(
    "vault_openings", "SELECT device, number FROM vault.openings WHERE device = ANY($1)", .reads,
    taking: [String].self, giving: String.self, Int64.self)

  func open(device: String) async throws -> Int64 {
    let numbers = try await change(Self.open(device))
    news.poke()
    guard let number = numbers.first else { throw PostgresError(.programming) }
    return number
  }

  func openings(of devices: [String]) async throws -> [String: Int64] {
    do throws(PostgresError) {
      let rows = try await reads.run(Self.openings(devices), patience: PostgresEngine.patience)
      return Dictionary(rows) { $1 }
    } catch { throw error.told }
  }

  // MARK: Work that one of them does

  /// No lease is for more than a day: one that ends later is of a clock that was set back, or of nobody.
  private static let lease = PostgresStatement(
    "vault_lease",
    """
    INSERT INTO vault.leases (name, node, ends)
    VALUES ($1, $2, (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint + $3)
    ON CONFLICT (name) DO UPDATE SET node = excluded.node, ends = excluded.ends
    WHERE leases.node = excluded.node
      OR leases.ends NOT BETWEEN excluded.ends - $3 + 1 AND excluded.ends - $3 + 86400000000 RETURNING name
    """, taking: String.self, UUID.self, Int64.self, giving: String.self)

  func lease(_ work: String, for time: Duration) async throws -> Bool {
    try await !change(Self.lease(work, id, Int64(time / .microseconds(1)))).isEmpty
  }

  /// Runs one statement alone: what it locks nobody else keeps until the end of a batch.
  func change<Row: Sendable>(_ call: PostgresCall<Row>) async throws -> [Row] {
    do throws(PostgresError) {
      return try await writes.look(patience: PostgresEngine.patience) { (transaction) throws(PostgresError) in
        try transaction.run(call)
      }
    } catch { throw error.told }
  }
}

extension LaneFigures {
  fileprivate init(_ lanes: LaneStatistics) {
    self.init(
      waiting: lanes.waiting, commits: lanes.commits, statements: lanes.statements, repeated: lanes.repeated,
      doubts: lanes.doubts, refused: lanes.refused, connections: lanes.connections,
      failedConnections: lanes.failedConnections)
  }
}
#endif
