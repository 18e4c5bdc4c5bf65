internal import AgentAPI
internal import OwnerVerification

extension Failure {
  /// What a person is told when the owner could not be verified or their key not be kept.
  init(_ error: OwnerVerificationError) {
    let (code, message, hint) = Self.meaning(of: error)
    self.init(code, message, hint: hint)
  }

  private static func meaning(of error: OwnerVerificationError) -> (Code, String, String) {
    switch error.code {
    case .wrongSecret: (.refused, "That PIN or recovery code is wrong.", "Try again, or use the recovery code.")
    case .noSlot:
      (.refused, "There is no such way to unlock this vault: \(error.detail).", "Set a PIN with vault pin set.")
    case .lastSlot:
      (
        .refused, "This is the last way to unlock the vault and can't be removed.",
        "Make a recovery code first: vault recovery create."
      )
    case .weakPIN:
      (.refused, "That PIN is too easy to guess: \(error.detail).", "Take at least 6 characters; a passphrase is best.")
    case .malformedRecoveryCode:
      (
        .refused, "That is not a whole recovery code: \(error.detail).",
        "Copy it exactly; dashes and case don't matter."
      )
    case .damaged: (.badData, "Damaged: \(error.detail).", "Restore a backup with vault restore.")
    case .wrongDeviceKey:
      (
        .badData, "The owner's key slots and this device's key don't belong together.",
        "Put back the files of this vault, or restore a backup with vault restore."
      )
    case .wrongRecord:
      (
        .badData, "The sealed text is not the one this task refers to.",
        "See vault store check; restore a backup with vault restore."
      )
    case .newerFormat: (.badData, "Written by a newer version of vault: \(error.detail).", "Install that version.")
    case .insecurePermissions:
      (.configuration, "Not private: \(error.detail).", "chmod 600 on the file, 700 on its directory.")
    case .diskFull:
      (.inputOutput, "No space is left: \(error.detail).", "Free some space, then try again; nothing was lost.")
    case .readOnly:
      (.inputOutput, "Can't be written: \(error.detail).", "Make it writable, then try again; nothing was lost.")
    case .inputOutput: (.inputOutput, "Reading or writing failed: \(error.detail).", "vault doctor tells more.")
    case .keyringUnavailable:
      (.unavailable, "The kernel keeps no key for this process.", "Use the PIN or the recovery code.")
    case .outOfMemory: (.tryLater, "There is not enough memory to check the PIN.", "Close something, then try again.")
    case .sealingFailed: (.internal, "The cryptographic library failed: \(error.detail).", "Please report this.")
    }
  }
}
