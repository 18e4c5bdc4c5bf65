internal import ArgumentParser

/// The option every command has, and the opening of what it names.
struct DataOptions: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The server's directory; made with mode 0700 when missing.", valueName: "dir"))
  var data: String

  /// The directory, made where there is none.
  ///
  /// - Throws: ``CommandFailure`` that says what is wrong with it, and what to do.
  func directory() throws(CommandFailure) -> DataDirectory {
    do { return try DataDirectory(path: data) } catch { throw Self.failure(error) }
  }

  /// Opens what lies in the directory, changes it, and notifies the server that runs on it.
  ///
  /// - Throws: ``CommandFailure``, or what `body` throws.
  func change<Result>(_ body: (SQLiteStorage) async throws -> Result) async throws -> Result {
    let result = try await body(try open())
    ServeLock.notifyServer(of: data)
    return result
  }

  /// - Throws: ``CommandFailure`` that says what is wrong with the directory or the database, and what to do.
  func open() throws -> SQLiteStorage {
    let directory = try directory()
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
