internal import CSQLite
internal import FoundationEssentials
internal import GRDB

/// Values on the way into a statement and out of it, as SQLite has them: GRDB's own ways take values of any type, and many times as
/// long. Rows are read and written by the hundred thousand.
extension Statement {
  /// Runs the statement with cells for its parameters, in their order.
  func execute(binding cells: [Cell]) throws {
    try executeBound {
      for (index, cell) in zip(CInt(1)..., cells) { try bind(cell, at: index) }
    }
  }

  /// Runs the statement with values for its parameters, in their order.
  func execute(binding values: [DatabaseValue]) throws {
    try executeBound {
      for (index, value) in zip(CInt(1)..., values) { try check(value.bind(to: sqliteStatement, at: index)) }
    }
  }

  private func executeBound(_ bind: () throws -> Void) throws {
    // All of them are bound by hand.
    setUncheckedArguments(StatementArguments())
    try bind()
    try execute()
  }

  private func bind(_ cell: Cell, at index: CInt) throws {
    switch cell {
    case .null: try check(sqlite3_bind_null(sqliteStatement, index))
    case .integer(let number): try check(sqlite3_bind_int64(sqliteStatement, index, number))
    case .real(let number): try check(sqlite3_bind_double(sqliteStatement, index, number))
    case .blob(let bytes):
      try bytes.withUnsafeBytes {
        try check(vault_sqlite_bind_blob(sqliteStatement, index, $0.baseAddress, UInt64($0.count)))
      }
    }
  }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Goes over the rows, each of which `read` makes something of while the statement stands at it. A cached statement has to be read
  /// to its end, or let go, before it is used again.
  func rows<Element>(
    _ arguments: StatementArguments = [], _ read: @escaping (Statement) throws -> Element
  ) throws -> MapCursor<RowCursor, Element> {
    try Row.fetchCursor(self, arguments: arguments).map { _ in try read(self) }
  }

  /// A value of the row at which the statement stands. Nil for text, which no column of ours holds.
  func cell(at column: Int) -> Cell? {
    let column = CInt(column)
    switch sqlite3_column_type(sqliteStatement, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(sqliteStatement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(sqliteStatement, column))
    case SQLITE_BLOB: return .blob(Array(blob(at: column)))
    default: return nil
    }
  }

  /// The id in a column; nil for what is none.
  func id(at column: Int) -> UUID? {
    let column = CInt(column)
    guard sqlite3_column_type(sqliteStatement, column) == SQLITE_BLOB else { return nil }
    let bytes = blob(at: column)
    return bytes.count == MemoryLayout<uuid_t>.size ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
  }

  /// A blob, which stays where it is until the statement goes on.
  private func blob(at column: CInt) -> UnsafeRawBufferPointer {
    // The pointer has to be asked for first (https://www.sqlite.org/c3ref/column_blob.html).
    let start = sqlite3_column_blob(sqliteStatement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(sqliteStatement, column)))
  }
}

/// The memory that SQLite takes in this process.
public enum SQLiteMemory {
  /// Has SQLite keep no account of it, for which it takes a lock with each block: threads that write a file and its copy at the
  /// same time wait for each other there. To be called before anything uses SQLite; later it changes nothing.
  public static func keepNoAccount() {
    let code = vault_sqlite_without_memory_account()
    assert(code == SQLITE_OK, "SQLite was used before")
  }
}
