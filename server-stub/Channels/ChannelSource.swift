internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// What `GET /v1/channels/{id}/events` tells, as it is in storage: a channel's messages, to one who is enrolled.
struct ChannelSource: StreamSource {
  /// The user has left the channel, or it was removed.
  struct Ended: Error {}

  let channel: UUID
  let account: UUID
  let storage: any ChannelStorage

  /// How many messages are read at once.
  private static let pageCount = 100

  var key: UUID { channel }

  func replay(from start: ChannelCursor, _ write: StreamWrite) async throws -> ChannelCursor {
    guard try await storage.isEnrolled(account, in: channel) else { throw Ended() }
    var cursor = start
    while true {
      guard let page = try await storage.messages(of: channel, after: cursor.sequence, limit: Self.pageCount) else {
        throw Ended()
      }
      if page.bounds.first > cursor.sequence + 1 {
        cursor.sequence = page.bounds.first - 1
        try await write(EventStreamText.event("gap", id: cursor, page.bounds))
      }
      guard !page.messages.isEmpty else { return cursor }
      for message in page.messages {
        cursor.sequence = message.sequence
        try await write(EventStreamText.event("message", id: cursor, message))
      }
    }
  }
}
