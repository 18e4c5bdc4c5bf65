#if Postgres
internal import FoundationEssentials
internal import GRDB
internal import PostgresClient

/// Writes rows of PostgreSQL's into a table of SQLite's.
struct SQLiteRowWriter {
  private let table: MovedTable
  private let transaction: SQLiteTransaction
  private let sql: String

  init(_ table: MovedTable, _ database: Database) {
    self.table = table
    transaction = SQLiteTransaction(database)
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let places = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
    sql = "INSERT INTO \(table.name) (\(columns)) VALUES (\(places))"
  }

  /// Writes a row, as ``CopyRow`` has it.
  ///
  /// - Throws: `PostgresError` when it is none of this table, `DatabaseError`.
  func write(_ row: RawSpan) throws {
    var arguments: SQLArguments = []
    try CopyRow.values(of: row, count: table.columns.count) { place, bytes in
      arguments.values.append(try Self.value(bytes, table.columns[place].kind))
    }
    try transaction.execute(sql, arguments)
  }

  private static func value(_ bytes: RawSpan?, _ kind: MovedColumn.Kind) throws(PostgresError) -> SQLValue {
    guard let bytes else { return .null(.text) }
    return switch kind {
    case .small: .integer(Int64(try Int16(postgres: bytes)))
    case .number: .integer(try Int64(postgres: bytes))
    case .text: .text(try String(postgres: bytes))
    case .bytes: .bytes(try [UInt8](postgres: bytes))
    case .id: .id(try UUID(postgres: bytes))
    }
  }
}
#endif
