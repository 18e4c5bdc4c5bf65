internal import DatabaseShape
internal import GRDB
internal import Synchronization

/// The tables of one kind of store, and how its files grew to the present form.
struct Schema: Sendable {
  /// The tables, by their index.
  let tables: [Table]
  /// SQL that leads from each version to the next; only ever appended to. Version 1 is after the first.
  let migrations: [String]
  /// What is derived from the rows of one of the tables, in the first file only.
  var index: (any RowIndex)?
  /// Where rows are named that can't be shown any more: key is the table's index in one byte, then the row's key.
  var lost: Table { tables[0] }

  /// The tables that hold what nothing else is derived from.
  var sources: [String] { ["summary"] + tables.map(\.name) }

  private let shapes = Shapes()

  /// What a file of a version is to hold, and may hold.
  func shape(ofVersion version: Int) throws -> DatabaseShape {
    try shapes.shape(ofVersion: version) { version in
      try DatabaseShape { database in
        for migration in migrations[..<version] { try database.execute(sql: migration) }
      } mayHave: { database in
        guard let index else { return }
        try database.create(index)
        try index.createAll(in: database)
      }
    }
  }

  /// The version these migrations lead to, kept in SQLite's `user_version` and in the summary.
  var format: Int { migrations.count }

  /// The tables every schema begins with.
  static let lostTable = Table(index: 0, name: "lost", columns: [])
  static let baseSQL = """
    CREATE TABLE summary (id INTEGER PRIMARY KEY, content BLOB NOT NULL);
    CREATE TABLE lost (key BLOB PRIMARY KEY NOT NULL, revision INTEGER NOT NULL, checksum INTEGER NOT NULL)
      WITHOUT ROWID;
    """
}

/// Shapes that were made once, of which most are never needed.
private final class Shapes: Sendable {
  private let known = Mutex<[Int: DatabaseShape]>([:])

  /// Both files of a database are opened at the same time: one of them makes it, and the other waits.
  func shape(ofVersion version: Int, _ make: (Int) throws -> DatabaseShape) throws -> DatabaseShape {
    try known.withLock { known in
      if let shape = known[version] { return shape }
      let shape = try make(version)
      known[version] = shape
      return shape
    }
  }
}
