public import GRDB

/// What a SQLite database holds besides rows: each entry of `sqlite_master`, as it was made.
///
/// Whoever can write a database file can put code into it that SQLite runs for those who use it: views in the place of tables, triggers,
/// constraints, computed columns, indexes of expressions, also under the name of something else. So a file is asked for nothing before its shape
/// is found to be exactly the one that its migrations give it (https://www.sqlite.org/security.html). Comparing it runs none of that.
public struct DatabaseShape: Sendable {
  /// Type, name, table and SQL.
  private typealias Entry = [DatabaseValue]

  private let required: Set<Entry>
  private let allowed: Set<Entry>

  /// The shape that an empty database gets.
  ///
  /// - Parameters:
  ///   - make: makes what has to be there.
  ///   - extend: makes what may be there, too.
  /// - Throws: what they throw, and errors of GRDB.
  public init(_ make: (Database) throws -> Void, mayHave extend: (Database) throws -> Void = { _ in }) throws {
    (required, allowed) = try DatabaseQueue().write { database in
      try make(database)
      let required = Set(try Self.entries(of: database, atMost: .max))
      try extend(database)
      return (required, Set(try Self.entries(of: database, atMost: .max)))
    }
  }

  /// Whether a database has this shape.
  public func fits(_ database: Database) throws -> Bool {
    let entries = try Self.entries(of: database, atMost: allowed.count + 1)
    return entries.count <= allowed.count && allowed.isSuperset(of: entries) && required.isSubset(of: entries)
  }

  /// Whether a table is there as it was made, whatever else there is: then its rows can be read.
  public func hasTable(_ name: String, in database: Database) throws -> Bool {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type = 'table' AND name = ?"
    let found = try Row.fetchAll(database, sql: sql, arguments: [name]).map(Self.entry)
    return found.count == 1 && required.isSuperset(of: found)
  }

  private static func entries(of database: Database, atMost limit: Int) throws -> [Entry] {
    let sql = "SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT ?"
    return try Row.fetchAll(database, sql: sql, arguments: [limit]).map(entry)
  }

  private static func entry(_ row: Row) -> Entry { (0..<4).map { row[$0] } }
}
