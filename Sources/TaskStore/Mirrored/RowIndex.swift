internal import GRDB

/// Tables that are derived from the rows of one table, so that questions are answered without reading them all.
///
/// They stand in the first file only, without checksums, and change in the transactions that change the rows. What they say
/// is a hint where to look: the rows that are found so are read and checked. Wherever the two may differ, the index is
/// built anew from the rows.
protocol RowIndex: Sendable {
  /// The table it is derived from.
  var table: Table { get }
  /// The names of its own tables, in groups that take about as long to look at as each other.
  var tableGroups: [[String]] { get }
  /// Another number whenever it would be built otherwise from the same rows. Asked for with every use of the database.
  var form: Int { get }

  /// Makes its tables, empty, in place of former ones.
  func create(in database: Database) throws
  /// Makes what is cheaper to make once all rows are in.
  func finish(in database: Database) throws
  /// Makes all that it may ever consist of, where its tables are: what a file may hold of it.
  func createAll(in database: Database) throws
  /// Removes the tables.
  func drop(in database: Database) throws
  /// Follows changes of rows of its table.
  ///
  /// - Throws: `damaged` when a former row isn't in it.
  func replace(_ changes: [RowChange], in database: Database) throws
  /// Whether it says what would be derived from the row.
  func holds(_ row: StoredRow, in database: Database) throws -> Bool
  /// Whether it is sound, and derived from so many rows.
  func isSound(rowCount: Int, in database: Database) throws -> Bool
  /// Merges what it keeps of former rows away.
  func purgeStaleRows(in database: Database) throws
}

extension Database {
  /// Whether the index was built from what the file holds now.
  ///
  /// - Parameter form: which form of it.
  func fits(form: Int) throws -> Bool {
    guard let summary = try summary(), try tableExists("indexStamp") else { return false }
    let sql = "SELECT count(*) FROM indexStamp WHERE form = ? AND storeID = ? AND revision = ?"
    return try Int.fetchOne(self, sql: sql, arguments: [form, summary.stampID, summary.revision]) == 1
  }

  /// Notes that the index, in this form, fits what the summary tells.
  func stamp(form: Int, _ summary: Summary) throws {
    let sql = "INSERT OR REPLACE INTO indexStamp (id, form, storeID, revision) VALUES (1, ?, ?, ?)"
    try cachedStatement(sql: sql).execute(arguments: [form, summary.stampID, summary.revision])
  }

  /// Removes an index, where there is one.
  func remove(_ index: any RowIndex) throws {
    try index.drop(in: self)
    try execute(sql: "DROP TABLE IF EXISTS indexStamp")
  }

  /// Makes an empty index.
  func create(_ index: any RowIndex) throws {
    try execute(
      sql: """
        DROP TABLE IF EXISTS indexStamp;
        CREATE TABLE indexStamp (id INTEGER PRIMARY KEY, form INTEGER NOT NULL, storeID BLOB NOT NULL,
          revision INTEGER NOT NULL);
        """)
    try index.create(in: self)
  }
}
