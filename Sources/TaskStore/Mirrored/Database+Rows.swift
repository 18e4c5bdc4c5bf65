internal import FoundationEssentials
internal import GRDB

/// A row that was read, and whether it fits its checksum.
enum ReadRow {
  case valid(StoredRow)
  case damaged(RowName)
}

extension Database {
  /// What the file says of itself, or nil when that is damaged or absent.
  func summary() throws -> Summary? {
    guard try tableExists("summary") else { return nil }
    return try cachedStatementRow("SELECT content FROM summary WHERE id = 1").flatMap { row in
      Cell(row[0]).flatMap { cell in if case .blob(let bytes) = cell { Summary(bytes) } else { nil } }
    }
  }

  /// The same where it is of the tables of that schema: sums of fewer or more were made by somebody else.
  func summary(of schema: Schema) throws -> Summary? {
    try summary().flatMap { $0.tallies.count == schema.tables.count ? $0 : nil }
  }

  /// Writes what the file says of itself.
  func save(_ summary: Summary) throws {
    let statement = try cachedStatement(sql: "INSERT OR REPLACE INTO summary (id, content) VALUES (1, ?)")
    try statement.execute(arguments: [Data(summary.encoded)])
  }

  /// The row of that name.
  func row(_ name: RowName) throws -> ReadRow? {
    try cachedStatementRow(name.table.selectOne, [Data(name.key)]).map { ReadRow($0, name.table) }
  }

  /// The rows of a table by ascending key, where `condition` (SQL after the table's name) says so.
  func rowCursor(
    _ table: Table, where condition: String = "ORDER BY key", _ arguments: StatementArguments = []
  ) throws -> MapCursor<RowCursor, ReadRow> {
    let statement = try makeStatement(sql: "\(table.select) \(condition)")
    return try Row.fetchCursor(statement, arguments: arguments).map { ReadRow($0, table) }
  }

  /// Gives all rows of a table to `body`, by ascending key.
  ///
  /// - Returns: how many there are, and the sum of their checksums.
  /// - Throws: the first damage it meets.
  func tally(of table: Table, _ body: (StoredRow) throws -> Void = { _ in }) throws -> Tally {
    var tally = Tally()
    let cursor = try rowCursor(table)
    while let read = try cursor.next() {
      let row = try read.valid()
      tally.add(row)
      try body(row)
    }
    return tally
  }

  /// The first row of a table where `condition` (SQL after the table's name) says so.
  func firstRow(_ table: Table, where condition: String) throws -> ReadRow? {
    try cachedStatementRow("\(table.select) \(condition)").map { ReadRow($0, table) }
  }

  /// Writes a row, over an older one of its name.
  func insert(_ row: StoredRow) throws {
    let statement = try cachedStatement(sql: row.name.table.insert)
    var values: [DatabaseValue] = [Data(row.name.key).databaseValue]
    values.reserveCapacity(row.cells.count + 3)
    for cell in row.cells { values.append(cell.databaseValue) }
    values.append(row.revision.databaseValue)
    values.append(Int64(bitPattern: row.checksum).databaseValue)
    try statement.execute(binding: values)
  }

  /// Removes a row.
  func delete(_ name: RowName) throws {
    try cachedStatement(sql: name.table.delete).execute(arguments: [Data(name.key)])
  }

  private func cachedStatementRow(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }
}

extension Statement {
  /// Runs the statement with values for its parameters, in their order. `StatementArguments` of so many are generic and not
  /// specialised: they took a tenth of the time of an import.
  func execute(binding values: [DatabaseValue]) throws {
    setUncheckedArguments(StatementArguments())
    for (index, value) in zip(CInt(1)..., values) {
      let code = value.bind(to: sqliteStatement, at: index)
      guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    try execute()
  }
}

extension ReadRow {
  fileprivate init(_ row: Row, _ table: Table) {
    var cells: [Cell] = []
    cells.reserveCapacity(row.count)
    var isWhole = true
    for value in row.databaseValues {
      let cell = Cell(value)
      isWhole = isWhole && cell != nil
      cells.append(cell ?? .null)
    }
    let key: [UInt8] = if case .blob(let bytes) = cells[0] { bytes } else { [] }
    let name = RowName(table: table, key: key)
    guard case .integer(let revision) = cells[cells.count - 2], case .integer(let checksum) = cells[cells.count - 1],
      isWhole
    else {
      self = .damaged(name)
      return
    }
    let stored = StoredRow(name: name, cells: Array(cells[1..<cells.count - 2]), revision: revision)
    self = stored.checksum == UInt64(bitPattern: checksum) ? .valid(stored) : .damaged(name)
  }
}

extension Cell {
  /// Nil for text, which no column of ours holds.
  fileprivate init?(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .blob(let data): self = .blob(Array(data))
    case .string: return nil
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}
