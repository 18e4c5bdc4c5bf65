#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// A row of the inbox: title and state, at most three lines of the text, and who sent it.
final class InboxRowView: ListRow {
  private let model: InboxListModel
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let title = Label()
  private let state = Label()
  private let text = Label()
  private let byline = Label()
  private lazy var head = Box(.horizontal, spacing: 6, [title, state])
  private lazy var content = Box(.vertical, spacing: 2, [head, text, byline])

  var widget: Widget { content }

  init(_ model: InboxListModel, zone: LocalZone, now: @escaping @Sendable () -> Date) {
    (self.model, self.zone, self.now) = (model, zone, now)
    for label in [title, byline] { label.limit(lines: 1) }
    text.limit(lines: 3)
    title.expand(horizontally: true)
    state.style("caption")
    byline.style("caption")
    byline.style("dim-label")
    content.margin(6)
    content.style("inbox-row")
  }

  func show(_ place: Int) {
    guard let item = model.item(at: place) else { return clear() }
    let summary = InboxSummary(item, now: now(), zone: zone)
    title.text = summary.title
    title.style("unread", item.state == .unread)
    state.text = summary.state
    for (word, isOn) in [
      ("accent", item.state == .unread), ("warning", item.state == .pending), ("success", item.state == .accepted),
      ("error", item.state == .rejected), ("dim-label", [.read, .expired, .unknown].contains(item.state)),
    ] { state.style(word, isOn) }
    text.text = summary.text
    text.isVisible = !summary.text.isEmpty
    byline.text = summary.byline
  }

  func clear() { for label in [title, state, text, byline] { label.text = "" } }
}
#endif
