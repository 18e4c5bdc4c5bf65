internal import GRDB
internal import LinuxSystem

extension ReadRow {
  /// The row, or the error that has the database repaired.
  func valid() throws(TaskStoreError) -> StoredRow {
    switch self {
    case .valid(let row): row
    case .damaged(let name): throw TaskStoreError(.damaged, "a row of \(name.table.name) is damaged")
    }
  }
}

extension RowName: CustomStringConvertible {
  /// The table and the key in hexadecimal digits.
  var description: String {
    "\(table.name) " + key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension MirroredDatabase {
  /// All rows of a table by ascending key, proven to be all there are.
  func rows(of table: Table) throws(TaskStoreError) -> [StoredRow] {
    try readProven { try allRows(of: table, $0) }
  }

  /// Whether every row of a table is there as written; if not, repairs.
  ///
  /// - Returns: false when there was something to repair, so that the caller looks again.
  func isComplete(_ table: Table) throws(TaskStoreError) -> Bool {
    let repairs = health.repairs.count
    _ = try rows(of: table)
    return health.repairs.count == repairs
  }

  private func allRows(of table: Table, _ database: Database) throws -> [StoredRow] {
    var rows: [StoredRow] = []
    try forEachRow(of: table, database) { rows.append($0) }
    return rows
  }

  /// Gives all rows of a table to `body`, by ascending key, and proves at the end that they were all there are.
  func forEachRow(of table: Table, _ database: Database, _ body: (StoredRow) throws -> Void) throws {
    guard let summary = try database.summary(of: schema) else {
      throw TaskStoreError(.damaged, "\(path): its summary is damaged")
    }
    guard try database.tally(of: table, body) == summary.tallies[table.index] else {
      throw TaskStoreError(.damaged, "\(path): rows of \(table.name) are missing")
    }
  }

  /// How many rows a table has.
  func count(of table: Table) throws(TaskStoreError) -> Int {
    try readProven { database in
      guard let summary = try database.summary(of: schema) else {
        throw TaskStoreError(.damaged, "\(path): its summary is damaged")
      }
      return Int(clamping: summary.tallies[table.index].count)
    }
  }

  /// Reads both files whole and repairs either from the other.
  func check() throws(TaskStoreError) {
    try reopenIfDown()
    try verify()
    let verified = file.verifiedSummary()
    if verified == nil || verified != copy.verifiedSummary() {
      try reconcile()
      try fitIndex()
    }
    try checkIndex()
    ProcessMemory.returnFreedHeap()
  }
}
