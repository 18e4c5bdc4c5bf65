#if Postgres
internal import GRDB
internal import Glibc
internal import LinuxSystem

/// A database of SQLite's that has its name when it is whole, and not before.
struct NewFile {
  let path: String

  /// What it is called until then. One that a killed process has left behind is taken away.
  private var part: String { path + ".part-move" }

  /// Makes it.
  ///
  /// - Parameter fill: writes the rows; no key is looked after meanwhile, and no index is there.
  /// - Throws: what `fill` throws, `DatabaseError`, `SystemError`; then there is no file.
  func make<Value>(_ fill: (Database) throws -> Value) throws -> Value {
    try remove()
    do {
      let value = try write(fill)
      try sync(part)
      try giveName()
      return value
    } catch {
      try remove()
      throw error
    }
  }

  /// Whether there is a database of that name, or what one has left behind: SQLite would take its log for this one's.
  var isTaken: Bool {
    ["", "-journal", "-wal", "-shm"].contains { suffix in
      var status = stat()
      // A link that leads nowhere is in the way, too.
      return lstat(path + suffix, &status) == 0 || errno != ENOENT
    }
  }

  /// Names the file, unless somebody has made another one meanwhile, and has that on the disk.
  private func giveName() throws {
    // Unlike a file that is renamed, a link takes nobody's place.
    guard !isTaken, link(part, path) == 0 else {
      throw CommandFailure(.cannotCreate, "\(path) can't be made, or somebody has made another one; nothing was moved")
    }
    do throws(SystemError) {
      try remove()
      try sync(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Takes away what has no name yet.
  func remove() throws(SystemError) {
    for suffix in ["", "-journal", "-wal", "-shm"] where unlink(part + suffix) != 0 && errno != ENOENT {
      throw SystemError("unlink")
    }
  }

  private func write<Value>(_ fill: (Database) throws -> Value) throws -> Value {
    var configuration = SQLiteEngine.configuration
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase {
      // Nobody has it yet: whatever happens before its end, it is made anew.
      try $0.execute(
        sql: """
          PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF;
          PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536
          """)
    }
    let queue = try DatabaseQueue(path: part, configuration: configuration)
    try SQLiteMigrations.migrator.migrate(queue)
    let value = try queue.write { database in
      let indexes = try Self.leaveOutIndexes(database)
      let value = try fill(database)
      for sql in indexes { try database.execute(sql: sql) }
      return value
    }
    // No page has what was erased.
    try queue.write { try $0.recordTraces(false) }
    try queue.close()
    return value
  }

  /// Indexes are made of all rows at once at the end, which takes a part of the time.
  private static func leaveOutIndexes(_ database: Database) throws -> [String] {
    let indexes = try Row.fetchAll(
      database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
    for index in indexes {
      try database.execute(sql: "DROP INDEX \((index["name"] as String).quotedDatabaseIdentifier)")
    }
    return indexes.map { $0["sql"] }
  }

  private func sync(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError("fsync") }
  }
}

/// Where a directory is, whatever way leads there.
enum RealPath {
  static func of(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
#endif
