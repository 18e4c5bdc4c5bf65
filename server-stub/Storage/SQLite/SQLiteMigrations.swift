internal import GRDB

/// The database's shape, as steps that are only ever appended to.
enum SQLiteMigrations {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts and sessions") { database in
      try database.execute(sql: accountsAndSessions)
    }
    return migrator
  }

  /// Times are milliseconds since 1970, UTC.
  private static let accountsAndSessions = """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      emailKey TEXT NOT NULL UNIQUE,
      passwordHash TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sessions (
      tokenHash BLOB PRIMARY KEY,
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessionsByAccount ON sessions(accountID, lastUsedAt);
    CREATE INDEX sessionsByExpiry ON sessions(expiresAt);
    """
}
