internal import AgentAPI
internal import Localization

/// What the owner is asked for, by the request that asks.
enum PromptPurpose {
  /// One sentence; empty where the question says it itself.
  static func words<Request: AgentRequest>(_: Request.Type) -> String {
    switch Request.name {
    case RevealTexts.name: localized("It opens what is protected.")
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
