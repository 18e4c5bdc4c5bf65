#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// A row of the channels: picture, title, what it is about, whether it was joined, and what is unread.
final class ChannelRowView: ListRow {
  private let model: ChannelListModel
  private let pictures: ChannelPictures
  private let row = AvatarRow()

  var widget: Widget { row.widget }
  private(set) var name = ""

  init(_ model: ChannelListModel, _ pictures: ChannelPictures) { (self.model, self.pictures) = (model, pictures) }

  func show(_ place: Int) {
    guard let channel = model.channel(at: place) else { return clear() }
    row.picture.show(channel.title, pictures.picture(of: channel).flatMap { Texture($0) })
    row.title.text = channel.title
    row.text.text = MessageSummary.line(channel.description)
    row.text.isVisible = !channel.description.isEmpty
    row.byline.text =
      !channel.isJoined
      ? localized("not joined")
      : channel.unreadCount > 0
        ? localized(
          one: "joined · \(channel.unreadCount) unread", other: "joined · \(channel.unreadCount) unread",
          count: channel.unreadCount) : localized("joined")
    name = [row.title.text, row.text.text, row.byline.text].filter { !$0.isEmpty }.joined(separator: ", ")
    row.mark(isUnread: channel.unreadCount > 0)
  }

  func clear() {
    name = ""
    row.clear()
  }
}
#endif
