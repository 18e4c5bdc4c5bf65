internal import FoundationEssentials
internal import GRDB

/// A transaction of SQLite's. There is one writer at a time, so that nothing has to be locked.
struct SQLiteTransaction: SQLTransaction {
  let database: Database

  init(_ database: Database) { self.database = database }

  var dialect: SQLDialect { .sqlite }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [any SQLRow] {
    try run(sql) { try Row.fetchAll($0, arguments: arguments.ofSQLite).map(SQLiteRow.init) }
  }

  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (any SQLRow) throws -> Bool) throws {
    try run(sql) { statement in
      let rows = try Row.fetchCursor(statement, arguments: arguments.ofSQLite)
      while let row = try rows.next() {
        guard try body(SQLiteRow(row)) else { return }
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

/// A row, read where it lies: one that is copied takes longer than to find it.
private struct SQLiteRow: SQLRow {
  private let row: Row

  init(_ row: Row) { self.row = row }

  func value(at column: Int) -> SQLValue { SQLValue(row[column] as DatabaseValue) }
  func value(of column: String) -> SQLValue { SQLValue(row[column] as DatabaseValue) }
}

extension SQLDialect {
  /// Numbers are a JSON array.
  fileprivate static let sqlite = SQLDialect(
    numbers: { "(SELECT value FROM json_each(\($0)))" },
    list: { numbers in .text("[\(numbers.map(String.init).joined(separator: ","))]") },
    indexedBy: { "INDEXED BY \($0)" }, noLimit: "-1")
}

extension SQLArguments {
  fileprivate var ofSQLite: StatementArguments { StatementArguments(values.map(\.ofSQLite)) }
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
  fileprivate var ofSQLite: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    case .id(let id): id.uuidString.databaseValue
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
