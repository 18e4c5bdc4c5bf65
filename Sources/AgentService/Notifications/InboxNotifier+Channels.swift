internal import AgentInbox
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox

/// What is new in channels, one notification for each that is not open.
extension InboxNotifier {
  /// Does all there is to do about channels now.
  ///
  /// - Returns: whether something was shown.
  func showChannels(_ owner: InboxOwner, mayShow: Bool) async throws -> Bool {
    let store = dependencies.inbox.store
    var situation = ChannelNoticePlan.Situation(news: titled(try await store.channelNews(for: owner), owner))
    situation.open = dependencies.front.openChannels
    situation.shown = Set(shown.compactMap(\.channel))
    situation.orphaned = Set(orphaned.compactMap(\.channel))
    situation.mayShow = mayShow
    let actions = ChannelNoticePlan(situation).actions
    for action in actions {
      switch action {
      case .withdraw(let channel): await withdraw(.channel(channel))
      case .show(let news, let isAgain):
        let text = NoticeText(news)
        let notification = DesktopNotification(
          channel: text, isAgain: isAgain, picturePath: await picturePath(of: news, owner))
        try await show(notification, .channel(news.channel))
        if news.newest > news.shownThrough {
          try await store.passShown(of: news.channel, through: news.newest, for: owner)
        }
      }
    }
    if mayShow { orphanedNames = orphaned.filter { $0.channel == nil }.map(name(of:)) }
    return actions.contains { if case .show = $0 { true } else { false } }
  }

  private func picturePath(of news: ChannelUnreadSummary, _ owner: InboxOwner) async -> String? {
    guard let picture = news.picture else { return nil }
    return await dependencies.channelPicture(picture, owner)
  }
}

extension InboxNotice {
  fileprivate var channel: UUID? { if case .channel(let id) = self { id } else { nil } }
}
