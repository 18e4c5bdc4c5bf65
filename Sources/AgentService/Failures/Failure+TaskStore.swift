internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension Failure {
  /// What a person is told when the task store could not do what it was asked.
  init(_ error: TaskStoreError) {
    let (code, hint): (Code, String) =
      switch error.code {
      case .damaged: (.badData, "The other tasks stay readable; restore a backup with vault restore.")
      case .newerFormat: (.badData, "Install the newer version of vault that wrote it.")
      case .diskFull: (.inputOutput, "Free some space, then try again; nothing was lost.")
      case .readOnly: (.inputOutput, "Make the directory writable, then try again; nothing was lost.")
      case .busy: (.tryLater, "Another program holds the database; try again.")
      case .conflict: (.tryLater, "Look at it with vault show, then try again.")
      case .alreadyExists, .notFound, .invalid: (.usage, "See vault list.")
      case .failed:
        (.inputOutput, "See whether the disk is full, over its quota or failing; vault doctor tells more.")
      }
    let names = error.ids.map { $0.text } + (error.detail.isEmpty ? [] : [error.detail])
    self.init(code, Self.sentence(Self.words(for: error.code), names.joined(separator: ", ")), hint: hint)
    tasks = error.ids
    logged = Self.sentence(Self.words(for: error.code), error.ids.map(\.text).joined(separator: ", "))
  }

  /// What a person is told when a change was made, and a former text is still on the disk.
  ///
  /// - Parameter change: what was done, the beginning of a sentence.
  init(unerased error: TaskStoreError, after change: String) {
    let next =
      switch error.code {
      case .diskFull: "Free some space"
      case .busy: "Close the other program that has the database open"
      default: "See what vault doctor says"
      }
    self.init(
      .inputOutput, "\(change), but a former text could not be erased from the disk yet. \(Failure(error).message)",
      hint: "\(next); it is tried again every minute and at every change, and vault status tells as long as it is due.")
    (tasks, logged) = (error.ids, Failure(error).logged)
  }

  private static func words(for code: TaskStoreError.Code) -> String {
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
