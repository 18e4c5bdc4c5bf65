internal import DatabaseShape
internal import FoundationEssentials
internal import GRDB
internal import Glibc

/// One SQLite file of a ``MirroredDatabase``: WAL, mode 0600.
struct DatabaseFile {
  /// How far a commit has gone when it returns.
  enum Durability: String {
    case full = "FULL"
    case normal = "NORMAL"
  }

  let path: String
  let schema: Schema
  /// Whether others may have the file open as well.
  let isShared: Bool
  private let queue: DatabaseQueue
  private let watch: ShapeWatch
  /// How many seconds another program's lock on the file is waited for.
  let busyTimeout: Double

  /// Opens the file, or makes an empty one.
  ///
  /// - Parameter isAlone: whether no one else in this process has it open: only then its mode is set, for closing a descriptor of a file
  ///   gives up all locks that the process has on it (fcntl(2)), and it may be taken for itself, where the disk is full.
  init(
    path: String, schema: Schema, durability: Durability, busyTimeout: Double, isAlone: Bool = true
  ) throws(TaskStoreError) {
    self.path = path
    self.schema = schema
    self.busyTimeout = busyTimeout
    watch = try TaskStoreError.mapping(path) { ShapeWatch(try schema.shape(ofVersion: schema.format)) }
    if isAlone { try Self.makePrivate(path) }
    do {
      queue = try Self.open(path, durability, busyTimeout, isShared: true)
      isShared = true
    } catch  where error.code == .diskFull && isAlone {
      queue = try Self.open(path, durability, busyTimeout, isShared: false)
      isShared = false
    }
  }

  /// - Parameter isShared: whether other programs may have the file open, too. SQLite then needs a file of 32 KiB for what
  ///   they tell each other (`-shm`), and without it memory does: so that a full disk can be read
  ///   (https://www.sqlite.org/wal.html#noshm).
  private static func open(
    _ path: String, _ durability: Durability, _ busyTimeout: Double, isShared: Bool
  ) throws(TaskStoreError) -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          \(isShared ? "" : "PRAGMA locking_mode = EXCLUSIVE;")
          PRAGMA journal_mode = WAL; PRAGMA synchronous = \(durability.rawValue);
          PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; \(PageCache.smallSQL)
          """)
    }
    return try TaskStoreError.mapping(path) { try DatabaseQueue(path: path, configuration: configuration) }
  }

  /// SQLite gives its side files the mode of the database, so the database has to be private before SQLite sees it.
  private static func makePrivate(_ path: String) throws(TaskStoreError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TaskStoreError(errno: errno, path) }
    defer { Glibc.close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw TaskStoreError(errno: errno, path) }
  }

  /// Runs `body`, which only reads, in one read transaction.
  ///
  /// - Throws: ``TaskStoreError/Code/damaged`` where the file has another shape than it was given; so does ``write(_:)``.
  func read<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try readUnchecked { database in
      try checkShape(database)
      return try body(database)
    }
  }

  private func checkShape(_ database: Database) throws {
    guard try watch.holds(in: database) else { throw damagedShape }
  }

  private var damagedShape: TaskStoreError {
    TaskStoreError(.damaged, "\(path): it holds something else than the tables that were made")
  }

  /// Reads a file of whatever shape: only what is as it was made may be asked.
  ///
  /// GRDB's own `read` switches `query_only` on and off, at which SQLite prepares every cached statement anew.
  func readUnchecked<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try TaskStoreError.mapping(path) {
      try queue.unsafeRead { database in
        var result: T?
        try database.inTransaction(.deferred) {
          result = try body(database)
          return .commit
        }
        guard let result else { throw TaskStoreError(.failed, path) }
        return result
      }
    }
  }

  /// Runs `body` in one write transaction, which is committed as it returns and undone as it throws.
  func write<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try TaskStoreError.mapping(path) {
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

  /// Folds the write-ahead log into the file now. What goes wrong here is made up for by a later commit.
  func fold() { queue.inDatabase { _ = try? $0.checkpoint(.truncate) } }

  /// Folds the write-ahead log into the file once nothing else is to be done, and from then on as it grows. What goes wrong
  /// here is made up for by a later commit: everything is safe in the log.
  func foldSoon(_ finish: @escaping @Sendable () -> Void = {}) {
    queue.asyncWriteWithoutTransaction { database in
      try? database.execute(sql: "PRAGMA wal_autocheckpoint = 1000")
      _ = try? database.checkpoint(.truncate)
      finish()
    }
  }

  /// Writes the file anew without what was removed from it, and cuts its write-ahead log to nothing.
  ///
  /// `secure_delete` zeroes what is removed, but not the copies that SQLite leaves in a page's gap when it moves rows to
  /// another page, and a file of an older version was written without it.
  ///
  /// - Parameter isPatient: whether another program that holds the file is waited for.
  func eraseTraces(isPatient: Bool) throws(TaskStoreError) {
    try read { _ in }
    try TaskStoreError.mapping(path) {
      try queue.writeWithoutTransaction { database in
        guard !isPatient else { return try Self.eraseTraces(in: database) }
        try database.execute(sql: "PRAGMA busy_timeout = 0")
        let outcome = Result { try Self.eraseTraces(in: database) }
        try database.execute(sql: "PRAGMA busy_timeout = \(Int(busyTimeout * 1000))")
        try outcome.get()
      }
    }
    // Pages that were read before may hold what is gone from the file.
    queue.releaseMemory()
  }

  /// The log is cut before as well: where another program holds it, nothing is written in vain, and where space is short, there
  /// is as much as can be had.
  private static func eraseTraces(in database: Database) throws {
    _ = try database.checkpoint(.truncate)
    do { try database.execute(sql: "VACUUM") } catch {
      // What it had written takes up the space that is missing.
      _ = try? database.checkpoint(.truncate)
      throw error
    }
    _ = try database.checkpoint(.truncate)
  }

  /// Closes the file; the last one to close it folds the WAL into it.
  func close() throws(TaskStoreError) {
    try TaskStoreError.mapping(path) { try queue.close() }
  }
}

extension DatabaseFile {
  /// Brings a new or older file to the present form.
  ///
  /// - Parameter storeID: for a new file.
  /// - Throws: ``TaskStoreError/Code/newerFormat``; ``TaskStoreError/Code/damaged`` when the file contradicts itself.
  func prepare(storeID: [UInt8]) throws(TaskStoreError) {
    let version = try readUnchecked { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    let isNew = try isEmpty()
    if !isNew {
      guard let summary = try readUnchecked(summary) else {
        throw TaskStoreError(.damaged, "\(path): its summary can't be read")
      }
      guard summary.format <= UInt32(schema.format) else {
        throw TaskStoreError(.newerFormat, "\(path): version \(summary.format), known up to \(schema.format)")
      }
      guard Int(summary.format) == version, summary.tallies.count <= schema.tables.count,
        version < schema.format || summary.tallies.count == schema.tables.count
      else { throw TaskStoreError(.damaged, "\(path): its header is damaged") }
      try fitShape(ofVersion: version)
    }
    guard isNew || version < schema.format else { return }
    try TaskStoreError.mapping(path) { try queue.write { try migrate($0, from: version, storeID) } }
  }

  private func migrate(_ database: Database, from version: Int, _ storeID: [UInt8]) throws {
    for migration in schema.migrations[version...] { try database.execute(sql: migration) }
    try database.execute(sql: "PRAGMA user_version = \(schema.format)")
    var summary = try database.summary() ?? Summary(storeID: storeID, format: 0, tableCount: 0)
    summary.format = UInt32(schema.format)
    summary.tallies += Array(repeating: Tally(), count: schema.tables.count - summary.tallies.count)
    try database.save(summary)
  }

  /// Finds the shape to be that of a version. An index that was made in another form, by another version of this program, is removed.
  private func fitShape(ofVersion version: Int) throws(TaskStoreError) {
    let fits = try readUnchecked { database in
      try version == schema.format ? watch.holds(in: database) : schema.shape(ofVersion: version).fits(database)
    }
    guard !fits else { return }
    try TaskStoreError.mapping(path) {
      try queue.write { database in
        if let index = schema.index { try database.remove(index) }
        guard try schema.shape(ofVersion: version).fits(database) else { throw damagedShape }
      }
    }
  }

  /// What the file says of itself, where that table is as it was made.
  func summary(_ database: Database) throws -> Summary? {
    try hasTable("summary", database) ? database.summary() : nil
  }

  /// Whether a table is as it was made, in this version or an earlier one.
  func hasTable(_ name: String, _ database: Database) throws -> Bool {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    return try schema.shape(ofVersion: min(max(version, 1), schema.format)).hasTable(name, in: database)
  }

  /// Whether there is nothing in it: a new file, or what is left when SQLite has to pass over a damaged write-ahead log.
  func isEmpty() throws(TaskStoreError) -> Bool {
    try readUnchecked { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
        && Int.fetchOne(database, sql: "PRAGMA user_version") == 0
    }
  }

  /// Whether SQLite finds its own structure sound.
  func isSound() throws(TaskStoreError) -> Bool {
    try read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") == "ok" }
  }

  /// Whether SQLite finds all sound but the index.
  func hasSoundRows() throws(TaskStoreError) -> Bool {
    try schema.index == nil ? isSound() : isSound(schema.sources)
  }

  /// Whether SQLite finds these tables sound, with their SQL indexes.
  ///
  /// - Parameter check: by which of its pragmas.
  func isSound(_ tables: [String], check: String = "quick_check") throws(TaskStoreError) -> Bool {
    try read { database in
      try tables.allSatisfy { try String.fetchOne(database, sql: "PRAGMA \(check)(\($0))") == "ok" }
    }
  }

  /// What the file says of itself, where SQLite finds it sound and every row is there as written; nil otherwise, also when
  /// it can't be read. Takes no more memory for many rows than for few.
  func verifiedSummary() -> Summary? {
    do throws(TaskStoreError) {
      guard try isSound() else { return nil }
      return try read { database in
        guard let summary = try database.summary(), summary.tallies.count == schema.tables.count,
          try schema.tables.allSatisfy({ try database.tally(of: $0) == summary.tallies[$0.index] })
        else { return nil }
        return summary
      }
    } catch { return nil }
  }

  /// Replaces everything in the file.
  func replaceAll(rows: some Sequence<StoredRow>, summary: Summary) throws(TaskStoreError) {
    try write { database in
      for table in schema.tables { try database.execute(sql: "DELETE FROM \(table.name)") }
      for row in rows { try database.insert(row) }
      try database.save(summary)
    }
  }
}
