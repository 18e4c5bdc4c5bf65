internal import AgentAPI
internal import FoundationEssentials
internal import Inbox

/// What status and doctor say of the inbox and the channels.
extension VaultAgent {
  /// How many items nobody has looked at; nil while there is no inbox to look at.
  func unreadCount() async -> Int? {
    do { return try await inbox.store.counts(for: inbox.owner(), at: Date()).unread } catch { return nil }
  }

  /// The channels with something unread, the newest first; nil while there is no inbox to look at.
  func unreadChannels() async -> [UnreadChannel]? {
    do {
      return try await inbox.store.channelNews(for: inbox.owner()).map {
        UnreadChannel(id: $0.channel, title: $0.title, unreadCount: $0.unreadCount)
      }
    } catch { return nil }
  }

  /// What the person should know of losses; nothing while there is no inbox to look at.
  func lossNotices() async -> [String] {
    do { return try await inbox.losses(of: inbox.owner()).map(\.sentence) } catch { return [] }
  }
}
