#if Postgres
internal import GRDB
internal import LinuxSystem
internal import PostgresClient

/// Moves everything of a directory into an empty PostgreSQL database: in one transaction there, of one moment here. Whoever holds the directory's lock
/// may run it.
///
/// The file is marked before anything is read, so that nobody writes in it any more; the target is marked together with what it gets. So each of the
/// two says, whenever the process was killed, whether the target has everything, and who runs it again ends what was begun.
struct MoveIntoDatabase {
  let directory: DataDirectory
  let database: MoveDatabase
  let progress: MoveProgress

  /// Moves everything, or ends what an earlier run has begun.
  ///
  /// - Throws: ``CommandFailure``, ``SQLiteEngine/OpenError``, `PostgresError`; nothing was moved then, and the directory is served as before, unless
  ///   the failure says otherwise.
  func run() throws -> MoveReport {
    let connection = try database.open()
    let file = try MoveFile(path: directory.database)
    let target = try database.mark(connection)
    guard let former = try file.mark() else {
      // To the shape that this program knows, as every command does.
      _ = try SQLiteEngine(path: file.path)
      try database.requireEmpty(connection)
      try file.set(target)
      return try finish(target, file, connection)
    }
    guard former.target == target.target else {
      throw CommandFailure(.configuration, former.refusal(of: file.path) + "; this is another database")
    }
    guard try PostgresSchema.arrival(connection)?.id == former.id else {
      guard former.stage == .moving else {
        throw CommandFailure(.badData, former.refusal(of: file.path) + "; but the database has nothing of it")
      }
      return try finish(former, file, connection)
    }
    if former.stage == .moving { try complete(former, file) }
    return MoveReport(outcome: .alreadyMoved)
  }

  /// Takes back a move that did not come to its end.
  ///
  /// - Throws: as ``run()``, and where everything was moved.
  func cancel() throws -> MoveReport {
    let connection = try database.open()
    let file = try MoveFile(path: directory.database)
    guard let mark = try file.mark() else {
      throw CommandFailure(.badData, "no move of \(file.path) was begun; there is nothing to take back")
    }
    guard mark.target == (try database.mark(connection).target) else {
      throw CommandFailure(.configuration, mark.refusal(of: file.path) + "; this is another database")
    }
    let hasArrived = try database.transaction(connection) { try PostgresSchema.arrival($0)?.id == mark.id }
    guard mark.stage == .moving, !hasArrived else {
      throw CommandFailure(.badData, "everything was moved to \(mark.place) already; run it without --cancel")
    }
    try file.removeMark()
    return MoveReport(outcome: .cancelled)
  }

  /// Reads everything as a move would, also beside a running server, and changes nothing.
  func count() throws -> MoveReport {
    let connection = try database.open()
    let file = try MoveFile(path: directory.database)
    if let mark = try file.mark() { throw SQLiteEngine.OpenError.moved(mark) }
    _ = try SQLiteEngine(path: file.path)
    try database.requireEmpty(connection)
    return try file.queue.read { sqlite in
      let tables = try TableCatalogue.tables(sqlite, connection)
      try MoveChecks.requireWhole(sqlite, tables)
      return MoveReport(
        outcome: .counted,
        tables: try tables.map { table in
          try begin("looking at", table, sqlite)
          var rows = 0
          try SQLiteRowReader(table).forEachRow(sqlite) { _ in
            rows += 1
            progress.step()
          }
          return MoveReport.Table(name: table.name, rows: rows)
        })
    }
  }

  // MARK: One run

  private func finish(
    _ mark: MoveMark, _ file: MoveFile, _ connection: PostgresConnection
  ) throws -> MoveReport {
    var tables: [MoveReport.Table] = []
    do { try transfer(mark, file, connection, &tables) } catch {
      // The commit may have come to something, or not.
      let isInDoubt = (error as? PostgresError)?.kind == .inDoubt
      guard isInDoubt, try database.hasArrived(mark) else {
        try takeBack(file, because: error)
        throw error
      }
    }
    try complete(mark, file)
    return MoveReport(outcome: .moved, tables: tables)
  }

  private func takeBack(_ file: MoveFile, because error: any Error) throws {
    do { try file.removeMark() } catch is DatabaseError {
      throw CommandFailure(
        .unavailable,
        "nothing was moved (\((error as? CommandFailure)?.message ?? "\(error)")); but \(file.path) can't be written to say so: run it again with --cancel"
      )
    }
  }

  private func complete(_ mark: MoveMark, _ file: MoveFile) throws {
    do { try file.set(mark.completed) } catch is DatabaseError {
      throw CommandFailure(
        .tryAgain, "everything was moved to \(mark.place), but \(file.path) can't be written to say so: run it again")
    }
    guard try MoveFile(path: file.path).mark() == mark.completed else {
      throw CommandFailure(
        .unavailable,
        "everything was moved to \(mark.place), but \(file.path) was exchanged for another file meanwhile: don't serve it"
      )
    }
  }
}
#endif
