internal import GRDB

/// One SQLite database in WAL mode, so that the account commands work beside a running server.
struct SQLiteEngine: SQLEngine {
  /// Why the database could not be opened.
  enum OpenError: Error, Equatable {
    /// A newer version wrote it.
    case newerVersion
    /// It was moved elsewhere, or is being moved.
    case moved(MoveMark)
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
  /// None where it is in memory.
  let endings: EndingMark?

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
      try self.init(
        pool, lookups: ReadConnectionPool(path: path, configuration: configuration),
        endings: EndingMark(path: path + "-endings"))
    } catch let error as DatabaseError { throw Self.openError(error) }
  }

  /// - Throws: `DatabaseError`.
  private init(_ writer: any DatabaseWriter, lookups: ReadConnectionPool, endings: EndingMark?) throws {
    self.writer = writer
    self.lookups = lookups
    self.endings = endings
    guard let endings else { return }
    try writer.writeWithoutTransaction { try $0.note(endings: endings) }
  }

  private static func migrate(_ writer: any DatabaseWriter) throws {
    let migrator = SQLiteMigrations.migrator
    if let mark = try writer.read({ try $0.moveMark() }) { throw OpenError.moved(mark) }
    guard try !writer.read(migrator.hasBeenSuperseded) else { throw OpenError.newerVersion }
    try migrator.migrate(writer)
  }

  /// Opens a database that lives in memory, until it is closed.
  static func inMemory() throws -> SQLiteEngine {
    let queue = try DatabaseQueue(configuration: configuration)
    try migrate(queue)
    return try SQLiteEngine(queue, lookups: ReadConnectionPool([queue]), endings: nil)
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    // What was answered must survive a power cut, and what was deleted must not.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON") }
    return configuration
  }

  /// What an error says of a database that can't be opened.
  static func openError(_ error: DatabaseError) -> any Error {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: OpenError.damaged
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: OpenError.notPermitted
    case .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_IOERR: OpenError.notWritable
    default: error
    }
  }
}
