#if Postgres
internal import GRDB
internal import LinuxSystem

/// The file of SQLite's that everything is moved out of.
struct MoveFile {
  let path: String
  let queue: DatabaseQueue
  private let identity: FileIdentity

  /// Opens the file as it is.
  ///
  /// - Throws: ``CommandFailure`` where there is none, ``SQLiteEngine/OpenError``.
  init(path: String) throws {
    self.path = path
    do throws(SystemError) { identity = try FileIdentity(path: path) } catch {
      throw CommandFailure(.badData, "\(path): \(error.description); name the directory of a server, with --data")
    }
    do {
      queue = try DatabaseQueue(path: path, configuration: Self.configuration)
      let encoding = try queue.read { try String.fetchOne($0, sql: "PRAGMA encoding") }
      guard encoding == "UTF-8" else { throw SQLiteEngine.OpenError.damaged }
    } catch let error as DatabaseError { throw SQLiteEngine.openError(error) }
    try requireSame()
  }

  private static var configuration: Configuration {
    var configuration = SQLiteEngine.configuration
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON") }
    return configuration
  }

  /// The mark of an earlier run.
  func mark() throws -> MoveMark? {
    do { return try queue.read { try $0.moveMark() } } catch let error as DatabaseError {
      throw SQLiteEngine.openError(error)
    }
  }

  /// Sets the mark, also in the file alone without its log.
  func set(_ mark: MoveMark) throws {
    try queue.write { try $0.set(mark) }
    try writeLog()
  }

  /// Takes the mark away.
  func removeMark() throws {
    try queue.write { try $0.removeMoveMark() }
    try writeLog()
  }

  private func writeLog() throws {
    do { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } } catch let error as DatabaseError {
      // Somebody reads: it stays in the log, which belongs to the file.
      guard [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) else { throw error }
    }
  }

  /// Looks whether the file is still the one that was opened: what is marked and what is read must not be two.
  ///
  /// - Throws: ``CommandFailure``.
  func requireSame() throws(CommandFailure) {
    do throws(SystemError) {
      if try FileIdentity(path: path) == identity { return }
    } catch { throw CommandFailure(.unavailable, "\(path) was taken away meanwhile; nothing was moved") }
    throw CommandFailure(.unavailable, "\(path) was exchanged for another file meanwhile; nothing was moved")
  }
}
#endif
