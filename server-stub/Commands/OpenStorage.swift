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
    return try ServeLock(directory: DataDirectory.checked(path).path)
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
    let directory = try DataDirectory.checked(path)
    return try directory.openDatabase { try SQLiteStorage(path: $0) }
  }
}
