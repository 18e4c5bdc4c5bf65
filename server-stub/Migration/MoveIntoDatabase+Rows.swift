#if Postgres
internal import GRDB
internal import LinuxSystem
internal import PostgresClient

/// The rows, on their way into the database.
extension MoveIntoDatabase {
  /// Moves all rows in one transaction, and compares them before it is committed.
  ///
  /// - Parameter counts: what was moved, also where nobody knows whether the commit came to something.
  func transfer(
    _ mark: MoveMark, _ file: MoveFile, _ connection: PostgresConnection, _ counts: inout [MoveReport.Table]
  ) throws {
    try file.queue.read { sqlite in
      let tables = try TableCatalogue.tables(sqlite, connection)
      try MoveChecks.requireWhole(sqlite, tables)
      try database.transaction(connection) { connection in
        try database.lockTables(connection)
        try database.requireEmpty(connection)
        try connection.execute("DELETE FROM numbering", until: .after(seconds: 60))
        let keys = try ForeignKeys.leaveOut(connection)
        let read = try tables.map { try copy($0, sqlite, connection) }
        progress.begin("checking")
        try keys.putBack(connection)
        for (table, fingerprint) in zip(tables, read) { try requireSame(table, fingerprint, connection) }
        try MoveChecks.requireGapless(connection)
        for table in tables { try setNumber(of: table, connection) }
        // What triggers have noted of conversations is news to nobody.
        try connection.execute("DELETE FROM happenings", until: .after(seconds: MoveDatabase.longest))
        let names = tables.map(\.lowerName).joined(separator: ", ")
        try connection.execute("ANALYZE \(names)", until: .after(seconds: MoveDatabase.longest))
        try PostgresSchema.noteArrival(mark, connection)
        try file.requireSame()
        counts = zip(tables, read).map { MoveReport.Table(name: $0.name, rows: $1.rowCount) }
      }
    }
  }

  /// Begins to tell of a table of the file's.
  func begin(_ what: String, _ table: MovedTable, _ sqlite: Database) throws {
    progress.begin("\(what) \(table.name)", of: try Int.fetchOne(sqlite, sql: "SELECT count(*) FROM \(table.name)"))
  }

  private func copy(
    _ table: MovedTable, _ sqlite: Database, _ connection: PostgresConnection
  ) throws -> TableFingerprint {
    try begin("moving", table, sqlite)
    var fingerprint = TableFingerprint()
    do {
      try connection.copy(rowsInto: table.copied, patience: MoveDatabase.patience) { sink in
        try SQLiteRowReader(table).forEachRow(sqlite) { row in
          try sink.write(row)
          fingerprint.add(row.bytes.span.bytes)
          progress.step()
        }
      }
    } catch let error as PostgresError { throw refusal(of: table, error) }
    return fingerprint
  }

  /// What PostgreSQL has against a table; what is wrong with the connection stays as it is.
  private func refusal(of table: MovedTable, _ error: PostgresError) -> any Error {
    switch error.kind {
    case .unique(let constraint):
      CommandFailure(.badData, "\(table.name): two rows have what only one may have (\(constraint)); nothing was moved")
    case .programming, .gone, .stale, .configuration:
      CommandFailure(
        .badData, "PostgreSQL refuses the rows of \(table.name) (\(error.state ?? "-")); nothing was moved")
    case .retry, .unavailable, .inDoubt, .tooBusy, .cancelled: error
    }
  }

  private func requireSame(
    _ table: MovedTable, _ expected: TableFingerprint, _ connection: PostgresConnection
  ) throws {
    var stored = TableFingerprint()
    progress.begin("comparing \(table.name)", of: expected.rowCount)
    try connection.copy(rowsOf: table.copied, patience: MoveDatabase.patience) { row in
      stored.add(row)
      progress.step()
    }
    guard stored == expected else {
      throw CommandFailure(.badData, "\(table.name): PostgreSQL has other rows than were sent; nothing was moved")
    }
  }

  /// Has new rows numbered behind the highest number that there is.
  private func setNumber(of table: MovedTable, _ connection: PostgresConnection) throws(PostgresError) {
    for column in table.columns where column.isIdentity {
      let (table, column) = (table.lowerName, column.name.lowercased())
      try connection.execute(
        """
        SELECT pg_catalog.setval(pg_catalog.pg_get_serial_sequence('vault.\(table)', '\(column)'),
          coalesce(max(\(column)), 1), max(\(column)) IS NOT NULL) FROM \(table)
        """, until: .after(seconds: MoveDatabase.longest))
    }
  }
}
#endif
