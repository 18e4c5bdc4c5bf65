#if Postgres
internal import ArgumentParser
internal import Foundation
internal import GRDB
internal import LinuxSystem
internal import PostgresClient

/// `vault-server migrate`.
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Move everything from a directory into a PostgreSQL database, or back.",
    discussion: """
      Accounts, sessions, devices, inboxes and all else go over, with their numbers: nobody logs in again, and no device \
      fetches anything anew. End the server first, and make the database's schema (database upgrade). FILE is the \
      owner's. All is compared before it counts; where anything is wrong nothing was moved, and it is said what. \
      Afterwards the source is marked, and nothing is served from it. Killed at any moment, it is run again and ends \
      what was begun; --cancel takes it back.

      With --json: {"outcome": "moved"|"alreadyMoved"|"counted"|"cancelled", "tables": [{"name": text, "rows": count}]}

      EXAMPLES
        vault-server migrate --data ~/vault-server --database owner.conf --dry-run
        vault-server migrate --data ~/vault-server --database owner.conf
        vault-server migrate --back --data ~/vault-server-again --database owner.conf
      """)

  @Option(name: .long, help: ArgumentHelp("The server's directory.", valueName: "dir"))
  var data: String
  @OptionGroup var option: DatabaseOption
  @Flag(help: "From the database into the directory, which has none yet.")
  var back = false
  @Flag(help: "Look at everything and count it, also while the server runs; change nothing.")
  var dryRun = false
  @Flag(help: "Take back a move that was begun and did not come to its end.")
  var cancel = false
  @Flag(name: .long, help: "Print JSON.")
  var json = false

  func validate() throws {
    guard !dryRun || !cancel else { throw ValidationError("--dry-run and --cancel exclude each other.") }
  }

  func run() async throws {
    try await CommandFailure.reporting {
      let directory = try existing()
      let lock = dryRun ? nil : try ServeLock(directory: directory.path)
      let database = try OpenDatabase(file: option.database)
      let report = try told(directory) { try work(directory, database) }
      withExtendedLifetime(lock) {}
      print(json ? try CommandJSON.text(report) : text(report))
    }
  }

  /// Does something, and says in words what went wrong.
  private func told<Value>(_ directory: DataDirectory, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let failure as CommandFailure { throw failure } catch let error as PostgresError {
      let failure = OpenDatabase.failure(error)
      throw CommandFailure(failure.kind, "\(failure.message); nothing was moved")
    } catch let error as SQLiteEngine.OpenError { throw directory.failure(error) } catch let error as DatabaseError {
      let code = error.resultCode.rawValue
      throw CommandFailure(.tryAgain, "\(directory.database): SQLite's code \(code); nothing was moved, try again")
    } catch let error as SystemError {
      throw CommandFailure(.cannotCreate, "\(directory.path): \(error.description); nothing was moved")
    } catch {
      throw CommandFailure(.badData, "\(directory.database) has another form than the server's; nothing was moved")
    }
  }

  /// The directory; only the way back makes it.
  private func existing() throws(CommandFailure) -> DataDirectory {
    guard back || FileManager.default.fileExists(atPath: data) else {
      throw CommandFailure(.badData, "\(data) is not there; name the directory of a server, with --data")
    }
    return try DataDirectory.checked(data)
  }

  private func work(_ directory: DataDirectory, _ database: OpenDatabase) throws -> MoveReport {
    try database.requireForMove(back: back)
    let side = MoveDatabase(place: database.place) { try database.connect() }
    let progress = MoveProgress()
    if back {
      let move = MoveIntoDirectory(directory: directory, database: side, progress: progress)
      return try dryRun ? move.count() : cancel ? move.cancel() : move.run()
    }
    let move = MoveIntoDatabase(directory: directory, database: side, progress: progress)
    return try dryRun ? move.count() : cancel ? move.cancel() : move.run()
  }

  private func text(_ report: MoveReport) -> String {
    let rows = report.tables.filter { $0.rows > 0 }.map { "\($0.name): \($0.rows)" }
    let next = back ? "vault-server serve --data \(data)" : "vault-server serve --database, with the file of a node"
    let last =
      switch report.outcome {
      case .counted: "so many rows would be moved; nothing was changed"
      case .moved: "moved; from now on: \(next)"
      case .alreadyMoved: "everything was moved already; from now on: \(next)"
      case .cancelled: "taken back; it is served as before"
      }
    return (rows + [last]).joined(separator: "\n")
  }
}
#endif
