#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// How the owner proves who they are, as rows of the preferences.
final class OwnerGroup {
  private let model: OwnerModel
  private let note = OutcomeRow()
  private let group = FormGroup(localized("Owner"))
  private var verification: ChoiceRow?
  private var shown: (hasPIN: Bool, hasCode: Bool)?

  var widget: Widget { group }

  private static let methods: [VerificationMethod] = [.pin, .pam]

  init(_ model: OwnerModel) {
    self.model = model
    model.changed = { [weak self] in self?.show() }
  }

  private func show() {
    guard let status = model.status else { return tell() }
    if shown?.hasPIN != status.hasPIN || shown?.hasCode != status.hasRecoveryCode { makeRows(status) }
    verification?.selected = Self.methods.firstIndex(of: status.verification) ?? 0
    group.isEnabled = !model.isWaiting
    tell()
  }

  private func tell() {
    note.show(model.told, isWaiting: model.isWaiting, trouble: model.trouble)
  }

  private func pinWords(_ status: VaultStatus) -> String {
    if status.hasPIN { return localized("It opens what is protected.") }
    return status.hasRecoveryCode
      ? localized("There is none: the recovery code alone opens what is protected.")
      : localized("Nothing is protected without one.")
  }

  private func makeRows(_ status: VaultStatus) {
    shown = (status.hasPIN, status.hasRecoveryCode)
    let pin = ButtonRow(
      localized("PIN"),
      subtitle: pinWords(status),
      word: status.hasPIN ? localized("Change") : localized("Set")
    ) { [model] in model.make(.pin) }
    let code = ButtonRow(
      localized("Recovery code"),
      subtitle: status.hasRecoveryCode
        ? localized("It opens everything without the PIN.")
        : localized("There is none: a forgotten PIN loses all protected text."),
      word: status.hasRecoveryCode ? localized("Make a New One") : localized("Make One")
    ) { [model] in model.make(.recoveryCode) }
    let choice = ChoiceRow(
      localized("Unlock with"),
      subtitle: localized("The first unlock of an agent always takes the PIN or the recovery code."),
      choices: [localized("PIN"), localized("The system: fingerprint or login password")]
    ) { [model] in model.make(.verification(Self.methods[$0])) }
    verification = choice
    group.replace(by: status.hasPIN || status.hasRecoveryCode ? [pin, code, choice, note.widget] : [pin, note.widget])
  }
}
#endif
