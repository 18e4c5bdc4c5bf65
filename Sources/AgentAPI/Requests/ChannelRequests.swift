public import FoundationEssentials

/// All channels.
public struct ListChannels: AgentRequest {
  public typealias Reply = ChannelListing
  public static let name = "channels"

  /// Makes a request.
  public init() {}
}

/// Enrols the user.
public struct JoinChannel: AgentRequest {
  public typealias Reply = ChannelRow
  public static let name = "joinChannel"
  public static let traits: RequestTraits = .needsServer

  /// The channel: its id, or the beginning of its title.
  public var channel: String

  /// Makes a request.
  public init(channel: String) {
    self.channel = channel
  }
}

/// Ends the enrolment.
public struct LeaveChannel: AgentRequest {
  public typealias Reply = ChannelRow
  public static let name = "leaveChannel"
  public static let traits: RequestTraits = .needsServer

  /// The channel: its id, or the beginning of its title.
  public var channel: String

  /// Makes a request.
  public init(channel: String) {
    self.channel = channel
  }
}

/// The newest messages of a channel.
public struct ShowChannel: AgentRequest {
  public typealias Reply = ChannelHistory
  public static let name = "channelHistory"

  /// The channel: its id, or the beginning of its title.
  public var channel: String
  /// At most so many.
  public var limit: Int
  /// The message before which they are; nil for the newest.
  public var before: Int64?
  /// Whether what is missing here is fetched first, where that can be.
  public var asksServer: Bool
  /// Whether they are not unread afterwards.
  public var isSeen: Bool

  /// Makes a request.
  public init(channel: String, limit: Int, before: Int64?, asksServer: Bool, isSeen: Bool) {
    self.channel = channel
    self.limit = limit
    self.before = before
    self.asksServer = asksServer
    self.isSeen = isSeen
  }
}

/// Writes a message, which waits here until the server has it.
public struct SendChannelMessage: AgentRequest {
  public typealias Reply = ChannelMessageRow
  public static let name = "sendChannelMessage"

  /// The channel: its id, or the beginning of its title.
  public var channel: String
  /// What to write.
  public var text: String
  /// Whether a few seconds are spent on seeing whether the server takes it.
  public var waits: Bool

  /// Makes a request.
  public init(channel: String, text: String, waits: Bool) {
    self.channel = channel
    self.text = text
    self.waits = waits
  }
}

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
  /// The server's id; of a conversation, the other user's.
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
  /// True for a conversation of two, which is shown and written to as a channel; nil for none.
  public var isConversation: Bool?
  /// What the user calls the other one of a conversation; nil for nothing.
  public var nickname: String?

  /// Makes a row.
  public init(
    id: UUID, title: String, description: String, picture: UUID? = nil, isJoined: Bool, unreadCount: Int = 0,
    isConversation: Bool? = nil, nickname: String? = nil
  ) {
    self.isConversation = isConversation
    self.nickname = nickname
    self.id = id
    self.title = title
    self.description = description
    self.picture = picture
    self.isJoined = isJoined
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
  /// False where there is no connection to the server, though there should be one; nil from an agent that does not say.
  public var isConnected: Bool?

  /// Makes a history.
  public init(
    channel: ChannelRow, messages: [ChannelMessageRow], hasMore: Bool, isCurrent: Bool, isConnected: Bool? = nil
  ) {
    self.channel = channel
    self.messages = messages
    self.hasMore = hasMore
    self.isCurrent = isCurrent
    self.isConnected = isConnected
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
  /// What people read of the sender, for instance `bob (4f2a6c1e)`; empty for what the server has not told yet.
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
  /// The name that the sender has taken; nil from an older agent.
  public var takenName: String?
  /// The sender's id; nil where that is not known.
  public var user: UUID?

  /// Makes a row.
  public init(
    id: UUID, number: Int64? = nil, senderName: String, isOwn: Bool, text: String, state: State,
    receivedAt: Date? = nil, writtenAt: Date? = nil, problem: String? = nil, takenName: String? = nil,
    user: UUID? = nil
  ) {
    (self.takenName, self.user) = (takenName, user)
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
