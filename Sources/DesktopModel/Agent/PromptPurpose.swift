public import AgentAPI
internal import Localization

/// What the owner is asked for, by the request that asks.
public struct PromptPurpose: Equatable, Sendable {
  /// One sentence; empty where the question says it itself.
  public let words: String
  /// The word on the button that answers by a PIN or a recovery code.
  public let action: String

  /// What a request asks for.
  public init<Request: AgentRequest>(_: Request.Type) {
    (words, action) = (Self.words(Request.name), Self.action(Request.name))
  }

  /// Where nothing is known of it.
  init() { (words, action) = ("", Self.action("")) }

  private static func action(_ request: String) -> String {
    switch request {
    case RevealTexts.name: localized("Reveal")
    case CopyText.name: localized("Copy")
    case UnprotectTasks.name: localized("Unprotect")
    case AcceptInboxItem.name: localized("Accept")
    case UndoOperation.name: localized("Undo")
    case UnlockVault.name: localized("Unlock")
    default: localized("Continue")
    }
  }

  private static func words(_ request: String) -> String {
    switch request {
    case RevealTexts.name, ShowCode.name: localized("It opens what is protected.")
    case SetPIN.name: localized("It opens what is protected.")
    case CopyText.name: localized("It puts the protected text on the clipboard.")
    case UnlockVault.name: localized("It unlocks the vault for this window.")
    case UndoOperation.name: localized("It takes the change of a protected task back.")
    case UnprotectTasks.name: localized("It takes the protection of the task away.")
    case EditText.name, EditSubtask.name, AddSubtask.name: localized("It opens the protected task to be changed.")
    case SetAlwaysVerify.name: localized("It changes when the task asks for you.")
    case AcceptInboxItem.name: localized("It accepts the task.")
    case ChangePIN.name: localized("It changes the PIN: the present one is asked for, then the new one.")
    case CreateRecoveryCode.name: localized("It makes a new recovery code; the older one stops working.")
    case UseVerification.name: localized("It changes how the vault is unlocked.")
    case ChangeSetting.name, ConfirmSettings.name: localized("It changes a setting that guards the vault.")
    case VerifyAccessLog.name: localized("It looks whether the access log is as it was written.")
    case CreateBackup.name: localized("It writes a backup.")
    case EraseVault.name: localized("It erases the vault from this machine.")
    default: ""
    }
  }
}
