#if Desktop
internal import Widgets

/// The parts of a row that is about somebody or something: a round picture, and beside it three lines.
final class AvatarRow {
  let picture = Avatar(size: 40)
  let title = Label()
  let text = Label()
  let byline = Label()
  private lazy var texts = Box(.vertical, spacing: 2, [title, text, byline])
  private lazy var content = Box(.horizontal, spacing: 12, [picture, texts])

  var widget: Widget { content }

  init() {
    for label in [title, text, byline] { label.limit(lines: 1) }
    byline.style("caption")
    texts.expand(horizontally: true)
    texts.align(vertically: .center)
    content.margin(6)
    content.style("message-row")
  }

  /// Says whether anything in it is new.
  func mark(isUnread: Bool) {
    title.style("unread", isUnread)
    byline.style("accent", isUnread)
    byline.style("dim-label", !isUnread)
  }

  /// Shows nothing, and lets go of what was shown.
  func clear() {
    for label in [title, text, byline] { label.text = "" }
    picture.show("")
  }
}
#endif
