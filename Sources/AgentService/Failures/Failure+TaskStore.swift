internal import AgentAPI
internal import TaskStore

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
      case .alreadyExists, .notFound, .invalid: (.usage, "See vault list.")
      case .failed: (.inputOutput, "vault doctor tells more.")
      }
    self.init(code, "The task store: \(error.description).", hint: hint)
  }
}
