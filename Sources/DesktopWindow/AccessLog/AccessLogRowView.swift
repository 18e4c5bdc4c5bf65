#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Widgets

/// A row of the access log: what was asked for and what came of it, and below why, as many lines as that takes, when and by whom.
final class AccessLogRowView: ListRow {
  private let model: AccessLogModel
  private let what = Label()
  private let verdict = Label()
  private let reason = Label()
  private let byline = Label()
  private lazy var head = Box(.horizontal, spacing: 12, [what, verdict])
  private lazy var content = Box(.vertical, spacing: 2, [head, reason, byline])

  var widget: Widget { content }
  private(set) var name = ""

  init(_ model: AccessLogModel) {
    self.model = model
    for label in [what, verdict] { label.limit(lines: 1) }
    byline.limit(lines: 1)
    what.expand(horizontally: true)
    reason.wrap()
    for label in [verdict, reason] { label.style("caption") }
    reason.style("error")
    byline.style("caption")
    byline.style("dim-label")
    content.margin(6)
    content.style("log-row")
  }

  func show(_ place: Int) {
    guard let entry = model.entry(at: place) else { return clear() }
    let words = AccessLogWords(entry, labels: model.labels)
    (what.text, verdict.text, byline.text) = (words.what, words.verdict, words.byline)
    reason.text = words.reason
    reason.isVisible = !words.reason.isEmpty
    name = [words.what, words.verdict, words.reason, words.byline].filter { !$0.isEmpty }.joined(separator: ", ")
    byline.toolTip = words.whole
    verdict.style("success", entry.granted)
    verdict.style("error", !entry.granted)
  }

  func clear() {
    name = ""
    for label in [what, verdict, reason, byline] { (label.text, label.toolTip) = ("", "") }
  }
}
#endif
