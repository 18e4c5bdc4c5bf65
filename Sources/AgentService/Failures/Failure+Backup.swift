internal import AgentAPI
internal import Backup

extension Failure {
  /// What a person is told when a backup could not be written or read.
  init(_ error: BackupError) {
    let (code, hint): (Code, String) =
      switch error.code {
      case .notABackup: (.badData, "Name a file that vault backup wrote.")
      case .newerFormat: (.badData, "Install the newer version of vault that wrote it.")
      case .damaged: (.badData, "Take another copy of the backup; nothing was changed.")
      case .notAuthentic: (.badData, "Take another copy of the backup; nothing was changed.")
      case .tooLarge: (.badData, "Nothing was changed.")
      case .alreadyExists: (.cannotCreate, "Name a file that does not exist yet.")
      case .diskFull: (.inputOutput, "Free some space, then try again.")
      case .readOnly: (.cannotCreate, "Name a file in a directory that exists and can be used.")
      case .failed: (.inputOutput, "Try again.")
      }
    self.init(code, Self.sentence(Self.words(for: error.code), error.detail), hint: hint)
  }

  private static func words(for code: BackupError.Code) -> String {
    switch code {
    case .notABackup: "That is no backup"
    case .newerFormat: "The backup was written by a newer version"
    case .damaged: "The backup is damaged"
    case .notAuthentic: "The backup is not what was written: somebody changed it, or it is another vault's"
    case .tooLarge: "The backup is too large"
    case .alreadyExists: "There is such a file already"
    case .diskFull: "There is no space left for the backup"
    case .readOnly: "The backup can't be read or written there"
    case .failed: "The backup failed"
    }
  }
}
