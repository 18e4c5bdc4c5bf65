internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

extension TaskStoreError: FailureConvertible {
  /// What a person is told when the task store could not do what it was asked.
  var failure: Failure {
    let (failureCode, hint): (Failure.Code, LocalizedText) =
      switch code {
      case .damaged: (.badData, "The other tasks stay readable; restore a backup with vault restore.")
      case .newerFormat: (.badData, "Install the newer version of vault that wrote it.")
      case .diskFull: (.inputOutput, "Free some space, then try again; nothing was lost.")
      case .readOnly: (.inputOutput, "Make the directory writable, then try again; nothing was lost.")
      case .busy: (.tryLater, "Another program holds the database; try again.")
      case .conflict: (.tryLater, "Look at it with vault show, then try again.")
      case .alreadyExists, .notFound, .invalid: (.usage, "See vault list.")
      case .failed:
        (.inputOutput, "See whether the disk is full, over its quota or failing; Run vault doctor for details.")
      }
    let names = ids.map { LocalizedText(verbatim: $0.text) } + [LocalizedText(words: detail)]
    var failure = Failure(failureCode, Failure.sentence(words, names.joined(separator: ", ")), hint: hint)
    failure.tasks = ids
    failure.logged = Failure.sentence(words, LocalizedText(verbatim: ids.map(\.text).joined(separator: ", "))).english
    return failure
  }

  private var words: LocalizedText {
    switch code {
    case .damaged: "The task database is damaged"
    case .newerFormat: "The task database was written by a newer version"
    case .diskFull: "There is no space left for the task database"
    case .readOnly: "The task database can't be written"
    case .busy: "The task database is in use"
    case .alreadyExists: "There is a task of that id already"
    case .notFound: "There is no such task"
    case .conflict: "Somebody changed it in the meantime"
    case .invalid: "That can't be kept in a task"
    case .failed: "The task database failed"
    }
  }
}

extension VaultRecordError: FailureConvertible {
  /// What a person is told when one of the vault's own records can't be had.
  var failure: Failure {
    switch self {
    case .store(let error): error.failure
    case .unreadable(let key):
      Failure(
        .badData, "The vault's record \(key.rawValue) can't be read.", hint: "Restore a backup with vault restore.")
    case .unwritable(let key): Failure(.internal, "The vault's record \(key.rawValue) can't be written.")
    }
  }
}

extension Failure {
  /// What a person is told when a change was made, and stale plaintext is still on the disk.
  ///
  /// - Parameter change: what was done, the beginning of a sentence.
  init(unerased error: TaskStoreError, after change: LocalizedText) {
    let next: LocalizedText =
      switch error.code {
      case .diskFull: "Free some space"
      case .busy: "Close the other program that has the database open"
      default: "See what vault doctor says"
      }
    self.init(
      .inputOutput,
      "\(change), but an old plaintext copy could not be erased from the disk yet. \(error.failure.$message)",
      hint:
        "\(next); it is tried again every minute and at every change, and vault status reports it as long as it is due."
    )
    (tasks, logged) = (error.ids, error.failure.logged)
  }
}
