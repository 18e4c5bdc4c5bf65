#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import Widgets

/// One item of the inbox, whole, with what can be done about it.
final class InboxDetailView {
  private let model: InboxDetailModel
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let title = Label()
  private let byline = Label()
  private let text = Label()
  private let notes = Label()
  private lazy var accept = Button("Accept") { [weak self] in self?.model.decide(true) }
  private lazy var reject = Button("Delete") { [weak self] in self?.model.decide(false) }
  private lazy var buttons = Box(.horizontal, spacing: 12, [accept, reject])
  private lazy var content = Box(.vertical, spacing: 12, [title, byline, text, notes, buttons])
  private lazy var pane = DetailPane(
    icon: "mail-unread-symbolic", content, texts: [title, byline, text, notes])

  var widget: Widget { pane.widget }

  init(_ model: InboxDetailModel, zone: LocalZone, now: @escaping @Sendable () -> Date) {
    (self.model, self.zone, self.now) = (model, zone, now)
    title.style("title-2")
    byline.style("dim-label")
    notes.style("dim-label")
    accept.style("suggested-action")
    reject.style("destructive-action")
    model.changed = { [weak self] in self?.show($0) }
    show(model.state)
  }

  private func show(_ state: InboxDetailModel.State) {
    switch state {
    case .nothing: pane.tell("Nothing selected", "Choose an item in the list.")
    case .gone(let failure): pane.tell(failure.message, failure.advice.joined(separator: "\n"))
    case .item(let item): show(item)
    }
  }

  private func show(_ item: InboxRow) {
    let summary = InboxSummary(item, now: now(), zone: zone)
    title.text = item.title
    byline.text = "\(summary.byline) · \(summary.state)"
    text.text = item.text
    text.isVisible = !item.text.isEmpty
    let problem = item.problem.map { ["It could not be understood: \($0)"] } ?? []
    notes.text = (problem + item.notes).joined(separator: "\n")
    notes.isVisible = !notes.text.isEmpty
    buttons.isVisible = item.waits
    pane.showContent()
  }
}
#endif
