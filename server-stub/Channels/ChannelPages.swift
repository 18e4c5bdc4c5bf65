internal import FoundationEssentials
internal import ServerAPI

/// Reads what streams of channels send. Streams that need the same read it together, and what is sent is made once.
final class ChannelPages: Sendable {
  private let storage: any ChannelStorage
  private let reads = SharedReads<Place, StreamPage<ChannelCursor>?>()

  /// How many messages are read at once.
  private static let count = 100

  private struct Place: Hashable {
    let channel: UUID
    let cursor: ChannelCursor
  }

  init(_ storage: any ChannelStorage) { self.storage = storage }

  /// The messages of a channel after a cursor; nil where there is no such channel any more.
  func messages(of channel: UUID, after start: ChannelCursor) async throws -> StreamPage<ChannelCursor>? {
    try await reads.value(of: Place(channel: channel, cursor: start)) { [storage] in
      try await storage.messages(of: channel, after: start.sequence, limit: Self.count)
        .map { try StreamPage("message", $0.messages, $0.bounds, after: start, \.sequence, \.sequence) }
    }
  }
}
