internal import DatabaseShape
internal import DurableFiles
internal import Foundation
internal import GRDB

/// One of the two SQLite files, open. Used by one thread at a time.
final class DatabaseCopy {
  let path: String
  /// Which file was opened; another one may stand at the path by now.
  let identity: FileIdentity
  let queue: DatabaseQueue
  /// `user_version`.
  let version: Int
  /// Watches that nobody else's triggers, views or constraints are run; nil while the file is being made, or of another version.
  private let watch: ShapeWatch?

  /// Opens an existing file.
  ///
  /// - Parameter isNew: whether the file is being made: then it stays in rollback mode, alone in its directory entry.
  init(opening path: String, limit: Duration, isNew: Bool = false) throws(CredentialStoreError) {
    for place in [path] + Self.sideFiles(of: path) where DurableFile.kind(place) == .other {
      throw .suspicion("\(place) is not a regular file")
    }
    guard let identity = FileIdentity(path: path) else { throw CredentialStoreError.suspicion("\(path) is missing") }
    var configuration = Configuration()
    configuration.label = "CredentialStore"
    configuration.busyMode = .timeout(limit / .seconds(1))
    configuration.prepareDatabase { db in
      if isNew { try db.execute(sql: "PRAGMA page_size = 4096") }
      try db.execute(sql: "PRAGMA journal_mode = \(isNew ? "DELETE" : "WAL")")
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
    }
    (queue, version) = try Self.mapping(path) {
      let queue = try Self.open(path, configuration)
      return (queue, try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 })
    }
    watch = isNew || version != Schema.version ? nil : try Self.mapping(path) { ShapeWatch(try Schema.shape()) }
    self.path = path
    self.identity = identity
  }

  /// What SQLite makes beside a database.
  static func sideFiles(of path: String) -> [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// Opens for writing; where the directory forbids it, for reading alone: with the log that a writer left, or without.
  private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    do { return try DatabaseQueue(path: path, configuration: configuration) } catch let error as DatabaseError {
      var log = stat()
      guard !canWrite(path), let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else {
        throw error
      }
      let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
      var configuration = Configuration()
      configuration.readonly = true
      return try DatabaseQueue(path: hasLog ? path : "file:\(escaped)?immutable=1", configuration: configuration)
    }
  }

  /// Whether SQLite could write the file and its log.
  static func canWrite(_ path: String) -> Bool {
    access(path, W_OK) == 0 && access(DurableFile.directory(of: path), W_OK) == 0
  }

  /// Makes an empty file readable by its owner alone, in the place of whatever stands there.
  static func create(_ path: String, limit: Duration) throws(CredentialStoreError) -> DatabaseCopy {
    for leftover in [path] + sideFiles(of: path) {
      unlink(leftover)
      try CredentialFile.setAside(leftover)
    }
    let descriptor = CredentialFile.open(path, O_RDWR | O_CREAT | O_EXCL)
    guard descriptor >= 0 else { throw CredentialStoreError("create", of: path) }
    Glibc.close(descriptor)
    return try DatabaseCopy(opening: path, limit: limit, isNew: true)
  }

  /// Closes the file. An error would only mean that SQLite tidies up at the next opening.
  func close() { do { try queue.close() } catch { return } }

  /// Runs `body` in one read transaction: it sees one moment of the file.
  func read<Result>(_ body: (Database) throws -> Result) throws(CredentialStoreError) -> Result {
    try transaction("BEGIN DEFERRED") { db in
      let result = try body(db)
      try db.rollback()
      return result
    }
  }

  /// Runs `body` in a write transaction, which `body` commits itself; what it leaves open is rolled back.
  func write<Result>(_ body: (Database) throws -> Result) throws(CredentialStoreError) -> Result {
    try transaction("BEGIN IMMEDIATE", body)
  }

  private func transaction<Result>(
    _ begin: String, _ body: (Database) throws -> Result
  ) throws(CredentialStoreError) -> Result {
    try Self.mapping(path) {
      try queue.unsafeReentrantWrite { db in
        do {
          try db.cachedStatement(sql: begin).execute()
          if let watch, try !watch.holds(in: db) {
            throw CredentialStoreError.suspicion("\(path): the tables are not what was made")
          }
          let result = try body(db)
          if db.isInsideTransaction { try db.rollback() }
          return result
        } catch {
          // SQLite may have rolled back by itself; the first error is the one to tell.
          if db.isInsideTransaction { do { try db.rollback() } catch { queue.interrupt() } }
          throw error
        }
      }
    }
  }

  /// Runs `body`, in which errors of SQLite meet the module's own, and says what they mean: the one place where they are converted.
  private static func mapping<Result>(
    _ path: String, _ body: () throws -> Result
  ) throws(CredentialStoreError) -> Result {
    do { return try body() } catch let error as CredentialStoreError { throw error } catch let error as DatabaseError {
      throw meaning(of: error, path: path)
    } catch { throw CredentialStoreError(.failed, "\(error)") }
  }

  /// Tells trouble with the machine, which is passed on, from trouble with the file's content, which is suspicious.
  private static func meaning(of error: DatabaseError, path: String) -> CredentialStoreError {
    let detail = "\(path): \(error.resultCode) \(error.message ?? "")"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: return CredentialStoreError(.timedOut, detail)
    case .SQLITE_FULL: return CredentialStoreError(.diskFull, detail)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      // A damaged header also makes SQLite refuse to write: then the file itself may be written.
      return canWrite(path) ? .suspicion(detail) : CredentialStoreError(.readOnly, detail)
    case .SQLITE_IOERR:
      if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ { return .suspicion(detail) }
      return CredentialFile.lackOfSpace(beside: path) ?? CredentialStoreError(.failed, detail)
    case .SQLITE_NOMEM, .SQLITE_INTERRUPT: return CredentialStoreError(.failed, detail)
    default: return .suspicion(detail)
    }
  }
}
