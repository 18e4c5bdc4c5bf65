#if Postgres
internal import LinuxSystem

/// A transaction under way, on the thread of its lane.
public struct PostgresTransaction {
  private let connection: PostgresConnection
  private let deadline: Deadline

  init(_ connection: PostgresConnection, until deadline: Deadline) {
    self.connection = connection
    self.deadline = deadline
  }

  /// Runs one statement.
  ///
  /// - Returns: its rows.
  /// - Throws: ``PostgresError``. The transaction is lost then, and is to be left with this error.
  public func run<Row>(_ call: PostgresCall<Row>) throws(PostgresError) -> [Row] {
    try connection.run(call, until: deadline)
  }

  /// Runs one statement that the program has put together.
  ///
  /// - Returns: what the server answered, for this thread.
  /// - Throws: ``PostgresError``, as for one with a name.
  public func run(_ call: DynamicCall) throws(PostgresError) -> DynamicResult {
    try connection.run(call, until: deadline)
  }
}

/// What a transaction sees of others, and whether it writes. Each says so itself, whatever the database has for a default.
public enum PostgresIsolation: String, Sendable {
  /// Each statement sees what is committed when it begins; rows are locked by `FOR UPDATE` before anything is decided on them.
  case readCommitted = "READ COMMITTED READ WRITE"
  /// All statements see what was committed when the first began; nothing is written.
  case snapshot = "REPEATABLE READ READ ONLY"

  var effect: StatementEffect { self == .snapshot ? .reads : .once }
}
#endif
