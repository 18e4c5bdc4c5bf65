#if Postgres
internal import FoundationEssentials
internal import LinuxSystem
internal import PostgresClient
internal import Synchronization

/// PostgreSQL as what ``RelationalStorage`` keeps everything in: lanes for what writes, and others for what reads, since a read in a lane of writes
/// waits for their commit.
///
/// A write is READ COMMITTED: it locks whose rows it decides on before it reads them. A read of several statements sees one moment.
struct PostgresEngine: SQLEngine {
  let figures = StorageFigures()
  private let writes: PostgresLanes
  private let reads: PostgresLanes
  /// What other nodes did; nil for a command, which hears of nothing.
  private let news: PostgresFeed?
  /// What is shared with them; nil for a command.
  let nodes: (any NodeStorage)?

  /// How many connections there are of each kind.
  struct Lanes {
    var writing = 4
    var reading = 4
  }

  /// How long a caller waits before the database counts as away.
  static let patience = Duration.seconds(5)
  private let patience: Duration
  /// What a client is told to wait before it comes again.
  static let pause = Duration.seconds(1)

  /// Begins to work with a database whose shape fits; it connects when there is something to do.
  ///
  /// - Parameters:
  ///   - listens: whether it is to hear what other nodes do.
  ///   - patience: how long a caller waits before the database counts as away.
  /// - Throws: ``PostgresError/Kind/configuration`` when the system has no threads to give.
  init(
    _ address: PostgresAddress, lanes: Lanes = Lanes(), listens: Bool = false, patience: Duration = Self.patience
  ) throws(PostgresError) {
    self.patience = patience
    let address = address.using(schema: "vault")
    writes = try PostgresLanes(address, count: lanes.writing)
    reads = try PostgresLanes(address, count: lanes.reading)
    let news = listens ? try PostgresFeed(address, reads: reads, writes: writes) : nil
    nodes = news.map { [reads, writes] in PostgresNodes(reads: reads, writes: writes, news: $0) }
    self.news = news
  }

  var feed: (any StorageFeed)? { news }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    let (value, hasWritten) = try await watched(isWrite: true) { (foreign) throws(PostgresError) in
      try await writes.transaction(patience: patience) { (transaction) throws(PostgresError) in
        let session = PostgresSession(transaction, .once)
        let value = try session.run(body, foreign)
        let hasWritten = session.hasWritten
        try session.waitForStandby()
        return (value, hasWritten)
      }
    }
    if hasWritten { recordWrite() }
    return value
  }

  /// Runs one statement that finds its own earlier work, committed together with those of others.
  ///
  /// - Parameter owner: whose rows it locks first.
  /// - Returns: its first row.
  func appendTogether<Row: Sendable>(_ call: PostgresCall<Row>, of owner: UUID?) async throws -> Row? {
    let rows = try await watched(isWrite: true) { _ throws(PostgresError) in
      try await writes.run(call, of: owner, patience: patience)
    }
    recordWrite()
    return rows.first
  }

  private func recordWrite() {
    figures.recordWrite()
    news?.poke()
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    try await watched(isWrite: false) { (foreign) throws(PostgresError) in
      try await reads.transaction(.snapshot, patience: patience) { (transaction) throws(PostgresError) in
        try PostgresSession(transaction, .reads).run(body, foreign)
      }
    }
  }

  func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    try await watched(isWrite: false) { (foreign) throws(PostgresError) in
      try await reads.look(patience: patience) { (transaction) throws(PostgresError) in
        try PostgresSession(transaction, .reads).run(body, foreign)
      }
    }
  }

  func ping() async throws {
    _ = try await lookUp { try $0.row("SELECT 1 FROM accounts LIMIT 1", []) == nil }
    guard !figures.isWritable else { return }
    // It writes a record to the log, which the standby is to have before this returns.
    try await write { _ in }
    figures.recordWrite()
  }

  func byteCount() async throws -> Int {
    try await lookUp { try $0.value("SELECT pg_database_size(current_database())") ?? 0 }
  }

  /// Does nothing: in PostgreSQL what was erased stays in its pages until they are vacuumed, and in its log until that is recycled, on the standby
  /// and in backups, too. That is the administrator's (docs/security.md).
  func eraseTraces(upTo byteCount: Int) async throws {}

  /// What the lanes that write have done so far.
  var statistics: LaneStatistics { writes.statistics }

  /// Takes in nothing more, and ends the connections once what is under way is done.
  func close() async {
    news?.close()
    await writes.close()
    await reads.close()
  }

  // MARK: Problems

  /// Does something, and says in the storage's words what went wrong.
  private func watched<Value>(
    isWrite: Bool, _ body: (ForeignError) async throws(PostgresError) -> Value
  ) async throws -> Value {
    let foreign = ForeignError()
    do throws(PostgresError) { return try await body(foreign) } catch {
      // It is what `body` has thrown, and nothing of it was done.
      if error.kind == .cancelled { throw foreign.error ?? CancellationError() }
      let told = error.told
      if let problem = told as? StorageProblem { figures.record(problem, isWrite: isWrite) }
      throw told
    }
  }
}

/// Stores everything in a PostgreSQL database, together with other nodes.
typealias PostgresStorage = RelationalStorage<PostgresEngine>

/// What somebody threw in a transaction that is none of the database's business.
final class ForeignError: Sendable {
  private let kept = Mutex<(any Error)?>(nil)
  var error: (any Error)? { kept.withLock { $0 } }
  func keep(_ error: any Error) { kept.withLock { $0 = error } }
}

extension PostgresError {
  /// What the storage says of it. A doubt is asked again by whoever can: what finds its earlier work.
  var told: any Error {
    switch kind {
    case .unavailable where state == "53100": StorageProblem.unavailable(retryAfter: PostgresEngine.pause, cause: .full)
    case .unavailable where state?.hasPrefix("58") == true:
      StorageProblem.unavailable(retryAfter: PostgresEngine.pause, cause: .failing)
    case .unavailable, .inDoubt: StorageProblem.unavailable(retryAfter: PostgresEngine.pause)
    case .tooBusy, .retry: StorageProblem.tooBusy
    case .unique: UniqueRowError()
    case .cancelled: CancellationError()
    case .gone, .stale, .configuration, .programming: self
    }
  }
}
#endif
