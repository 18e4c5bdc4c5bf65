internal import FoundationEssentials
internal import ServerAPI

/// What the stream of a channel sends, as it is in storage: a channel's messages, to one who is enrolled, or a conversation's to one of
/// the two.
struct ChannelSource: StreamSource {
  let place: ChannelPlace
  let account: UUID
  let storage: any ChannelStorage
  let pages: ChannelPages

  var key: UUID { place.id }

  func replay(from start: ChannelCursor, _ write: StreamWrite<ChannelCursor>) async throws -> ChannelCursor {
    if !place.isConversation {
      guard try await storage.isEnrolled(account, in: place.id) else { throw StreamSourceEnded() }
    }
    var cursor = start
    while true {
      guard let page = try await pages.messages(of: place.id, after: cursor) else { throw StreamSourceEnded() }
      for (events, reached) in page.steps {
        cursor = reached
        try await write(events, cursor)
      }
      if page.isLast { return cursor }
    }
  }
}
