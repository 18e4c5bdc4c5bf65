internal import GRDB

/// The mark of a database that is moved elsewhere. It stands among the steps of the database's shape, where no version of the program knows it: one
/// of before says that a newer version wrote the database, and leaves it alone.
extension Database {
  /// The mark, if there is one.
  ///
  /// - Throws: `DatabaseError`.
  func moveMark() throws -> MoveMark? {
    guard try tableExists(SQLiteMigrations.table) else { return nil }
    return try String.fetchAll(
      self, sql: "SELECT identifier FROM \(SQLiteMigrations.table) WHERE identifier LIKE 'vault-move %' LIMIT 2"
    ).lazy.compactMap { MoveMark($0) }.first
  }

  /// Sets the mark. From then on nobody writes anything else, not even a command that had the database open before.
  ///
  /// - Throws: `DatabaseError`.
  func set(_ mark: MoveMark) throws {
    try removeMoveMark()
    try execute(sql: "INSERT INTO \(SQLiteMigrations.table) (identifier) VALUES (?)", arguments: [mark.text])
    for table in try tablesOfRows() {
      for action in ["INSERT", "UPDATE", "DELETE"] {
        try execute(
          sql: """
            CREATE TRIGGER \("moved_\(table)_\(action)".quotedDatabaseIdentifier)
            BEFORE \(action) ON \(table.quotedDatabaseIdentifier)
            BEGIN SELECT RAISE(ABORT, 'this database was moved elsewhere'); END
            """)
      }
    }
  }

  /// Takes the mark away, so that it is a database as before.
  ///
  /// - Throws: `DatabaseError`.
  func removeMoveMark() throws {
    for trigger in try Self.moveTriggers(self) { try execute(sql: "DROP TRIGGER \(trigger.quotedDatabaseIdentifier)") }
    try execute(sql: "DELETE FROM \(SQLiteMigrations.table) WHERE identifier LIKE 'vault-move %'")
  }

  /// The names of all tables that are the server's.
  func tablesOfRows() throws -> [String] {
    try String.fetchAll(
      self,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ?
        ORDER BY name
        """, arguments: [SQLiteMigrations.table])
  }

  private static func moveTriggers(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'moved\\_%' ESCAPE '\\'")
  }
}

extension SQLiteMigrations {
  /// Where GRDB notes which steps were done.
  static let table = "grdb_migrations"
}
