internal import FoundationEssentials

/// One transaction of a database, or what reads it as it is at one moment, on the thread that works for it. Statements are written once, in
/// the SQL that SQLite and PostgreSQL have in common; where they have nothing in common, ``SQLDialect`` has a word for each.
///
/// Parameters are `?`, in their order, or `?1`, `?2` and so on. Names of columns and tables are the same without regard to case. A statement
/// is prepared once and kept, so that its text is one of few: what differs from call to call is a parameter.
protocol SQLTransaction: SQLLocking {
  var dialect: SQLDialect { get }

  /// Runs a statement that gives rows, which may be kept.
  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [any SQLRow]

  /// Runs a statement that gives rows, one after another, without a copy of each where the database can do without.
  ///
  /// - Parameter body: has the row as long as it runs, and runs no statement of the same text; it returns whether it wants the next one.
  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (any SQLRow) throws -> Bool) throws

  /// Runs a statement that gives none.
  ///
  /// - Returns: how many rows it has inserted, updated or deleted itself; not those that went with them.
  @discardableResult func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int

  /// Something was erased of which free pages and logs may hold copies.
  func recordTraces() throws
}

extension SQLTransaction {
  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (any SQLRow) throws -> Bool) throws {
    for row in try rows(sql, arguments) where try !body(row) { return }
  }

  /// What is made of the first row; nil for no row, and where nothing is made of it.
  func first<Value>(
    _ sql: String, _ arguments: SQLArguments = [], _ make: (any SQLRow) throws -> Value?
  ) throws -> Value? {
    var value: Value?
    try forEachRow(sql, arguments) { row in
      value = try make(row)
      return false
    }
    return value
  }

  /// What is made of all rows; those are left out of which nothing is made.
  func all<Value>(
    _ sql: String, _ arguments: SQLArguments = [], _ make: (any SQLRow) throws -> Value?
  ) throws -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, arguments) { row in
      if let value = try make(row) { values.append(value) }
      return true
    }
    return values
  }

  /// The first row; nil for none.
  func row(_ sql: String, _ arguments: SQLArguments = []) throws -> (any SQLRow)? { try rows(sql, arguments).first }

  /// Whether there is a row.
  func hasRow(_ sql: String, _ arguments: SQLArguments = []) throws -> Bool {
    try first(sql, arguments) { _ in true } ?? false
  }

  /// The first column of the first row; nil for no row, and for no value.
  func value<Value: SQLReadable>(_ sql: String, _ arguments: SQLArguments = []) throws -> Value? {
    try first(sql, arguments) { $0[0] as Value? }
  }

  /// The first column of all rows.
  func values<Value: SQLReadable>(_ sql: String, _ arguments: SQLArguments = []) throws -> [Value] {
    try all(sql, arguments) { $0[0] as Value }
  }

  /// The id in the first column of the first row; nil for no row, and for no value.
  func id(_ sql: String, _ arguments: SQLArguments = []) throws -> UUID? {
    try first(sql, arguments) { $0[0] as UUID? }
  }

  /// The ids in the first column of all rows.
  func ids(_ sql: String, _ arguments: SQLArguments = []) throws -> [UUID] {
    try all(sql, arguments) { $0[0] as UUID? }
  }
}
