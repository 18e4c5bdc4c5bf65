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
  public func channels() async throws(Failure) -> ChannelListing {
    var listing = try await askServer(ListChannels(), isAsked: false)
    for place in listing.channels.indices { listing.channels[place] = Self.readable(listing.channels[place]) }
    return listing
  }

  public func unreadInChannels() async throws(Failure) -> [UnreadChannel]? {
    try await send(ShowStatus()).unreadChannels?.filter { $0.isConversation != true }.map {
      var channel = $0
      channel.title = ChannelName.of(channel.id, title: channel.title)
      return channel
    }
  }

  public func join(_ channel: String) async throws(Failure) -> ChannelRow {
    Self.readable(try await askServer(JoinChannel(channel: channel)))
  }

  public func leave(_ channel: UUID) async throws(Failure) -> ChannelRow {
    Self.readable(try await askServer(LeaveChannel(channel: channel.uuidString)))
  }

  private static func readable(_ channel: ChannelRow) -> ChannelRow {
    var channel = channel
    channel.title = ChannelName.of(channel.id, title: channel.title)
    return channel
  }
}
