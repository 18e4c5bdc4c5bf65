#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// A message: left of its text how far it has come, above it who wrote it and when.
final class ThreadRowView {
  private let mark = Label()
  private let byline = Label()
  private let text = Label()
  private let problem = Label()
  private let content = Grid(spacing: 6, rowSpacing: 2)
  private var shown: ChannelMessageRow?

  var widget: Widget { content }

  init() {
    // As much room as any mark takes: the text stays where it is when its mark goes.
    mark.minimumSize(width: 18)
    mark.align(vertically: .start)
    byline.style("caption")
    byline.style("dim-label")
    problem.style("caption")
    problem.style("error")
    for label in [byline, text, problem] { label.wrap(atLeast: 20) }
    text.makeSelectable()
    text.limit(width: 60)
    mark.style("message-mark")
    text.style("message-text")
    content.put(mark, column: 0, row: 1)
    for (row, label) in [byline, text, problem].enumerated() { content.put(label, column: 1, row: row) }
  }

  /// - Parameter sender: who wrote it, as people read it.
  func show(_ row: ChannelMessageRow, from sender: String, now: Date) {
    let date = row.receivedAt ?? row.writtenAt
    byline.text = [sender, date.map { MessageTime.text($0, now: now) } ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    guard row != shown else { return }
    shown = row
    // One's own at the end of the line, others' at its beginning, each with room on the other side.
    content.align(horizontally: row.isOwn ? .end : .start)
    text.style("own", row.isOwn)
    mark.text = row.mark?.sign ?? ""
    mark.name(row.mark?.word ?? "")
    mark.toolTip = row.mark?.word ?? ""
    mark.style("error", row.state == .failed)
    mark.style("dim-label", row.state != .failed)
    let linked = LinkedText(row.text)
    if linked.hasLinks { text.show(linked.shown) } else { text.text = row.text }
    problem.text = row.problem ?? ""
    problem.isVisible = row.problem != nil
  }
}

extension LinkedText {
  /// As a label shows it.
  var shown: [(text: String, isLink: Bool)] {
    parts.map { part in
      switch part {
      case .text(let text): (text, false)
      case .link(let address): (address, true)
      }
    }
  }
}
#endif
