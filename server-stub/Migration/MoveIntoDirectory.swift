#if Postgres
internal import GRDB
internal import Glibc
internal import LinuxSystem
internal import PostgresClient
internal import ServerAPI

/// Moves everything of a PostgreSQL database into a directory that has none. Whoever holds the directory's lock may run it.
///
/// The database is closed for all nodes before anything is read, and says so. The file gets its name when it is whole and on the disk. So it is known,
/// whenever the process was killed, whether the directory has everything, and who runs it again ends what was begun.
struct MoveIntoDirectory {
  let directory: DataDirectory
  let database: MoveDatabase
  let progress: MoveProgress

  /// Moves everything, or ends what an earlier run has begun.
  ///
  /// - Throws: ``CommandFailure``, `PostgresError`; nothing was moved then, and nodes serve as before, unless the failure says otherwise.
  func run() throws -> MoveReport {
    let connection = try database.open()
    let here = mark
    let former = try PostgresSchema.departure(connection)
    if let former, former.place != here.place {
      throw CommandFailure(.configuration, former.refusal(of: "what the database had") + "; this is another directory")
    }
    guard try !hasFile else {
      guard let former, try isMoved(connection) else {
        throw CommandFailure(
          .cannotCreate, "\(directory.database) is there already; name a directory without a database")
      }
      try NewFile(path: directory.database).remove()
      if former.stage == .moving { try complete(former) }
      return MoveReport(outcome: .alreadyMoved)
    }
    guard former?.stage != .moved else {
      throw CommandFailure(
        .badData,
        "what the database had was moved to \(here.place) already, and there is no database any more: put a backup there"
      )
    }
    if former == nil { try close(here, connection) }
    return try finish(former ?? here)
  }

  /// Takes back a move that did not come to its end.
  ///
  /// - Throws: as ``run()``, and where everything was moved.
  func cancel() throws -> MoveReport {
    let connection = try database.open()
    guard let former = try PostgresSchema.departure(connection) else {
      throw CommandFailure(.badData, "no move of what the database has was begun; there is nothing to take back")
    }
    guard former.place == mark.place else {
      throw CommandFailure(.configuration, former.refusal(of: "what the database had") + "; this is another directory")
    }
    guard former.stage == .moving, try !hasFile || !isMoved(connection) else {
      throw CommandFailure(.badData, "everything was moved to \(former.place) already; run it without --cancel")
    }
    // It may be what was moved, under another numbering since: then it is served, and this would not be the only place.
    guard try !hasFile else {
      throw CommandFailure(
        .badData,
        "\(directory.database) is there, and may have everything; if it is another one, put it elsewhere first")
    }
    try database.transaction(connection) { connection in try PostgresSchema.forgetDeparture(connection) }
    return MoveReport(outcome: .cancelled)
  }

  /// Counts what would be moved, also while nodes serve, and changes nothing.
  func count() throws -> MoveReport {
    let connection = try database.open()
    guard try !hasFile else {
      throw CommandFailure(.cannotCreate, "\(directory.database) is there already; name a directory without a database")
    }
    let queue = try DatabaseQueue(configuration: SQLiteEngine.configuration)
    try SQLiteMigrations.migrator.migrate(queue)
    let tables = try queue.read { try TableCatalogue.tables($0, connection) }
    return try database.transaction(connection, .snapshot) { connection in
      MoveReport(
        outcome: .counted,
        tables: try tables.map { table in
          MoveReport.Table(name: table.name, rows: try Self.rowCount(of: table, connection))
        })
    }
  }

  static func rowCount(of table: MovedTable, _ connection: PostgresConnection) throws -> Int {
    let call = DynamicCall("SELECT count(*) FROM \(table.lowerName)", .reads)
    let row = try connection.run(call, until: .after(seconds: MoveDatabase.longest)).rows.first
    guard case .integer(let count)? = try row?.field(0) else { throw PostgresError(.programming) }
    return Int(count)
  }

  // MARK: Marks

  private var mark: MoveMark {
    MoveMark(target: "directory", place: OnePlace.words("the directory \(RealPath.of(directory.path))"))
  }

  private var hasFile: Bool {
    get throws(CommandFailure) {
      do throws(SystemError) {
        _ = try FileIdentity(path: directory.database)
        return true
      } catch {
        guard error.code == ENOENT, !NewFile(path: directory.database).isTaken else {
          throw CommandFailure(
            .cannotCreate, "\(directory.database), or what belongs to it, is there and is no file of its own")
        }
        return false
      }
    }
  }

  /// Whether the file in the directory is what the database had: the numbering has the same name. The database is closed, so that it has no other
  /// one since.
  private func isMoved(_ connection: PostgresConnection) throws -> Bool {
    let file = try MoveFile(path: directory.database)
    let epoch = try file.queue.read { try MoveChecks.epoch($0) }.description
    let row = try connection.run(DynamicCall("SELECT epoch FROM vault.numbering", .reads), until: .after(seconds: 60))
      .rows.first
    return try row?.field(0) == .text(epoch)
  }

  /// Closes the database for all nodes. Whoever writes at this moment is waited for.
  private func close(_ mark: MoveMark, _ connection: PostgresConnection) throws {
    try database.requireNoNodes(connection)
    do {
      try database.transaction(connection) { connection in
        try database.lockTables(connection)
        try PostgresSchema.noteDeparture(mark, connection)
      }
    } catch let error as PostgresError where error.kind == .inDoubt {
      throw CommandFailure(
        .tryAgain,
        "the connection was lost, and whether the database is closed for nodes is not known; nothing was moved: run it again, or with --cancel"
      )
    }
  }

  private func complete(_ mark: MoveMark) throws(CommandFailure) {
    do {
      try database.transaction(try database.connect()) { connection in
        try PostgresSchema.noteDeparture(mark.completed, connection)
      }
    } catch {
      throw CommandFailure(
        .unavailable, "everything was moved to \(mark.place), but the database could not be told: run it again")
    }
  }

  // MARK: One run

  private func finish(_ mark: MoveMark) throws -> MoveReport {
    let tables: [MoveReport.Table]
    do {
      let file = NewFile(path: directory.database)
      tables = try file.make { try fill($0) }
    } catch {
      try takeBack(because: error)
      throw error
    }
    try complete(mark)
    return MoveReport(outcome: .moved, tables: tables)
  }

  private func takeBack(because error: any Error) throws {
    do {
      try database.transaction(try database.connect()) { try PostgresSchema.forgetDeparture($0) }
    } catch let second {
      throw CommandFailure(
        .unavailable,
        "nothing was moved (\((error as? CommandFailure)?.message ?? "\(error)")); but the database can't be opened for nodes again (\((second as? CommandFailure)?.message ?? "\(second)")): run it again, or with --cancel"
      )
    }
  }
}
#endif
