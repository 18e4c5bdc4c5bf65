internal import DatabaseShape
internal import GRDB
internal import Glibc

/// The SQLite file of an ``InboxStore``: WAL, `synchronous=FULL`, mode 0600.
struct InboxFile {
  let path: String
  private let queue: DatabaseQueue
  private let watch: ShapeWatch

  /// Opens the file, or makes it, and migrates it to the present schema.
  init(path: String, busyTimeout: Double) throws(InboxStoreError) {
    self.path = path
    watch = try InboxStoreError.mapping(path) {
      ShapeWatch(try InboxSchema.shape(ofVersion: InboxSchema.migrations.count))
    }
    try Self.makePrivate(path)
    do { queue = try Self.open(path, busyTimeout, isShared: true) } catch  where error.code == .diskFull {
      queue = try Self.open(path, busyTimeout, isShared: false)
    }
    try migrate()
  }

  /// - Parameter isShared: whether other programs may have the file open, too; SQLite needs a file of 32 KiB for that
  ///   (`-shm`). Without it a full disk can still be read (https://www.sqlite.org/wal.html#noshm).
  private static func open(
    _ path: String, _ busyTimeout: Double, isShared: Bool
  ) throws(InboxStoreError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { database in
      // What was acknowledged to the server must survive a power cut.
      try database.execute(
        sql: """
          \(isShared ? "" : "PRAGMA locking_mode = EXCLUSIVE;")
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY
          """)
    }
    return try InboxStoreError.mapping(path) { try DatabaseQueue(path: path, configuration: configuration) }
  }

  /// SQLite gives its side files the mode of the database, so the database has to be private before SQLite sees it.
  private static func makePrivate(_ path: String) throws(InboxStoreError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw InboxStoreError(errno: errno, path) }
    defer { Glibc.close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw InboxStoreError(errno: errno, path) }
  }

  private func migrate() throws(InboxStoreError) {
    let migrations = InboxSchema.migrations
    try InboxStoreError.mapping(path) {
      try queue.write { database in
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version >= 0 else { throw damagedShape }
        guard version <= migrations.count else {
          throw InboxStoreError(.newerFormat, "\(path): version \(version), known up to \(migrations.count)")
        }
        guard try InboxSchema.shape(ofVersion: version).fits(database) else { throw damagedShape }
        guard version < migrations.count else { return }
        try InboxSchema.migrate(database, through: version..<migrations.count)
        try database.execute(sql: "PRAGMA user_version = \(migrations.count)")
      }
    }
  }

  private func checkShape(_ database: Database) throws {
    guard try watch.holds(in: database) else { throw damagedShape }
  }

  private var damagedShape: InboxStoreError {
    InboxStoreError(.damaged, "\(path): it holds something else than the tables that were made")
  }

  /// Runs `body`, which only reads, in one read transaction.
  ///
  /// GRDB's own `read` switches `query_only` on and off, at which SQLite prepares every cached statement anew.
  func read<Result>(_ body: (Database) throws -> Result) throws(InboxStoreError) -> Result {
    try InboxStoreError.mapping(path) {
      try queue.unsafeRead { database in
        var result: Result?
        try database.inTransaction(.deferred) {
          try checkShape(database)
          result = try body(database)
          return .commit
        }
        guard let result else { throw InboxStoreError(.failed, path) }
        return result
      }
    }
  }

  /// Runs `body` in one write transaction, which is committed as it returns and undone as it throws.
  func write<Result>(_ body: (Database) throws -> Result) throws(InboxStoreError) -> Result {
    try InboxStoreError.mapping(path) {
      do {
        return try queue.write { database in
          try checkShape(database)
          return try body(database)
        }
      } catch {
        watch.forget()
        throw error
      }
    }
  }

  /// Writes the file anew without what was removed from it, and cuts its write-ahead log to nothing: `secure_delete` zeroes what is
  /// removed, but not the copies that SQLite leaves in a page's gap when it moves rows to another page.
  func eraseTraces() throws(InboxStoreError) {
    try read { _ in }
    try InboxStoreError.mapping(path) {
      try queue.writeWithoutTransaction { database in
        // Where another program holds the log, nothing is written in vain.
        _ = try database.checkpoint(.truncate)
        do { try database.execute(sql: "VACUUM") } catch {
          _ = try? database.checkpoint(.truncate)
          throw error
        }
        _ = try database.checkpoint(.truncate)
      }
    }
    // Pages that were read before, and statements that wrote it, may hold what is gone from the file.
    queue.releaseMemory()
  }

  /// Folds the write-ahead log into the file and closes it.
  func close() throws(InboxStoreError) { try InboxStoreError.mapping(path) { try queue.close() } }
}
