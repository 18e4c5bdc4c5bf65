#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// The login of this machine and a backup, as rows of the preferences. What ends something asks first.
final class CareGroup {
  private let model: CareModel
  private let context: PageContext
  private let window: Window
  private let note = OutcomeRow()
  private var wasWaiting = false
  private let group = FormGroup(localized("Account and backup"))
  private lazy var account = FormRow(localized("Account"))
  private lazy var logOut = ButtonRow(
    localized("Log out"), subtitle: localized("Nothing new comes here until you log in again. The login stays stored."),
    word: localized("Log Out…")
  ) { [weak self] in self?.askToLogOut(forgets: false) }
  private lazy var forget = ButtonRow(
    localized("Log out and forget the login"), subtitle: localized("The next login takes the password."),
    word: localized("Forget…")
  ) { [weak self] in self?.askToLogOut(forgets: true) }
  private lazy var backup = ButtonRow(
    localized("Backup"),
    subtitle: localized("All tasks and sealed texts in one file, which the recovery code alone opens."),
    word: localized("Write…")
  ) { [weak self] in self?.askForFile() }

  private lazy var restore = ButtonRow(
    localized("Restore"),
    subtitle: localized("A backup comes back: all of it into an empty vault, or the texts that were lost here."),
    word: localized("Restore…")
  ) { [weak self] in self?.askForBackup() }

  /// Called when something was brought back.
  var restored: () -> Void = {}

  var widget: Widget { group }

  init(_ model: CareModel, _ context: PageContext, over window: Window) {
    (self.model, self.context, self.window) = (model, context, window)
    group.replace(by: [account, logOut, forget, backup, restore, note.widget])
    model.changed = { [weak self] in self?.show() }
    show()
  }

  private func show() {
    let status = model.account
    let words = [status?.email, status?.server].compactMap { $0 }.joined(separator: " · ")
    account.subtitle = words.isEmpty ? localized("Nobody is logged in. Inbox has the form.") : words
    let isIn = status.map { [.loggedIn, .unreachable, .loggingIn].contains($0.state) } ?? false
    logOut.isVisible = isIn
    forget.isVisible = status != nil
    group.isEnabled = !model.isWaiting
    note.show(model.told, isWaiting: model.isWaiting, trouble: model.trouble)
    // What came of it may lie below what is seen.
    if wasWaiting, !model.isWaiting, model.told != nil { note.widget.onNextFrame { [note] in note.widget.focus() } }
    if wasWaiting, !model.isWaiting { restored() }
    wasWaiting = model.isWaiting
  }

  private func askToLogOut(forgets: Bool) {
    Task { [model, context] in
      let isAgreed = await context.agree(
        forgets ? localized("Log out and forget the login?") : localized("Log out?"),
        localized("Tasks stay on this machine. Nothing new comes here until you log in again."), localized("Log Out"))
      if isAgreed { model.logOut(forgets: forgets) }
    }
  }

  private func askForFile() {
    Task { [model, window] in
      let path = await FileDialog.save(
        over: window, title: localized("Backup"), confirmation: localized("Write"), name: "tasks.vault")
      if let path { model.backUp(to: path) }
    }
  }

  private func askForBackup() {
    Task { [model, window] in
      guard let restoring = await model.restoring(), let path = await BackupQuestion.ask(restoring, over: window)
      else { return }
      model.restore(from: path, restoring)
    }
  }
}
#endif
