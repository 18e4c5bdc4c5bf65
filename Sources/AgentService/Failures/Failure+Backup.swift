internal import AgentAPI
internal import Backup
internal import Localization
internal import OwnerVerification

extension BackupError: FailureConvertible {
  /// What a person is told when a backup could not be written or read.
  var failure: Failure {
    let (failureCode, hint): (Failure.Code, LocalizedText) =
      switch code {
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
    return Failure(failureCode, Failure.sentence(words, LocalizedText(words: detail)), hint: hint)
  }

  private var words: LocalizedText {
    switch code {
    case .notABackup: "That is not a backup"
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

extension Failure {
  /// What a person is told when a backup could not be read: which one, and what to do.
  init(_ error: BackupError, reading path: String) {
    let words: LocalizedText
    switch error.code {
    case .notABackup: words = "\(path) is not a backup"
    case .newerFormat: words = "The backup \(path) was written by a newer version"
    case .damaged: words = "The backup \(path) is damaged"
    case .notAuthentic: words = "The backup \(path) is damaged, or it is another vault's"
    default:
      self.init(error)
      return
    }
    let failure = Failure(error)
    self.init(failure.code, Self.sentence(words, LocalizedText(words: error.detail)), hint: failure.$hint)
  }

  /// What a person is told when the key slots in a backup can't be opened.
  init(_ error: OwnerVerificationError, openingBackup path: String) {
    switch error.code {
    case .wrongSecret:
      self.init(
        .refused, "That recovery code does not open \(path), or the file is damaged.",
        hint: "Give the code of that backup, or take another copy of it; nothing was changed.")
    case .damaged:
      self.init(BackupError(.damaged, error.detail), reading: path)
    default: self.init(error)
    }
  }
}
