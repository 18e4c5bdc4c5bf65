internal import AgentAPI
internal import OwnerVerification

extension Failure {
  /// What a person is told when the owner could not be verified or their key not be kept.
  init(_ error: OwnerVerificationError) {
    let (code, message, hint) = Self.verification(error) ?? Self.storage(error)
    self.init(code, message, hint: hint)
    isAttempt = error.code == .wrongSecret
  }

  /// What the person did, or can do, about it.
  private static func verification(_ error: OwnerVerificationError) -> (Code, String, String)? {
    switch error.code {
    case .wrongSecret:
      (.refused, "That PIN or recovery code is wrong.", "Try again, or use the recovery code.")
    case .noSlot:
      (.refused, "There is no such way to unlock this vault: \(error.detail).", "Set a PIN with vault pin set.")
    case .lastSlot:
      (
        .refused, "This is the last way to unlock the vault and can't be removed.",
        "Make a recovery code first: vault recovery create."
      )
    case .weakPIN:
      (
        .refused, "That PIN is too easy to guess: \(error.detail).",
        "Take at least 6 characters; a passphrase is best."
      )
    case .malformedRecoveryCode:
      (
        .refused, "That is not a whole recovery code: \(error.detail).",
        "Copy it exactly; dashes and case don't matter."
      )
    case .untrustedClock:
      (
        .unavailable, "No wait can be measured by this agent's clock, so no PIN is tried (\(error.detail)).",
        "Run vault agent stop and start it where the machine's own /proc and clock are, or give the recovery code."
      )
    case .keyringUnavailable:
      (.unavailable, "The kernel keeps no key for this process.", "Use the PIN or the recovery code.")
    case .outOfMemory:
      (.tryLater, "There is not enough memory to check the PIN.", "Close something, then try again.")
    default: nil
    }
  }

  /// What is wrong with what is stored.
  private static func storage(_ error: OwnerVerificationError) -> (Code, String, String) {
    switch error.code {
    case .wrongDeviceKey:
      (
        .badData, "The owner's key slots and this device's key don't belong together.",
        "Put back the files of this vault, or restore a backup with vault restore."
      )
    case .superseded:
      (
        .tryLater, "The PIN or the recovery code was changed elsewhere in the meantime; nothing was changed.",
        "Try again."
      )
    case .staleHeader:
      (
        .badData, "These key slots are not the ones in force: \(error.detail).",
        "Put the newer owner file back; or restore a backup into an empty data directory with vault restore."
      )
    case .otherOwner:
      (
        .badData, "That text was sealed to somebody else than you: \(error.detail).",
        "Delete the task: nobody but they can read it. Somebody changed this vault's files."
      )
    case .wrongRecord:
      (
        .badData, "The sealed text is not the one this task refers to: \(error.detail).",
        "See vault store check; restore a backup with vault restore."
      )
    case .newerFormat: (.badData, "Written by a newer version of vault: \(error.detail).", "Install that version.")
    case .insecurePermissions:
      (.configuration, "Not private: \(error.detail).", "chmod 600 on the file, 700 on its directory.")
    case .diskFull, .readOnly, .inputOutput:
      (
        .inputOutput, Self.sentence("The key slots or the attempt record can't be read or written", error.detail),
        "Mend that, then try again; nothing was lost."
      )
    case .sealingFailed:
      (.internal, "The cryptographic library failed: \(error.detail).", "Please report this.")
    default: (.badData, "Damaged: \(error.detail).", "Restore a backup with vault restore.")
    }
  }
}
