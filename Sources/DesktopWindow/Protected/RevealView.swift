#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import SecretMemory
internal import VaultClient
internal import Widgets

/// A protected text: a button that reveals it, and the text until it is hidden.
final class RevealView {
  private let model: RevealModel
  private var task: UUID?
  private let area = SecretArea(name: "Protected text")
  private let note = Label()
  private lazy var button = Button("Reveal") { [weak self] in self?.press() }
  private lazy var content = Box(.vertical, spacing: 12, [note, area, button])

  /// Called when a text is on the screen.
  var shown: () -> Void = {}

  var widget: Widget { content }

  init(_ model: RevealModel) {
    self.model = model
    note.wrap()
    note.style("dim-label")
    area.expand(horizontally: true)
    button.align(horizontally: .start)
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  /// Is about another task, or none; the text of the one before goes.
  func show(_ task: UUID?) {
    content.isVisible = task != nil
    guard task != self.task else { return }
    self.task = task
    model.hide(nil)
    show(model.state)
  }

  private func press() {
    if model.isShown { return model.hide(nil) }
    guard let task else { return }
    model.reveal(task)
  }

  private func show(_ state: RevealModel.State) {
    if case .shown = state {} else { area.clear() }
    area.isVisible = model.isShown
    button.isEnabled = true
    button.title = "Reveal"
    switch state {
    case .hidden(let reason): tell(reason.map(Self.words) ?? "The text is sealed.")
    case .asking:
      button.isEnabled = false
      tell("Waiting for you …")
    case .shown(let secret, let unconfirmed):
      area.show(secret)
      button.title = "Hide"
      tell(unconfirmed.map(UnconfirmedDescription.text) ?? "")
      shown()
    case .failed(let failure): tell(([failure.message] + failure.advice).joined(separator: " "))
    }
  }

  private func tell(_ text: String) {
    note.text = text
    note.isVisible = !text.isEmpty
  }

  private static func words(_ reason: RevealModel.HidingReason) -> String {
    switch reason {
    case .locked: "Hidden: the vault was locked."
    case .timeOver: "Hidden: the time was over."
    case .leftBehind: "Hidden: the window was not in front any more."
    }
  }
}
#endif
