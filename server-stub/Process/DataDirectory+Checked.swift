internal import CivilTime
internal import FoundationEssentials

extension DataDirectory {
  /// The directory, made where there is none.
  ///
  /// - Throws: ``CommandFailure`` that says what is wrong with it, and what to do.
  static func checked(_ path: String) throws(CommandFailure) -> DataDirectory {
    do { return try DataDirectory(path: path) } catch { throw failure(error) }
  }

  /// Opens the database in it.
  ///
  /// - Throws: ``CommandFailure`` that says what is wrong with it, and what to do.
  func openDatabase<Opened>(_ open: (String) throws -> Opened) throws(CommandFailure) -> Opened {
    do { return try open(database) } catch let error as SQLiteStorage.OpenError { throw failure(error) } catch {
      throw CommandFailure(.unavailable, "\(database): can't be opened (\(error)); try again")
    }
  }

  /// Why the database in it could not be opened.
  func failure(_ error: SQLiteStorage.OpenError) -> CommandFailure {
    switch error {
    case .newerVersion:
      CommandFailure(
        .configuration, "\(database) was written by a newer vault-server; install that one, nothing was changed")
    case .moved(let mark): CommandFailure(.configuration, mark.refusal(of: database))
    case .damaged: CommandFailure(.badData, "\(database) is damaged or not a database; put a backup in its place")
    case .notPermitted: CommandFailure(.notPermitted, "\(database) may not be read and written by this user")
    case .notWritable:
      CommandFailure(.cannotCreate, "\(database) can't be made or written; is the disk full or read-only?")
    }
  }

  private static func failure(_ problem: Problem) -> CommandFailure {
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
}

extension MoveMark {
  /// Why nothing is served from the source any more.
  func refusal(of source: String) -> String {
    let moment = MomentText.whole(date)
    return switch stage {
    case .moved:
      "\(source) was moved on \(moment) to \(place); serve it from there, or bring it back with vault-server migrate"
    case .moving:
      "a move of \(source) to \(place) was begun on \(moment) and is not finished: run the same vault-server migrate again, or with --cancel to stay here"
    }
  }
}
