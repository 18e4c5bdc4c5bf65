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
        .map { try StreamPage($0, after: start) }
    }
  }
}

extension StreamPage<ChannelCursor> {
  fileprivate init(_ page: ChannelPage, after start: ChannelCursor) throws {
    self.init()
    var cursor = start
    if page.bounds.first > cursor.sequence.next {
      cursor.sequence = page.bounds.first - 1
      steps.append(([try StreamEvent("gap", id: cursor, page.bounds)], cursor))
    }
    guard !page.messages.isEmpty else { return }
    let events = try page.messages.map { message in
      cursor.sequence = message.sequence
      return try StreamEvent("message", id: cursor, message)
    }
    steps.append((events, cursor))
    isLast = cursor.sequence >= page.bounds.highest
  }
}
