public import AgentAPI
public import FoundationEssentials

/// What the window asks of the agent about the messages of one conversation, or of one channel.
public protocol ThreadService: Sendable {
  /// The newest messages, or those before one.
  ///
  /// - Parameters:
  ///   - asksServer: whether what is missing here is fetched first, where that can be.
  ///   - isSeen: whether they are not unread afterwards.
  func history(
    of channel: UUID, limit: Int, before number: Int64?, asksServer: Bool, isSeen: Bool
  ) async throws(Failure) -> ChannelHistory

  /// Writes a message, which waits at the agent until the server has it.
  func write(_ text: String, in channel: UUID) async throws(Failure)

  /// Whether the user has blocked the other one of a conversation, as far as that is known.
  @MainActor
  func isBlocked(_ user: UUID) -> Bool

  /// Has its messages come as they are written: the person looks at it.
  @MainActor
  func beginLooking(at channel: UUID)

  /// The person does not look at it any more.
  @MainActor
  func endLooking(at channel: UUID)
}

extension AgentLink: ThreadService {
  public func history(
    of channel: UUID, limit: Int, before number: Int64?, asksServer: Bool, isSeen: Bool
  ) async throws(Failure) -> ChannelHistory {
    let request = ShowChannel(
      channel: channel.uuidString, limit: limit, before: number, asksServer: asksServer, isSeen: isSeen)
    var page = asksServer ? try await askServer(request, isAsked: false) : try await send(request)
    if page.channel.isConversation == true {
      page.channel.nickname = page.channel.nickname ?? names.name(of: page.channel.id)
      page.channel.title = names.plain(page.channel.title)
    }
    page.channel.title = ChannelName.of(page.channel.id, title: page.channel.title)
    for place in page.messages.indices {
      page.messages[place].senderName = names.plain(page.messages[place].senderName)
    }
    return page
  }

  public func write(_ text: String, in channel: UUID) async throws(Failure) {
    _ = try await send(SendChannelMessage(channel: channel.uuidString, text: text, waits: false))
  }

  public func isBlocked(_ user: UUID) -> Bool { blocked.contains(user) }

  public func beginLooking(at channel: UUID) { open(channel: channel) }

  public func endLooking(at channel: UUID) { close(channel: channel) }
}
