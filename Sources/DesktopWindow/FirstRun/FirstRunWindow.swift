#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// Sets a new vault up in three steps, each of which may be left for later, or brings a backup back.
final class FirstRunWindow {
  private let model: FirstRunModel
  private let account: AccountModel
  private let progress = Label()
  private let title = Label()
  private let text = Label()
  private let problem = Label()
  private let next = Button("")
  private let skip = Button("")
  private let restore = Button(localized("Restore a Backup…"))
  private let form: LoginFormView
  private let work = Spinner(name: localized("Working"))
  /// Above which is asked.
  private let below: Window
  private let later = Label(localized("You find all of this in Preferences later."))
  private lazy var page = Box(
    .vertical, spacing: 18, [progress, title, text, form.widget, problem, work, next, skip, restore, later])
  private var window: SubWindow?
  private var hasServer = false

  /// Offers it above the window, where nobody has begun with the vault.
  ///
  /// - Parameter ended: called when it has been closed.
  /// - Returns: whether it is known now whether anybody has.
  static func offer(over window: Window, _ link: AgentLink, ended: @escaping () -> Void) async -> Bool {
    let model = FirstRunModel(link)
    guard let isWanted = await model.isWanted() else { return false }
    guard isWanted else { return true }
    let shown = FirstRunWindow(model, AccountModel(link), over: window)
    let opened = SubWindow(over: window, title: localized("Set Up"), width: 440, ScrolledView(shown.page))
    shown.window = opened
    // It lives as long as its window.
    opened.closed = {
      shown.form.clear()
      shown.window = nil
      ended()
    }
    opened.present()
    shown.next.focus()
    return true
  }

  private init(_ model: FirstRunModel, _ account: AccountModel, over window: Window) {
    (self.model, self.account, below) = (model, account, window)
    form = LoginFormView(account)
    page.margin(24)
    progress.style("dim-label")
    title.style("title-1")
    problem.style("error")
    for label in [title, text, problem, later] { label.wrap() }
    for style in ["caption", "dim-label"] { later.style(style) }
    later.centre()
    for style in ["pill", "suggested-action"] { next.style(style) }
    for button in [skip, restore] { button.style("flat") }
    for button in [next, skip, restore] { button.align(horizontally: .center) }
    next.pressed = { [model] in model.proceed() }
    skip.pressed = { [weak self] in self?.leave() }
    restore.pressed = { [weak self] in self?.askForBackup() }
    model.changed = { [weak self] in self?.show() }
    account.changed = { [weak self] in self?.form.show() }
    account.loggedIn = { [weak self] _ in self?.model.finish() }
    show()
  }

  private func show() {
    if model.step == .done { return close() }
    progress.text = localized("Step \(model.step.rawValue) of 3")
    (title.text, text.text) = Self.words(model.step)
    if let told = model.told { text.text = "\(told)\n\n\(text.text)" }
    problem.text = model.problem ?? ""
    problem.isVisible = model.problem != nil
    let isServer = model.step == .server
    form.widget.isVisible = isServer
    next.isVisible = !isServer
    next.title = model.step == .pin ? localized("Choose a PIN") : localized("Make a Recovery Code")
    work.isTurning = model.isWaiting
    next.isEnabled = !model.isWaiting
    skip.isEnabled = !model.isWaiting
    restore.isVisible = model.step == .pin && model.mayRestore
    restore.isEnabled = !model.isWaiting
    skip.title = isServer ? localized("Without a Server") : localized("Not Now")
    if isServer { account.refresh() }
    if isServer, !hasServer { form.focus() }
    if !isServer, !model.isWaiting, !page.hasFocus { next.focus() }
    hasServer = isServer
  }

  /// As in the preferences: what comes back is said before anything is done.
  private func askForBackup() {
    Task { [weak self, model, below] in
      guard await model.looksEmpty(), let path = await BackupQuestion.ask(.everything, over: below) else { return }
      // Whoever has closed this meanwhile has changed their mind.
      if self?.window != nil { model.restore(from: path) }
    }
  }

  private func leave() { model.step == .server ? model.finish() : model.skipPIN() }

  private func close() { window?.close() }

  private static func words(_ step: FirstRunModel.Step) -> (String, String) {
    switch step {
    case .pin:
      (
        localized("Choose a PIN"),
        localized(
          "Vault keeps your tasks, and seals those that nobody else is to read. The PIN opens what is sealed. With it comes a recovery code, for the day when the PIN is forgotten: have paper at hand."
        )
      )
    case .recoveryCode:
      (
        localized("Recovery code"),
        localized("It opens everything without the PIN. It is shown once, and you type it back: have paper at hand.")
      )
    case .server, .done:
      (
        localized("Server"),
        localized(
          "Log in where somebody has made an account for you, to get what is pushed to you and to write to people. Tasks need no server; Inbox has this form, too."
        )
      )
    }
  }
}
#endif
