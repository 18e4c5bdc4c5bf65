internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox

/// Counts what nobody has looked at.
protocol UnreadCounting: Sendable {
  /// How many items nobody has looked at; nil while there is no inbox to look at.
  func unreadCount() async -> Int?

  /// The channels with something unread, the newest first; nil while there is no inbox to look at.
  func unreadChannels() async -> [UnreadChannel]?
}

extension InboxService: UnreadCounting {
  func unreadCount() async -> Int? {
    do { return try await store.counts(for: owner(), at: Date()).unread } catch { return nil }
  }

  func unreadChannels() async -> [UnreadChannel]? {
    do {
      return try await store.channelNews(for: owner()).map {
        UnreadChannel(
          id: $0.channel, title: $0.shownTitle, unreadCount: $0.unreadCount,
          isConversation: $0.isConversation ? true : nil)
      }
    } catch { return nil }
  }
}
