public import FoundationEssentials

/// A channel as it is stored.
public struct ChannelEntry: Equatable, Sendable {
  /// The server's id; of a conversation, the other user's.
  public var id: UUID
  /// What people call it, or the other user.
  public var title: String
  /// What it is about; may be empty.
  public var description: String
  /// The id of its picture, an attachment; nil for none.
  public var picture: UUID?
  /// Whether the owner is enrolled.
  public var isEnrolled: Bool
  /// How many messages of others came that the owner has not seen; 0 where the owner is not enrolled.
  public var unreadCount: Int
  /// Whether it is a conversation of two.
  public var isConversation = false
  /// What the owner calls the other user; nil for nothing.
  public var nickname: String?
}

extension ChannelEntry {
  /// What lists show: the title, and of a conversation what the owner calls the other user, or else where that one's id begins, too, since
  /// anybody may take any name.
  public var shownTitle: String { isConversation ? PersonTitle(name: title, nickname: nickname, user: id).text : title }
}

/// A conversation in a list.
public struct ConversationEntry: Equatable, Sendable {
  /// The conversation.
  public var channel: ChannelEntry
  /// Whether the two follow each other, as far as is known.
  public var isContact: Bool
  /// The newest of its messages.
  public var newest: StoredChannelMessage
}

/// The catalogue as it is stored.
public struct CachedCatalogue: Equatable, Sendable {
  /// All channels, in the server's order. Those that the server has no longer are left out.
  public var channels: [ChannelEntry]
  /// When it was fetched; nil before the first time.
  public var fetchedAt: Date?
}

/// A message of a channel as it is stored.
public struct StoredChannelMessage: Equatable, Sendable {
  /// How far a message has come.
  public enum State: String, Equatable, Sendable, CaseIterable {
    /// The server does not have it yet.
    case sending
    /// The server has accepted it, and has not sent it to the channel's devices yet.
    case sent
    /// It came with the channel.
    case received
    /// The server has rejected it.
    case failed
  }

  /// As its client made it.
  public var id: UUID
  /// Its place in the channel; nil until it came with it.
  public var sequence: Int64?
  /// Whether the owner wrote it.
  public var isOwn: Bool
  /// What people read of the sender, for instance `bob (4f2a6c1e)`; empty where the server has not said it yet.
  public var senderName: String
  /// The name that the sender has taken; empty where the server has not said it yet.
  public var takenName: String
  /// The sender's id; nil where that was not kept, or the server has not said it yet.
  public var sender: UUID?
  /// As it was written.
  public var text: String
  /// How far it has come.
  public var state: State
  /// When the server took it; nil before.
  public var receivedAt: Date?
  /// When it was written here; nil for what came with the channel.
  public var writtenAt: Date?
  /// Why it was rejected; nil unless it failed.
  public var problem: String?
}

/// What is unread in a channel.
public struct ChannelUnreadSummary: Equatable, Sendable {
  /// The channel's id.
  public var channel: UUID
  /// What people call it; empty where no catalogue has named it yet.
  public var title: String
  /// How many messages of others the owner has not seen; at least one.
  public var unreadCount: Int
  /// The number of the newest of them.
  public var newest: Int64
  /// What people read of its sender.
  public var senderName: String
  /// As it was written.
  public var text: String
  /// What came up to this number needs no showing any more.
  public var shownThrough: Int64
  /// The id of the channel's picture, an attachment; nil for none.
  public var picture: UUID?
  /// Whether it is a conversation of two.
  public var isConversation = false
  /// What the owner calls the other user; nil for nothing.
  public var nickname: String?
}

extension ChannelUnreadSummary {
  /// As ``ChannelEntry/shownTitle``.
  public var shownTitle: String {
    isConversation ? PersonTitle(name: title, nickname: nickname, user: channel).text : title
  }
}
