#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// A row of the messages: with whom, at most one line of what was written last, and when.
final class MessageRowView: ListRow {
  private let model: MessageListModel
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let row = AvatarRow()

  var widget: Widget { row.widget }
  private(set) var name = ""

  init(_ model: MessageListModel, zone: LocalZone, now: @escaping @Sendable () -> Date) {
    (self.model, self.zone, self.now) = (model, zone, now)
  }

  func show(_ place: Int) {
    guard let entry = model.entry(at: place) else { return clear() }
    let summary = MessageSummary(entry, now: now(), zone: zone)
    name = summary.line
    row.picture.show(summary.name)
    (row.title.text, row.text.text, row.byline.text) = (summary.title, summary.text, summary.byline)
    row.mark(isUnread: summary.isUnread)
  }

  func clear() {
    name = ""
    row.clear()
  }
}
#endif
