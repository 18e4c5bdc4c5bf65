#if Postgres
internal import GRDB
internal import Glibc
internal import LinuxSystem
internal import PostgresClient
internal import ServerAPI

/// The rows, on their way into the file.
extension MoveIntoDirectory {
  /// Fills a new file with all rows, and compares them.
  func fill(_ sqlite: Database) throws -> [MoveReport.Table] {
    let connection = try database.connect()
    let tables = try TableCatalogue.tables(sqlite, connection)
    try sqlite.execute(sql: "DELETE FROM numbering")
    let sent = try database.transaction(connection, .snapshot) { connection in
      try tables.map { try copy($0, sqlite, connection) }
    }
    progress.begin("checking")
    try MoveChecks.requireWhole(sqlite, tables)
    for (table, fingerprint) in zip(tables, sent) { try requireSame(table, fingerprint, sqlite) }
    return zip(tables, sent).map { MoveReport.Table(name: $0.name, rows: $1.rowCount) }
  }

  private func copy(
    _ table: MovedTable, _ sqlite: Database, _ connection: PostgresConnection
  ) throws -> TableFingerprint {
    progress.begin("moving \(table.name)", of: try Self.rowCount(of: table, connection))
    let writer = SQLiteRowWriter(table, sqlite)
    var fingerprint = TableFingerprint()
    try connection.copy(rowsOf: table.copied, patience: MoveDatabase.patience) { row in
      try writer.write(row)
      fingerprint.add(row)
      progress.step()
    }
    return fingerprint
  }

  private func requireSame(_ table: MovedTable, _ expected: TableFingerprint, _ sqlite: Database) throws {
    var stored = TableFingerprint()
    progress.begin("comparing \(table.name)", of: expected.rowCount)
    try SQLiteRowReader(table).forEachRow(sqlite) { row in
      stored.add(row.bytes.span.bytes)
      progress.step()
    }
    guard stored == expected else {
      throw CommandFailure(.badData, "\(table.name): SQLite has other rows than were sent; nothing was moved")
    }
  }
}
#endif
