internal import AgentInbox
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox

/// What is new in channels, one notification for each that is not open.
extension InboxNotifier {
  /// What there is to do about channels now.
  func channelActions(_ owner: InboxOwner, mayShow: Bool) async throws -> [ChannelNoticePlan.Action] {
    let news = try await dependencies.inbox.store.channelNews(for: owner)
    var situation = ChannelNoticePlan.Situation(news: titled(news, owner))
    situation.open = dependencies.front.openChannels
    situation.isTold = dependencies.front.isAnyTellingMessages
    situation.shown = Set(shown.compactMap(\.channel))
    situation.orphaned = Set(orphaned.compactMap(\.channel))
    situation.mayShow = mayShow
    return ChannelNoticePlan(situation).actions
  }

  /// Does it.
  func showChannels(_ actions: [ChannelNoticePlan.Action], _ owner: InboxOwner, mayShow: Bool) async throws {
    for action in actions {
      switch action {
      case .withdraw(let channel): await withdraw(.channel(channel))
      case .show(let news, let isAgain):
        let text = NoticeText(news)
        let notification = DesktopNotification(
          channel: text, isAgain: isAgain, picturePath: news.picture.flatMap { pictures[.channel($0)] ?? nil })
        try await show(notification, .channel(news.channel))
        if news.newest > news.shownThrough { try await pass(news, owner) }
      case .pass(let news): try await pass(news, owner)
      }
    }
    if mayShow { orphanedNames = orphaned.filter { $0.channel == nil }.map(name(of:)) }
  }

  private func pass(_ news: ChannelUnreadSummary, _ owner: InboxOwner) async throws {
    try await dependencies.inbox.store.passShown(of: news.channel, through: news.newest, for: owner)
  }
}

extension InboxNotice {
  fileprivate var channel: UUID? { if case .channel(let id) = self { id } else { nil } }
}
