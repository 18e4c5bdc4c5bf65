internal import FoundationEssentials
internal import GRDB

/// A transaction of SQLite's. There is one writer at a time, so that nothing has to be locked.
struct SQLiteTransaction: SQLTransaction {
  let database: Database

  init(_ database: Database) { self.database = database }

  var dialect: SQLDialect { .sqlite }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [any SQLRow] {
    var rows: [any SQLRow] = []
    try forEachRow(sql, arguments) { row in
      if let row = row as? SQLiteRow { rows.append(KeptRow(row)) }
      return true
    }
    return rows
  }

  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (any SQLRow) throws -> Bool) throws {
    try run(sql) { statement in
      let (steps, row) = (try SQLiteStep.fetchCursor(statement, arguments: arguments.ofSQLite), SQLiteRow(statement))
      while try steps.next() != nil {
        guard try body(row) else { return }
      }
    }
  }

  @discardableResult func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int {
    try run(sql) { statement in
      try statement.execute(arguments: arguments.ofSQLite)
      return database.changesCount
    }
  }

  /// Runs a statement that is kept. What it has written, texts and pictures, is not kept with it. One that failed is not kept either.
  private func run<Value>(_ sql: String, _ body: (Statement) throws -> Value) throws -> Value {
    let statement = try database.cachedStatement(sql: sql)
    let value = try body(statement)
    if !statement.isReadonly { statement.setUncheckedArguments(StatementArguments()) }
    return value
  }

  func recordTraces() throws { try database.recordTraces(true) }

  func lock(accounts: [UUID]) {}
  func lock(accountsWhere condition: SQLCondition) -> SQLCondition { condition }
  func lock(channels: [UUID]) {}
  func lock(pushes: [Int64]) {}
  func lock(name: String) {}
}

/// That there is a row. GRDB's own type makes a dictionary of the columns for every statement that is run, which takes longer than to read one
/// row.
private struct SQLiteStep: DatabaseValueConvertible, StatementColumnConvertible {
  var databaseValue: DatabaseValue { .null }

  static func fromDatabaseValue(_ value: DatabaseValue) -> SQLiteStep? { SQLiteStep() }
  static func fromStatement(_ statement: SQLiteStatement, atUncheckedIndex index: CInt) -> SQLiteStep? { SQLiteStep() }

  init() {}
  init(sqliteStatement: SQLiteStatement, index: CInt) {}
}

/// The row at which a statement is, read where it lies: one that is copied takes longer than to find it.
private struct SQLiteRow: SQLRow {
  let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  func value(at column: Int) -> SQLValue {
    precondition(column < statement.columnCount, "there is no column \(column)")
    return SQLValue(DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(column)))
  }

  func value(of column: String) -> SQLValue { value(at: statement.columnNames.place(of: column)) }
}

/// A row that is kept.
private struct KeptRow: SQLRow {
  private let names: [String]
  private let values: [SQLValue]

  init(_ row: SQLiteRow) {
    names = row.statement.columnNames
    values = names.indices.map(row.value(at:))
  }

  func value(at column: Int) -> SQLValue { values[column] }
  func value(of column: String) -> SQLValue { values[names.place(of: column)] }
}

extension [String] {
  /// The first column of a name. Most are written as they are called.
  fileprivate func place(of column: String) -> Int {
    if let place = firstIndex(of: column) { return place }
    let name = column.lowercased()
    guard let place = firstIndex(where: { $0.lowercased() == name }) else {
      preconditionFailure("there is no column \(column)")
    }
    return place
  }
}

extension SQLDialect {
  /// Numbers are a JSON array.
  fileprivate static let sqlite = SQLDialect(
    numbers: { "(SELECT value FROM json_each(\($0)))" },
    list: { numbers in .text("[\(numbers.map(String.init).joined(separator: ","))]") },
    indexedBy: { "INDEXED BY \($0)" }, noLimit: "-1")
}

extension SQLArguments {
  fileprivate var ofSQLite: StatementArguments { StatementArguments(values.map { $0.ofSQLite }) }
}

extension SQLValue {
  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null(.text)
    case .int64(let number): self = .integer(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .bytes([UInt8](data))
    // No table has such a column: they are all strict.
    case .double(let number): preconditionFailure("\(number) is of no type that is stored")
    }
  }

  /// An id is a text, in upper case.
  fileprivate var ofSQLite: (any DatabaseValueConvertible)? {
    switch self {
    case .null: nil
    case .integer(let number): number
    case .text(let text): text
    case .bytes(let bytes): Data(bytes)
    case .id(let id): id.uuidString
    }
  }
}

extension Database {
  /// Whether something was erased of which free pages and the log may hold copies, as in every file of an earlier version.
  func hasTraces() throws -> Bool { try Int.fetchOne(self, sql: "PRAGMA user_version") != 1 }

  /// Records that, in the file itself: it has to outlast this process.
  func recordTraces(_ hasTraces: Bool) throws {
    try execute(sql: "PRAGMA user_version = \(hasTraces ? 0 : 1)")
  }
}
