internal import FoundationEssentials
internal import GRDB

/// Keeps accounts and sessions in one SQLite database in WAL mode, so that the account commands work beside a running
/// server.
struct SQLiteStorage: ServerStorage {
  /// Why the database could not be opened.
  enum OpenError: Error, Equatable {
    /// A newer version wrote it.
    case newerVersion
    /// It is no database, or a damaged one.
    case damaged
    /// It may not be read or written.
    case notPermitted
    /// The disk is full or failing, or the file can't be made.
    case notWritable
  }

  let pool: DatabasePool

  /// Opens the database at `path`, making it where there is none.
  ///
  /// - Throws: ``OpenError``.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.foreignKeysEnabled = true
    // A login that was answered must survive a power cut.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
      try Self.migrate(pool)
    } catch let error as DatabaseError { throw Self.openError(error) }
  }

  private static func migrate(_ pool: DatabasePool) throws {
    let migrator = SQLiteMigrations.migrator
    guard try !pool.read(migrator.hasBeenSuperseded) else { throw OpenError.newerVersion }
    try migrator.migrate(pool)
  }

  private static func openError(_ error: DatabaseError) -> any Error {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: OpenError.damaged
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: OpenError.notPermitted
    case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR: OpenError.notWritable
    default: error
    }
  }

  func ping() async throws {
    _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT 1)") }
  }
}

extension Date {
  /// As the database keeps it.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension StoredAccount {
  /// Nil for a row that no version of the server has written.
  init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]), let email = EmailAddress(row["email"]) else { return nil }
    self.init(
      id: id, email: email, passwordHash: row["passwordHash"], createdAt: Date(milliseconds: row["createdAt"]))
  }
}
