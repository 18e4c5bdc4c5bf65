internal import AgentAPI
internal import Localization
internal import OwnerVerification

extension OwnerVerificationError: FailureConvertible {
  /// What a person is told when the owner could not be verified or their key not be kept.
  var failure: Failure {
    let (failureCode, message, hint) = verification ?? storage
    var failure = Failure(failureCode, message, hint: hint)
    failure.isAttempt = code == .wrongSecret
    return failure
  }

  /// What is known besides.
  private var said: LocalizedText { LocalizedText(words: detail) }

  /// What the person did, or can do, about it.
  private var verification: (Failure.Code, LocalizedText, LocalizedText)? {
    switch code {
    case .wrongSecret:
      (.refused, "That PIN or recovery code is wrong.", "Try again, or use the recovery code.")
    case .noSlot:
      (.refused, "There is no such way to unlock this vault: \(said).", "Set a PIN with vault pin set.")
    case .lastSlot:
      (
        .refused, "This is the last way to unlock the vault and can't be removed.",
        "Make a recovery code first: vault recovery create."
      )
    case .weakPIN:
      (
        .refused, "That PIN is too easy to guess: \(said).",
        "Take at least 6 characters; a passphrase is best."
      )
    case .textTooLong:
      (
        .badData, "A protected text, with its name and notes, has at most 64 KiB; this one has \(said).",
        "Shorten it, or make two tasks of it."
      )
    case .malformedRecoveryCode:
      (
        .refused, "That is not a whole recovery code: \(said).",
        "Copy it exactly; dashes and case don't matter."
      )
    case .untrustedClock:
      (
        .unavailable, "No wait can be measured by this agent's clock, so no PIN is tried (\(said)).",
        "Run vault agent stop and start it where the machine's own /proc and clock are, or give the recovery code."
      )
    case .keyringUnavailable:
      (.unavailable, "The kernel keeps no key for this process.", "Use the PIN or the recovery code.")
    case .outOfMemory:
      (.tryLater, "There is not enough memory to check the PIN.", "Close something, then try again.")
    case .damaged, .wrongDeviceKey, .superseded, .staleHeader, .wrongRecord, .otherOwner, .newerFormat,
      .insecurePermissions, .diskFull, .readOnly, .inputOutput, .sealingFailed:
      nil
    }
  }

  /// What is wrong with what is stored.
  private var storage: (Failure.Code, LocalizedText, LocalizedText) {
    switch code {
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
        .badData, "These key slots are not the ones in force: \(said).",
        "Put the newer owner file back; or restore a backup into an empty data directory with vault restore."
      )
    case .otherOwner:
      (
        .badData, "That text is encrypted for someone else; you cannot read it: \(said).",
        "Delete the task: nobody but they can read it. Somebody changed this vault's files."
      )
    case .wrongRecord:
      (
        .badData, "The sealed text is not the one this task refers to: \(said).",
        "See vault store check; restore a backup with vault restore."
      )
    case .newerFormat: (.badData, "Written by a newer version of vault: \(said).", "Install that version.")
    case .insecurePermissions:
      (.configuration, "Not private: \(said).", "chmod 600 on the file, 700 on its directory.")
    case .diskFull, .readOnly, .inputOutput:
      (
        .inputOutput, Failure.sentence("The key slots or the attempt record can't be read or written", said),
        "Mend that, then try again; nothing was lost."
      )
    case .sealingFailed:
      (.internal, "The cryptographic library failed: \(said).", "Please report this.")
    default: (.badData, "Damaged: \(said).", "Restore a backup with vault restore.")
    }
  }
}
