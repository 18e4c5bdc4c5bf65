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
