internal import FoundationEssentials
internal import GRDB

/// A row that was read, and whether it fits its checksum.
enum ReadRow {
  case valid(StoredRow)
  case damaged(RowName)

  var name: RowName {
    switch self {
    case .valid(let row): row.name
    case .damaged(let name): name
    }
  }
}

extension Database {
  /// What the file says of itself, or nil when that is damaged or absent.
  func summary() throws -> Summary? {
    guard try tableExists("summary") else { return nil }
    let statement = try cachedStatement(sql: "SELECT content FROM summary WHERE id = 1")
    return try statement.rows { $0.cell(at: 0)?.bytes.flatMap(Summary.init) }.next() ?? nil
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
    let row = try cachedStatement(sql: name.table.selectOne).rows([Data(name.key)]) { ReadRow($0, name.table) }.next()
    // Where keys are out of order SQLite gives the one it comes to.
    guard row?.name.key ?? name.key == name.key else {
      throw TaskStoreError(.damaged, "a row of \(name.table.name) stands in another's place")
    }
    return row
  }

  /// The rows of a table by ascending key, where `condition` (SQL after the table's name) says so.
  func rowCursor(
    _ table: Table, where condition: String = "ORDER BY key", _ arguments: StatementArguments = []
  ) throws -> MapCursor<RowCursor, ReadRow> {
    try makeStatement(sql: "\(table.select) \(condition)").rows(arguments) { ReadRow($0, table) }
  }

  /// Gives all rows of a table to `body`, by ascending key.
  ///
  /// - Returns: how many there are, and the sum of their checksums.
  /// - Throws: the first damage it meets.
  func tally(of table: Table, _ body: (StoredRow) throws -> Void = { _ in }) throws -> Tally {
    var tally = Tally()
    var order = KeyOrder()
    let cursor = try rowCursor(table)
    while let read = try cursor.next() {
      let row = try read.valid()
      guard order.continues(with: row.name.key) else {
        throw TaskStoreError(.damaged, "rows of \(table.name) are out of order")
      }
      tally.add(row)
      try body(row)
    }
    return tally
  }

  /// The first row of a table where `condition` (SQL after the table's name) says so.
  func firstRow(_ table: Table, where condition: String) throws -> ReadRow? {
    try cachedStatement(sql: "\(table.select) \(condition)").rows { ReadRow($0, table) }.next()
  }

  /// Writes a row, over an older one of its name.
  func insert(_ row: StoredRow) throws {
    let head = Cell.blob(row.name.key)
    let end = [Cell.integer(row.revision), .integer(Int64(bitPattern: row.checksum))]
    try cachedStatement(sql: row.name.table.insert).execute(binding: [head] + row.cells + end)
  }

  /// Removes a row.
  func delete(_ name: RowName) throws {
    try cachedStatement(sql: name.table.delete).execute(binding: [Cell.blob(name.key)])
  }
}

/// Whether keys ascend, as rows are found by them. SQLite's own quick check looks at that in tables with row ids alone.
struct KeyOrder {
  private var last: [UInt8]?

  /// Goes on to the next key.
  mutating func continues(with key: [UInt8]) -> Bool {
    defer { last = key }
    return last.map { $0.lexicographicallyPrecedes(key) } ?? true
  }
}

extension ReadRow {
  /// Reads the row at which the statement stands.
  fileprivate init(_ statement: Statement, _ table: Table) {
    let columnCount = table.columns.count
    let key = statement.cell(at: 0)?.bytes
    let name = RowName(table: table, key: key ?? [])
    var cells: [Cell] = []
    cells.reserveCapacity(columnCount)
    for column in 0..<columnCount { statement.cell(at: column + 1).map { cells.append($0) } }
    guard key != nil, cells.count == columnCount,
      case .integer(let revision)? = statement.cell(at: columnCount + 1),
      case .integer(let checksum)? = statement.cell(at: columnCount + 2)
    else {
      self = .damaged(name)
      return
    }
    let stored = StoredRow(name: name, cells: cells, revision: revision)
    self = stored.checksum == UInt64(bitPattern: checksum) ? .valid(stored) : .damaged(name)
  }
}
