#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultClient
internal import Widgets

/// All protected texts, one below the other, until they are hidden.
final class RevealAllView {
  private let model: RevealModel
  private let note = Label()
  private let list = Box(.vertical, spacing: 18)
  private lazy var hide = Button(localized("Hide All")) { [weak self] in self?.model.hide(nil) }
  private lazy var content = Box(.vertical, spacing: 18, [note, list, hide])
  private lazy var scrolled = ScrolledView(content)
  private var areas: [SecretArea] = []
  private var rows: [Widget] = []

  /// Whether there is something to see.
  private(set) var isShown = false {
    didSet { shown(isShown) }
  }

  /// Called when there is something to see, or nothing any more.
  var shown: (_ isShown: Bool) -> Void = { _ in }

  /// Called when a text has come.
  var appeared: () -> Void = {}

  var widget: Widget { scrolled }

  init(_ model: RevealModel) {
    self.model = model
    content.margin(24)
    note.wrap()
    note.style("dim-label")
    hide.align(horizontally: .start)
    model.changed = { [weak self] in self?.show($0) }
  }

  /// Asks the owner, and shows what comes.
  func reveal() { model.reveal(nil) }

  /// Hides what is shown.
  func end() { model.hide(nil) }

  private func show(_ state: RevealModel.State) {
    switch state {
    case .hidden: clear()
    case .asking:
      clear()
      note.text = localized("Waiting for you …")
    case .failed(let failure):
      clear()
      note.text = failure.line
    case .shown(let texts, let failure):
      note.text =
        failure.map { localized("Protected texts: \(texts.count) The others can't be shown. \($0.line)") }
        ?? localized("Protected texts: \(texts.count)")
      for revealed in texts.dropFirst(areas.count) { append(revealed) }
      appeared()
    }
    if case .hidden = state { isShown = false } else { isShown = true }
  }

  private func append(_ revealed: RevealedText) {
    let title = Label(revealed.task?.label ?? localized("Protected task"))
    title.style("heading")
    title.wrap()
    let area = SecretArea(name: localized("Protected text"))
    area.expand(horizontally: true)
    area.show(revealed.text)
    let remark = Label(revealed.task?.unconfirmed?.words ?? "")
    remark.wrap()
    remark.style("dim-label")
    remark.isVisible = !remark.text.isEmpty
    let row = Box(.vertical, spacing: 6, [title, remark, area])
    areas.append(area)
    rows.append(row)
    list.append(row)
  }

  private func clear() {
    for area in areas { area.clear() }
    for row in rows { list.remove(row) }
    (areas, rows) = ([], [])
  }
}
#endif
