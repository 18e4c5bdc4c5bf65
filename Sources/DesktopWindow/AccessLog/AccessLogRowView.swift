#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Widgets

/// A row of the access log: what was asked for and what came of it, and below when and by whom.
final class AccessLogRowView: ListRow {
  private let model: AccessLogModel
  private let what = Label()
  private let verdict = Label()
  private let byline = Label()
  private lazy var head = Box(.horizontal, spacing: 12, [what, verdict])
  private lazy var content = Box(.vertical, spacing: 2, [head, byline])

  var widget: Widget { content }
  private(set) var name = ""

  init(_ model: AccessLogModel) {
    self.model = model
    for label in [what, verdict] { label.limit(lines: 1) }
    byline.limit(lines: 1)
    what.expand(horizontally: true)
    verdict.style("caption")
    byline.style("caption")
    byline.style("dim-label")
    content.margin(6)
    content.style("log-row")
  }

  func show(_ place: Int) {
    guard let entry = model.entry(at: place) else { return clear() }
    let words = AccessLogWords(entry, labels: model.labels)
    (what.text, verdict.text, byline.text) = (words.what, words.verdict, words.byline)
    name = [words.what, words.verdict, words.byline].joined(separator: ", ")
    verdict.toolTip = words.verdict
    byline.toolTip = words.whole
    verdict.style("success", entry.granted)
    verdict.style("error", !entry.granted)
  }

  func clear() {
    name = ""
    for label in [what, verdict, byline] { (label.text, label.toolTip) = ("", "") }
  }
}
#endif
