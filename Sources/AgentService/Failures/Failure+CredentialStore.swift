internal import AgentAPI
internal import CredentialStore
internal import Localization

extension CredentialStoreError: FailureConvertible {
  /// What a person is told when the credential store could not do what it was asked.
  var failure: Failure {
    let (failureCode, hint) = meaning
    return Failure(failureCode, Failure.sentence(words, LocalizedText(words: detail)), hint: hint)
  }

  private var words: LocalizedText {
    switch code {
    case .locked: "The keyring is locked"
    case .unavailable: "The credential store is not available"
    case .timedOut: "The credential store did not answer in time"
    case .cancelled: "The keyring's own question was dismissed"
    case .damaged: "The credential store is damaged"
    case .rolledBack: "The credential store is older than it was before"
    case .newerFormat: "The credential store was written by a newer version"
    case .keyMissing: "The key of the credential store is missing"
    case .wrongKey: "That key does not open the credential store"
    case .insecurePermissions: "The credential store is not private"
    case .diskFull: "There is no space left for the credential store"
    case .readOnly: "The credential store can't be written"
    case .tooLarge: "That is too large for the credential store"
    case .failed: "The credential store failed"
    }
  }

  private var meaning: (Failure.Code, LocalizedText) {
    switch code {
    case .locked: (.unavailable, "Unlock the keyring in your desktop session, then try again. No other store is used.")
    case .unavailable, .timedOut:
      (
        .unavailable,
        "Try again; if the vault uses a keyring (gnome-keyring, KeePassXC, KWallet), start it. No other store is used."
      )
    case .cancelled: (.refused, "Answer the keyring's own question, then try again.")
    case .damaged: (.badData, "See which records with vault store check; restore a backup with vault restore.")
    case .rolledBack:
      (.badData, "If you restored an older copy on purpose, accept it with vault store accept-rollback.")
    case .newerFormat: (.badData, "Install the newer version of vault that wrote it.")
    case .keyMissing: (.unavailable, "Put the key file back in its place. No other store is used.")
    case .wrongKey: (.badData, "Put back the key file that belongs to this vault.")
    case .insecurePermissions:
      (.configuration, "Take the permissions away: chmod 600 on the file, 700 on its directory.")
    case .diskFull: (.inputOutput, "Free some space, then try again; nothing was lost.")
    case .readOnly: (.inputOutput, "Make the directory writable, then try again; nothing was lost.")
    case .tooLarge: (.usage, "Use a smaller input.")
    case .failed: (.unavailable, "Run vault doctor for details.")
    }
  }
}
