#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import SecretMemory
internal import VaultClient
internal import Widgets

/// The one-time code below a revealed text that has the address of one, for as long as it is good.
final class CodeView {
  private let model: CodeModel
  private let context: PageContext
  private let area = SecretArea(name: localized("One-time code"))
  private let note = Label()
  private var task: UUID?
  /// Shows a code.
  private(set) lazy var button = Button(localized("Show Code")) { [weak self] in self?.press() }
  /// Copies the code that is shown.
  private(set) lazy var copy = Button(localized("Copy Code")) { [weak self] in self?.copyCode() }
  private lazy var content = Box(.vertical, spacing: 6, [area, note])

  var widget: Widget { content }

  /// Called with a code whose counter was raised in the text: that is not as it was shown any more.
  var raised: () -> Void = {}

  init(_ context: PageContext) {
    self.context = context
    model = CodeModel(context.link)
    area.expand(horizontally: true)
    area.style("secret-text")
    note.wrap()
    note.style("dim-label")
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
    offer(nil)
  }

  /// Offers the code of a task, whose text is on the screen; that of the one before goes.
  ///
  /// - Parameter task: nil for none.
  func offer(_ task: UUID?) {
    self.task = task
    button.isVisible = task != nil
    model.hide()
  }

  private func press() {
    if case .asking = model.state { return }
    if let task { model.show(task) }
  }

  private func copyCode() {
    guard let task, let code = model.shown else { return }
    Task { [context, weak model] in
      do throws(Failure) {
        try await context.link.copy(task, revealed: code) { [weak model] in model?.shown === code }
        context.told(
          .success(Notice(localized("Copied; cleared in \(ClipboardCopy.standardSeconds) s, and when the vault locks")))
        )
      } catch { context.told(.failure(error)) }
    }
  }

  private func show(_ state: CodeModel.State) {
    if case .shown = state {} else { area.clear() }
    area.isVisible = model.shown != nil
    copy.isVisible = model.shown != nil
    button.isEnabled = true
    switch state {
    case .hidden: tell("")
    case .asking:
      button.isEnabled = false
      tell("")
    case .shown(let code, let seconds):
      area.show(code)
      tell(seconds.map { localized("Good for \($0) s") } ?? localized("Good for one use"))
      if seconds == nil { raised() }
    case .over: tell(localized("The code is not good any more."))
    case .failed(let failure): tell(failure.line)
    }
  }

  private func tell(_ text: String) {
    note.text = text
    note.isVisible = !text.isEmpty
    content.isVisible = note.isVisible
  }
}
#endif
