internal import FoundationEssentials
internal import GRDB
internal import Glibc
internal import ServerAPI
internal import VaultModel

/// Stores everything in one SQLite database in WAL mode, so that the account commands work beside a running
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

  let writer: any DatabaseWriter
  let lookups: ReadConnectionPool
  let figures = StorageFigures()
  /// How far each kind of expiry has come.
  let expiry = ExpiryPosition()

  /// How long others may be at work in the database before it is too busy, in seconds.
  static let patience = 5.0

  /// Opens the database at `path`, making it where there is none.
  ///
  /// - Parameter patience: how long others may be at work in it before it is too busy, in seconds.
  /// - Throws: ``OpenError``.
  init(path: String, patience: Double = patience) throws {
    var configuration = Self.configuration
    configuration.busyMode = .timeout(patience)
    do {
      let pool = try DatabasePool(path: path, configuration: configuration)
      try Self.migrate(pool)
      // After that: one that knows the tables of before can't tell a failing disk from a table that is not there.
      self.init(pool, lookups: try ReadConnectionPool(path: path, configuration: configuration))
    } catch let error as DatabaseError { throw Self.openError(error) }
  }

  private init(_ writer: any DatabaseWriter, lookups: ReadConnectionPool) {
    self.writer = writer
    self.lookups = lookups
  }

  private static func migrate(_ writer: any DatabaseWriter) throws {
    let migrator = SQLiteMigrations.migrator
    guard try !writer.read(migrator.hasBeenSuperseded) else { throw OpenError.newerVersion }
    try migrator.migrate(writer)
  }

  /// Opens a database that lives in memory, until it is closed.
  static func inMemory() throws -> SQLiteStorage {
    let queue = try DatabaseQueue(configuration: configuration)
    try migrate(queue)
    return SQLiteStorage(queue, lookups: ReadConnectionPool([queue]))
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    // What was answered must survive a power cut, and what was deleted must not.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON") }
    return configuration
  }

  private static func openError(_ error: DatabaseError) -> any Error {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: OpenError.damaged
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: OpenError.notPermitted
    case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR: OpenError.notWritable
    default: error
    }
  }

  /// Copies the whole database, as it is at one moment, into a new file; others may write meanwhile. Until the copy is one that may be put
  /// back, its name ends with `.part-` and a random text.
  ///
  /// - Throws: what SQLite throws; then there is no file.
  func backUp(to path: String, at date: Date = Date()) async throws {
    let part = path + ".part-\(Epoch.random())"
    do {
      try await writeDirectly { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      try await Self.prepareCopy(part, at: date)
      guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      unlink(part)
      throw error
    }
  }

  /// Removes from a copy what must not come back with it after it was ended, and marks it as one.
  private static func prepareCopy(_ path: String, at date: Date) async throws {
    var configuration = configuration
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON; PRAGMA journal_mode = MEMORY") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try await queue.write { try $0.markCopy(at: date) }
    try queue.close()
  }

  func ping() async throws {
    _ = try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT 1)") }
    guard !figures.isWritable else { return }
    // The page with the number is written also where that stays as it is.
    try await write { database in
      let number = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      try database.execute(sql: "PRAGMA user_version = \(number)")
    }
    figures.recordWrite()
  }

  func byteCount() async throws -> Int {
    let pages = try await read { database in
      let counts = try ["page_count", "page_size"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0 }
      return counts[0] * counts[1]
    }
    // What was written last is in the log beside it; a database in memory has none.
    let log = try? FileManager.default.attributesOfItem(atPath: writer.path + "-wal")
    return pages + (log?[.size] as? Int ?? 0)
  }
}

/// What a query about accounts selects first, in this order. Its values are not looked up by their names: one row is read for every
/// request.
enum AccountColumn: Int, CaseIterable {
  case id, email, passwordHash, createdAt, isAdministrator

  /// All of them, as SQL.
  static let sql = allCases.map { "accounts.\($0)" }.joined(separator: ", ")
}

extension StoredAccount {
  /// Reads a row that begins with the columns of an account.
  ///
  /// - Returns: nil for a row that no version of the server has written.
  init?(row: Row) {
    guard let id = UUID(text: row[AccountColumn.id.rawValue]) else { return nil }
    self.init(
      id: id, email: EmailAddress(stored: row[AccountColumn.email.rawValue]),
      passwordHash: row[AccountColumn.passwordHash.rawValue],
      createdAt: Date(milliseconds: row[AccountColumn.createdAt.rawValue]),
      isAdministrator: row[AccountColumn.isAdministrator.rawValue])
  }
}
