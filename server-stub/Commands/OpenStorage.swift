internal import ArgumentParser

/// The options every command has, and the opening of what they name.
struct DataOptions: ParsableArguments {
  #if Postgres
  @Option(
    name: .long, help: ArgumentHelp("The server's directory; made with mode 0700 when missing.", valueName: "dir"))
  private var data: String?
  @Option(
    help: ArgumentHelp(
      "The file with the connection string of a PostgreSQL database, in place of a directory; VAULT_DATABASE names one, too.",
      valueName: "file"))
  private var database: String?

  func validate() throws {
    guard data == nil || database == nil else { throw ValidationError("--data and --database exclude each other.") }
    guard data != nil || database != nil || OpenDatabase.isNamedByEnvironment else {
      throw ValidationError("Missing expected argument '--data <dir>' or '--database <file>'")
    }
  }

  /// The directory's path; nil where a database has everything.
  private var path: String? { data }
  #else
  @Option(
    name: .long, help: ArgumentHelp("The server's directory; made with mode 0700 when missing.", valueName: "dir"))
  private var data: String

  /// The directory's path; nil where a database has everything.
  private var path: String? { data }
  #endif

  /// The lock of who serves the directory; nil where a database has everything, which many may serve.
  ///
  /// - Throws: ``CommandFailure`` that says what is wrong with it, and what to do.
  func serveLock() throws(CommandFailure) -> ServeLock? {
    guard let path else { return nil }
    return try ServeLock(directory: Self.directory(path).path)
  }

  /// The directory, made where there is none.
  private static func directory(_ path: String) throws(CommandFailure) -> DataDirectory {
    do { return try DataDirectory(path: path) } catch { throw failure(error) }
  }

  /// Opens what the options name, changes it, and notifies the server that runs on the directory.
  ///
  /// - Throws: ``CommandFailure``, or what `body` throws.
  func change<Result>(_ body: (any ServerStorage) async throws -> Result) async throws -> Result {
    let result = try await body(try open())
    if let path { ServeLock.notifyServer(of: path) }
    return result
  }

  /// - Throws: ``CommandFailure`` that says what is wrong with the directory or the database, and what to do.
  ///
  /// - Parameter listens: whether it is to hear what other nodes do.
  func open(listens: Bool = false) throws -> any ServerStorage {
    #if Postgres
    guard path != nil else { return try OpenDatabase(file: database).open(listens: listens) }
    #endif
    return try openFile()
  }

  /// The same, of what lies in a directory.
  func openFile() throws -> SQLiteStorage {
    guard let path else {
      throw CommandFailure(.usage, "PostgreSQL is backed up with its own programs, as pg_basebackup and pg_dump")
    }
    let directory = try Self.directory(path)
    do { return try SQLiteStorage(path: directory.database) } catch let error as SQLiteStorage.OpenError {
      throw Self.failure(error, directory.database)
    } catch {
      throw CommandFailure(.unavailable, "\(directory.database): can't be opened (\(error)); try again")
    }
  }

  private static func failure(_ problem: DataDirectory.Problem) -> CommandFailure {
    switch problem {
    case .unusable(let path, let reason):
      CommandFailure(.cannotCreate, "\(path): \(reason); name a directory that can be made, with --data")
    case .notOurs(let path):
      CommandFailure(.notPermitted, "\(path) belongs to another user; run the server as its owner")
    case .open(let path):
      CommandFailure(.configuration, "\(path) is open to other users; close it with: chmod 700 \(path)")
    case .notADirectory(let path): CommandFailure(.cannotCreate, "\(path) is not a directory")
    }
  }

  private static func failure(_ error: SQLiteStorage.OpenError, _ path: String) -> CommandFailure {
    switch error {
    case .newerVersion:
      CommandFailure(
        .configuration, "\(path) was written by a newer vault-server; install that one, nothing was changed")
    case .damaged: CommandFailure(.badData, "\(path) is damaged or not a database; put a backup in its place")
    case .notPermitted: CommandFailure(.notPermitted, "\(path) may not be read and written by this user")
    case .notWritable: CommandFailure(.cannotCreate, "\(path) can't be made or written; is the disk full or read-only?")
    }
  }
}
