internal import GRDB

/// Every access to the database: what goes wrong for a time only is a ``StorageProblem``.
extension SQLiteEngine {
  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await watched(isWrite: true) {
      let (value, hasChanged, hasEnded) = try await writer.write { database in
        let former = database.totalChangesCount
        let value = try body(SQLiteTransaction(database))
        return (value, database.totalChangesCount != former, endings?.takeNote() ?? false)
      }
      if hasEnded { endings?.change() }
      // To begin and end a transaction says nothing of the disk.
      if hasChanged { figures.recordWrite() }
      return value
    }
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await readDirectly { try body(SQLiteTransaction($0)) }
  }

  /// Reads on the calling thread: an asynchronous read changes threads twice and begins and ends a transaction, which takes longer than to
  /// find a row by its key.
  func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    do { return try lookups.read { try body(SQLiteTransaction($0)) } } catch { throw recorded(error, isWrite: false) }
  }

  /// As ``read(_:)``, what SQLite alone can be asked.
  func readDirectly<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await watched(isWrite: false) { try await writer.read(body) }
  }

  /// Writes without a transaction.
  ///
  /// - Throws: ``StorageProblem``, and what `body` throws.
  func writeDirectly<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await watched(isWrite: true) { try await writer.writeWithoutTransaction(body) }
  }

  /// Does what reads or writes, and keeps count of what goes wrong.
  func watched<Value>(isWrite: Bool, _ access: () async throws -> Value) async throws -> Value {
    do { return try await access() } catch { throw recorded(error, isWrite: isWrite) }
  }

  private func recorded(_ error: any Error, isWrite: Bool) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    guard let problem = StorageProblem(error, isWrite: isWrite) else { return UniqueRowError(error) ?? error }
    figures.record(problem, isWrite: isWrite)
    return problem
  }
}

extension StorageProblem {
  /// What passes: locks of others, a full disk, errors of a disk. A damaged database is none, and goes on until somebody mends it.
  init?(_ error: DatabaseError, isWrite: Bool) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .tooBusy
    case .SQLITE_FULL: self = .unavailable(retryAfter: .seconds(30), cause: .full)
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_NOMEM: self = .unavailable(retryAfter: .seconds(5), cause: .failing)
    // A file system that the kernel lets nobody write any more. What only reads never writes.
    case .SQLITE_READONLY where isWrite: self = .unavailable(retryAfter: .seconds(5), cause: .failing)
    default: return nil
    }
  }
}

extension UniqueRowError {
  fileprivate init?(_ error: DatabaseError) {
    switch error.extendedResultCode {
    case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY: self.init()
    default: return nil
    }
  }
}
