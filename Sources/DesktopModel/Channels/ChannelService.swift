public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about the server's channels.
public protocol ChannelService: Sendable {
  /// All channels, as far as the server can be asked as it has them now.
  func channels() async throws(Failure) -> ChannelListing

  /// The channels with something unread, as far as it is here; nil while nobody is logged in.
  func unreadInChannels() async throws(Failure) -> [UnreadChannel]?

  /// Joins a channel: its messages come from now on.
  ///
  /// - Parameter channel: its id, or the beginning of its title.
  func join(_ channel: String) async throws(Failure) -> ChannelRow

  /// Leaves a channel; what came until then stays.
  func leave(_ channel: UUID) async throws(Failure) -> ChannelRow
}

extension AgentLink: ChannelService {
  public func channels() async throws(Failure) -> ChannelListing { try await askServer(ListChannels(), isAsked: false) }

  public func unreadInChannels() async throws(Failure) -> [UnreadChannel]? {
    try await send(ShowStatus()).unreadChannels?.filter { $0.isConversation != true }
  }

  public func join(_ channel: String) async throws(Failure) -> ChannelRow {
    try await askServer(JoinChannel(channel: channel))
  }

  public func leave(_ channel: UUID) async throws(Failure) -> ChannelRow {
    try await askServer(LeaveChannel(channel: channel.uuidString))
  }
}
