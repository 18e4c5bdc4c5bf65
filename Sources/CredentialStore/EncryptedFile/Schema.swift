internal import DatabaseShape
internal import GRDB

/// The tables of the file. A version is never edited once released: a change is one more migration at the end.
enum Schema {
  /// `user_version` of the newest format this program writes.
  static var version: Int { migrations.count }

  /// Brings an older file, in its transaction, one version further; the index is the version it comes from.
  static let migrations: [@Sendable (Database) throws -> Void] = [
    { db in for statement in tables { try db.execute(sql: statement) } }
  ]

  /// Version 1.
  private static let tables = [
    """
    CREATE TABLE store (one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL, key_source TEXT NOT NULL, \
    argon2_salt BLOB, argon2_memory_kib INTEGER, argon2_iterations INTEGER, argon2_parallelism INTEGER, \
    key_check BLOB NOT NULL, checksum BLOB NOT NULL)
    """,
    """
    CREATE TABLE state (one INTEGER PRIMARY KEY CHECK (one = 1), generation INTEGER NOT NULL, \
    record_count INTEGER NOT NULL, digest BLOB NOT NULL, changed BLOB NOT NULL, code BLOB NOT NULL)
    """,
    """
    CREATE TABLE record (number INTEGER PRIMARY KEY, lookup BLOB NOT NULL UNIQUE, id BLOB NOT NULL, \
    version INTEGER NOT NULL, salt BLOB NOT NULL, hash BLOB NOT NULL, code BLOB NOT NULL, name BLOB NOT NULL, \
    value BLOB NOT NULL)
    """,
  ]

  /// Runs the migrations that `db` lacks. The caller holds a transaction.
  static func migrate(_ db: Database, from version: Int) throws {
    for step in migrations[version...] { try step(db) }
    try db.execute(sql: "PRAGMA user_version = \(Schema.version)")
  }

  /// What a file of the newest version holds besides rows.
  static func shape() throws -> DatabaseShape { try newest.get() }

  private static let newest = Result { try DatabaseShape { try migrate($0, from: 0) } }
}
