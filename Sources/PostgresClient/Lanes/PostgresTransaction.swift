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
}
#endif
