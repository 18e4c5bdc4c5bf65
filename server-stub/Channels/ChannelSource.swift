internal import FoundationEssentials
internal import ServerAPI

/// What the stream of a channel sends, as it is in storage: a channel's messages, to one who is enrolled, or a conversation's to one of
/// the two.
struct ChannelSource: StreamSource {
  let place: ChannelPlace
  let account: UUID
  let storage: any ChannelStorage

  /// How many messages are read at once.
  private static let pageCount = 100

  private var channel: UUID { place.id }

  var key: UUID { channel }

  func replay(from start: ChannelCursor, _ write: StreamWrite<ChannelCursor>) async throws -> ChannelCursor {
    if !place.isConversation {
      guard try await storage.isEnrolled(account, in: channel) else { throw StreamSourceEnded() }
    }
    var cursor = start
    while true {
      guard let page = try await storage.messages(of: channel, after: cursor.sequence, limit: Self.pageCount) else {
        throw StreamSourceEnded()
      }
      if page.bounds.first > cursor.sequence.next {
        cursor.sequence = page.bounds.first - 1
        try await write([StreamEvent("gap", id: cursor, page.bounds)], cursor)
      }
      guard !page.messages.isEmpty else { return cursor }
      let events = try page.messages.map { message in
        cursor.sequence = message.sequence
        return try StreamEvent("message", id: cursor, message)
      }
      try await write(events, cursor)
      // As for an inbox, what came since has been announced.
      guard cursor.sequence < page.bounds.highest else { return cursor }
    }
  }
}
