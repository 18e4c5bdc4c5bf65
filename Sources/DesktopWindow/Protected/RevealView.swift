#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import VaultClient
internal import Widgets

/// A protected text: a button that reveals it, and the text until it is hidden.
final class RevealView {
  private let model: RevealModel
  private let context: PageContext
  private let window: Window
  private let actions: TaskActions
  private var task: TaskRow?
  private let area = SecretArea(name: localized("Protected text"))
  private let note = Label()
  private lazy var code = CodeView(context)
  private lazy var button = Button(localized("Reveal")) { [weak self] in self?.press() }
  private lazy var copy = Button(localized("Copy")) { [weak self] in self?.copyText() }
  private lazy var edit = Button(localized("Edit Text…")) { [weak self] in self?.editText() }
  /// What can be done to a protected task as a whole.
  private(set) lazy var open = Button(localized("Unprotect…")) { [weak self] in self?.unprotect() }
  private lazy var buttons = WrapBox([button, copy, code.button, code.copy, edit])
  /// Whether its task asks at every reveal.
  private(set) lazy var ask = SwitchRow(Self.askTitle, subtitle: localized("Even while the vault is unlocked")) {
    [weak self] in
    self?.verifyAlways($0)
  }

  /// What that is called.
  static let askTitle = localized("Ask at every reveal")
  private lazy var content = Box(.vertical, spacing: 12, [note, area, code.widget, buttons])

  /// Whether a text is on the screen.
  var isShown: Bool { model.isShown }

  /// Called when a text is on the screen.
  var shown: () -> Void = {}

  var widget: Widget { content }

  init(_ model: RevealModel, _ context: PageContext, over window: Window) {
    (self.model, self.context, self.window) = (model, context, window)
    actions = TaskActions(context.link, told: context.told)
    note.wrap()
    note.style("dim-label")
    area.expand(horizontally: true)
    area.style("secret-text")
    content.style("card")
    content.style("secret-card")
    model.changed = { [weak self] in self?.show($0) }
    // Whoever changed the text as it was shown would set the counter back.
    code.raised = { [weak self] in self?.edit.isVisible = false }
    show(model.state)
  }

  /// What can be done to the text, for a menu.
  var items: [PopupMenu.Item] { task == nil ? [] : [button, copy].map { ($0.title, $0.pressed) } }

  /// Takes the keyboard to what reveals the text, or hides it.
  func focus() { button.focus() }

  /// Adds something that is done to the text.
  func append(_ action: Widget) { buttons.append(action) }

  /// Is about another task, or none; the text of the one before goes.
  func show(_ task: TaskRow?) {
    content.isVisible = task != nil
    let former = self.task
    self.task = task
    for widget in [ask, open] { widget.isVisible = task != nil }
    ask.isOn = task?.alwaysVerify ?? false
    guard task?.id != former?.id else { return }
    model.hide(nil)
    show(model.state)
  }

  private func press() {
    if model.isShown { return model.hide(nil) }
    reveal()
  }

  /// Asks for the text, unless it is on the screen or on its way.
  func reveal() {
    if case .asking = model.state { return }
    if let task, !model.isShown { model.reveal(task.id) }
  }

  private func verifyAlways(_ isOn: Bool) {
    guard let task, task.alwaysVerify != isOn else { return }
    Task { [weak self, actions] in
      guard await !actions.alwaysVerify(isOn, task.id), let self, self.task?.id == task.id else { return }
      ask.isOn = self.task?.alwaysVerify ?? false
    }
  }

  private func copyText() {
    guard let task else { return }
    let text = model.shown.first?.text
    Task { [context, weak model] in
      do throws(Failure) {
        try await context.link.copy(task.id, revealed: text) { [weak model] in model?.isShown ?? false }
        context.told(
          .success(Notice(localized("Copied; cleared in \(ClipboardCopy.standardSeconds) s, and when the vault locks")))
        )
      } catch { context.told(.failure(error)) }
    }
  }

  private func editText() {
    guard let task, let text = model.shown.first?.text else { return }
    ProtectedTaskEditor.edit(task, text, actions, context, over: window)
    // It is in the form from now on, and was not taken away because somebody had left.
    model.hide(nil)
  }

  private func unprotect() {
    guard let task else { return }
    Task { [actions, window] in
      let question = QuestionDialog(
        heading: localized("Unprotect?"),
        text: localized("The text is kept in the task store from then on, and in backups of it."),
        answer: .agreement, confirmation: localized("Unprotect"))
      guard await question.ask(over: window) != nil else { return }
      _ = await actions.unprotect(task.id)
    }
  }

  private func show(_ state: RevealModel.State) {
    if !model.isShown {
      area.clear()
      code.offer(nil)
    }
    area.isVisible = model.isShown
    edit.isVisible = model.isShown
    button.isEnabled = true
    button.title = localized("Reveal")
    switch state {
    case .hidden(let reason): tell(reason.map(\.words) ?? localized("The text is sealed."))
    case .asking:
      button.isEnabled = false
      tell(localized("Waiting for you …"))
    case .shown(let texts, _):
      guard let revealed = texts.first else { return }
      area.show(revealed.text)
      code.offer(revealed.text.hasCodeAddress ? task?.id : nil)
      button.title = localized("Hide")
      tell(revealed.task?.unconfirmed?.words ?? "")
      shown()
    case .failed(let failure): tell(failure.line)
    }
  }

  private func tell(_ text: String) {
    note.text = text
    note.isVisible = !text.isEmpty
  }
}

extension RevealModel.HidingReason {
  /// Said in the place of a text.
  var words: String {
    switch self {
    case .locked: localized("Hidden: the vault was locked.")
    case .timeOver: localized("Hidden: the time was over.")
    case .leftBehind: localized("Hidden: the window was not in front any more.")
    }
  }
}
#endif
