#if Postgres
internal import GRDB
internal import LinuxSystem
internal import PostgresClient

/// Which tables and columns there are, as both databases say it themselves: nothing has to be listed here, and nothing is left behind in silence.
enum TableCatalogue {
  /// The tables that are moved, by name.
  ///
  /// - Throws: ``CommandFailure`` where one database has what the other has not; `DatabaseError`, `PostgresError`.
  static func tables(_ sqlite: Database, _ postgres: PostgresConnection) throws -> [MovedTable] {
    let (here, there) = (try tables(of: sqlite), try tables(of: postgres))
    try requireSame(Set(here.map { $0.name.lowercased() }), Set(there.keys), "table")
    return try here.map { table in
      let columns = there[table.name.lowercased()] ?? [:]
      try requireSame(Set(table.columns.map { $0.lowercased() }), Set(columns.keys), "column of \(table.name)")
      return MovedTable(
        name: table.name, columns: try table.columns.map { try moved($0, of: table.name, columns[$0.lowercased()]) },
        hasRowID: table.hasRowID, key: table.key)
    }
  }

  private static func requireSame(_ here: Set<String>, _ there: Set<String>, _ what: String) throws(CommandFailure) {
    if let name = here.subtracting(there).min() {
      throw CommandFailure(.badData, "PostgreSQL has no \(what) \(shown(name)), which SQLite has; nothing was moved")
    }
    if let name = there.subtracting(here).min() {
      throw CommandFailure(.badData, "SQLite has no \(what) \(shown(name)), which PostgreSQL has; nothing was moved")
    }
  }

  /// A name for a terminal: a file may call its tables as it likes.
  private static func shown(_ name: String) -> String { LogLines.quoted(String(name.prefix(100))) }

  private static func moved(
    _ name: String, of table: String, _ column: PostgresColumnFacts?
  ) throws(CommandFailure) -> MovedColumn {
    guard let column, let kind = MovedColumn.Kind(type: column.type) else {
      throw CommandFailure(.badData, "\(table).\(name) has a type in PostgreSQL that nothing is moved into")
    }
    return MovedColumn(
      name: name, kind: kind, isOptional: column.isOptional, isIndexed: column.isIndexed, isIdentity: column.isIdentity)
  }

  // MARK: SQLite

  private struct FileTable {
    let name: String
    let columns: [String]
    let hasRowID: Bool
    let key: [String]
  }

  private static func tables(of database: Database) throws -> [FileTable] {
    let strange = try String.fetchOne(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index')
          AND NOT (type = 'trigger' AND name LIKE 'moved\\_%' ESCAPE '\\') LIMIT 1
        """)
    if let strange {
      throw CommandFailure(.badData, "no vault-server has made \(shown(strange)) in SQLite; nothing was moved")
    }
    return try database.tablesOfRows().map { name in
      guard isPlain(name),
        let facts = try Row.fetchOne(
          database, sql: "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", arguments: [name]),
        facts["type"] == "table"
      else { throw CommandFailure(.badData, "no vault-server has made \(shown(name)) in SQLite; nothing was moved") }
      return try table(name, hasRowID: facts["wr"] == 0, database)
    }
  }

  private static func table(_ name: String, hasRowID: Bool, _ database: Database) throws -> FileTable {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid", arguments: [name])
    for row in rows {
      let column: String = row["name"]
      guard isPlain(column), row["hidden"] == 0 else {
        throw CommandFailure(.badData, "no vault-server has made \(name).\(shown(column)) in SQLite; nothing was moved")
      }
    }
    let key = rows.filter { $0["pk"] > 0 }.sorted { ($0["pk"] as Int) < $1["pk"] }
    return FileTable(
      name: name, columns: rows.map { $0["name"] }, hasRowID: hasRowID, key: key.map { $0["name"] })
  }

  /// Whether a name can stand in a statement as it is.
  private static func isPlain(_ name: String) -> Bool {
    name.utf8.count <= 60 && name.utf8.first.map { !(48...57).contains($0) } ?? false
      && name.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
  }

  // MARK: PostgreSQL

  private struct PostgresColumnFacts {
    let type: Int64
    let isOptional: Bool
    let isIndexed: Bool
    let isIdentity: Bool
  }

  private static let columns = PostgresStatement(
    "vault_moved_columns",
    """
    SELECT relname::text, attname::text, atttypid::bigint, NOT attnotnull, attidentity <> '',
      EXISTS (SELECT FROM pg_catalog.pg_index WHERE indrelid = pg_class.oid AND attnum = ANY(indkey))
    FROM pg_catalog.pg_class JOIN pg_catalog.pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'vault'::regnamespace AND relkind IN ('r', 'p', 'f', 'm') AND attnum > 0 AND NOT attisdropped
    """, .reads, giving: String.self, String.self, Int64.self, Bool.self, Bool.self, Bool.self)

  private static func tables(
    of connection: PostgresConnection
  ) throws(PostgresError) -> [String: [String: PostgresColumnFacts]] {
    var tables: [String: [String: PostgresColumnFacts]] = [:]
    for (table, column, type, isOptional, isIdentity, isIndexed) in try connection.run(
      columns(), until: .after(seconds: 60))
    where !PostgresSchema.ofNodesAlone.contains(table) {
      tables[table, default: [:]][column] = PostgresColumnFacts(
        type: type, isOptional: isOptional, isIndexed: isIndexed, isIdentity: isIdentity)
    }
    return tables
  }
}
#endif
