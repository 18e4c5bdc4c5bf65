public import FoundationEssentials

/// The catalogue of channels.
public struct ChannelListing: Codable, Equatable, Sendable {
  /// All channels, by title.
  public var channels: [ChannelRow]
  /// Whether it is what the server has now; otherwise the server can't be reached, and it is what it had at ``fetchedAt``.
  public var isCurrent: Bool
  /// When it was fetched; nil for never.
  public var fetchedAt: Date?

  /// Makes a listing.
  public init(channels: [ChannelRow], isCurrent: Bool, fetchedAt: Date?) {
    self.channels = channels
    self.isCurrent = isCurrent
    self.fetchedAt = fetchedAt
  }
}

/// A channel as people see it.
public struct ChannelRow: Codable, Equatable, Sendable {
  /// The server's id.
  public var id: UUID
  /// What it is called.
  public var title: String
  /// What it is about; may be empty.
  public var description: String
  /// The id of its picture; nil for none.
  public var picture: UUID?
  /// Whether the user has joined it.
  public var isJoined: Bool
  /// How many messages of others the user has not seen.
  public var unreadCount: Int

  /// Makes a row.
  public init(
    id: UUID, title: String, description: String, picture: UUID? = nil, isJoined: Bool, unreadCount: Int = 0
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.picture = picture
    self.isJoined = isJoined
    self.unreadCount = unreadCount
  }
}

/// A channel with something unread.
public struct UnreadChannel: Codable, Equatable, Sendable {
  /// The server's id.
  public var id: UUID
  /// What it is called; empty where that is not known yet.
  public var title: String
  /// How many messages of others the user has not seen; at least one.
  public var unreadCount: Int

  /// Makes one.
  public init(id: UUID, title: String, unreadCount: Int) {
    self.id = id
    self.title = title
    self.unreadCount = unreadCount
  }
}

/// Messages of a channel, oldest first.
public struct ChannelHistory: Codable, Equatable, Sendable {
  /// The channel.
  public var channel: ChannelRow
  /// The messages; at the end what waits to be sent or was refused.
  public var messages: [ChannelMessageRow]
  /// Whether there are older ones here.
  public var hasMore: Bool
  /// Whether everything that the server has is here.
  public var isCurrent: Bool

  /// Makes a history.
  public init(channel: ChannelRow, messages: [ChannelMessageRow], hasMore: Bool, isCurrent: Bool) {
    self.channel = channel
    self.messages = messages
    self.hasMore = hasMore
    self.isCurrent = isCurrent
  }
}

/// A message of a channel as people see it.
public struct ChannelMessageRow: Codable, Equatable, Sendable {
  /// How far a message has come.
  public enum State: String, OpenVocabulary, Equatable, Sendable, CaseIterable {
    /// The server does not have it yet.
    case sending
    /// The server has taken it.
    case sent
    /// It came with the channel.
    case received
    /// The server does not take it.
    case failed
    /// A state that a newer agent knows.
    case unknown

    /// A state of a newer agent.
    public static let unrecognized = Self.unknown
  }

  /// As its client made it.
  public var id: UUID
  /// Its place in the channel; nil until it came with it.
  public var number: Int64?
  /// What people call the sender; empty for what the server has not told yet.
  public var senderName: String
  /// Whether the user wrote it.
  public var isOwn: Bool
  /// As it was written.
  public var text: String
  /// How far it has come.
  public var state: State
  /// When the server took it; nil before.
  public var receivedAt: Date?
  /// When it was written on this machine; nil for what was not, or came with the channel.
  public var writtenAt: Date?
  /// Why it is not taken, in one sentence; nil unless it failed.
  public var problem: String?

  /// Makes a row.
  public init(
    id: UUID, number: Int64? = nil, senderName: String, isOwn: Bool, text: String, state: State,
    receivedAt: Date? = nil, writtenAt: Date? = nil, problem: String? = nil
  ) {
    self.id = id
    self.number = number
    self.senderName = senderName
    self.isOwn = isOwn
    self.text = text
    self.state = state
    self.receivedAt = receivedAt
    self.writtenAt = writtenAt
    self.problem = problem
  }
}
