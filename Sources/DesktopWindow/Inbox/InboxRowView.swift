#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A row of the inbox: title and state, at most three lines of the text, and who sent it.
final class InboxRowView: ListRow {
  private let model: InboxListModel
  private let thumbnails: Thumbnails
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let title = Label()
  private let state = Label()
  private let text = Label()
  private let byline = Label()
  private lazy var head = Box(.horizontal, spacing: 6, [title, state])
  private let picture = Thumbnail(side: 72)
  private lazy var texts = Box(.vertical, spacing: 2, [head, text, byline])
  private lazy var content = Box(.horizontal, spacing: 12, [picture, texts])

  private var item: InboxRow?
  private var isNear = false

  var widget: Widget { content }
  private(set) var name = ""

  init(_ model: InboxListModel, _ thumbnails: Thumbnails, zone: LocalZone, now: @escaping @Sendable () -> Date) {
    (self.model, self.thumbnails, self.zone, self.now) = (model, thumbnails, zone, now)
    picture.align(vertically: .center)
    texts.expand(horizontally: true)
    // All rows are as high as the longest: what is shorter lies in the middle.
    texts.align(vertically: .center)
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
    name = summary.line
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
    self.item = item
    showPicture()
  }

  func come(near isNear: Bool) {
    guard isNear != self.isNear else { return }
    self.isNear = isNear
    showPicture()
  }

  private func showPicture() {
    guard let item else { return picture.show(nil, name: "") }
    guard item.hasPicture else { return picture.show(icon: item.icon) }
    let pixels = isNear ? thumbnails.picture(of: item) : nil
    picture.show(
      pixels.flatMap { Texture($0) },
      name: localized("Picture: \(InboxSummary(item, now: now(), zone: zone).title)"))
  }

  func clear() {
    (name, item, isNear) = ("", nil, false)
    for label in [title, state, text, byline] { label.text = "" }
    picture.show(nil, name: "")
  }
}

extension InboxRow {
  /// Stands where an item has no picture, so that all titles begin at one place.
  fileprivate var icon: String {
    switch kind {
    case "task": "object-select-symbolic"
    case "follow": "avatar-default-symbolic"
    case "like": "emblem-favorite-symbolic"
    case "notice": "dialog-information-symbolic"
    default: "mail-unread-symbolic"
    }
  }
}
#endif
