internal import FoundationEssentials
internal import Inbox

/// A picture as a notification of an item shows it.
struct NoticePicture: Sendable {
  /// Which one it is.
  let picture: PushPicture
  /// The file.
  let path: String
}

/// The pictures of what is about to be shown are all fetched at once, so that a slow server holds up what is shown for as long as one
/// picture is waited for, not for as long as all of them.
extension InboxNotifier {
  /// Begins to fetch the pictures of items; by number.
  func fetchPictures(
    of actions: [NoticePlan.Action], _ owner: InboxOwner
  ) -> [Int64: Task<NoticePicture?, Never>] {
    let entries = actions.compactMap(\.shownEntry).filter { $0.payload?.picture != nil }
    return Dictionary(entries.map { ($0.sequence, fetch(pictureOf: $0, owner)) }) { first, _ in first }
  }

  private func fetch(pictureOf entry: InboxEntry, _ owner: InboxOwner) -> Task<NoticePicture?, Never> {
    Task { [dependencies] in
      guard let picture = entry.payload?.picture, let path = await dependencies.picture(entry, owner) else {
        return nil
      }
      return NoticePicture(picture: picture, path: path)
    }
  }

  /// Begins to fetch the pictures of channels; by the channel's id.
  func fetchPictures(of channels: [ChannelUnreadSummary], _ owner: InboxOwner) -> [UUID: Task<String?, Never>] {
    let pairs = channels.compactMap { news in news.picture.map { (news.channel, fetch(channelPicture: $0, owner)) } }
    return Dictionary(pairs) { first, _ in first }
  }

  private func fetch(channelPicture picture: UUID, _ owner: InboxOwner) -> Task<String?, Never> {
    Task { [dependencies] in await dependencies.channelPicture(picture, owner) }
  }
}

extension NoticePlan.Action {
  /// The item that gets a notification of its own; nil where none does.
  var shownEntry: InboxEntry? {
    if case .show(let entry, _, _) = self { entry } else { nil }
  }
}
