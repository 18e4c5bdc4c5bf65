internal import FoundationEssentials
internal import ServerAPI

/// Reads what streams of inboxes send. Streams that need the same read it together, and what is sent is made once.
final class InboxPages: Sendable {
  private let storage: any ServerStorage
  private let clock: ServerClock
  private let items = SharedReads<Place, StreamPage<EventCursor>>()
  private let changes = SharedReads<Place, StreamPage<EventCursor>>()

  /// How many events are read at once.
  private static let count = 100

  private struct Place: Hashable {
    let account: UUID
    let cursor: EventCursor
  }

  init(_ storage: any ServerStorage, _ clock: ServerClock) { (self.storage, self.clock) = (storage, clock) }

  /// The items of an inbox after a cursor.
  func items(of account: UUID, after start: EventCursor) async throws -> StreamPage<EventCursor> {
    try await items.value(of: Place(account: account, cursor: start)) { [storage, clock] in
      let page = try await storage.inbox(of: account, after: start.sequence, limit: Self.count, now: clock.date())
      return try StreamPage("push", page.items, page.bounds, after: start, \.sequence, \.sequence)
    }
  }

  /// The changes of an inbox after a cursor, before the first of an item that a client there has not got: that was pushed meanwhile, and comes
  /// first.
  func changes(of account: UUID, after start: EventCursor) async throws -> StreamPage<EventCursor> {
    try await changes.value(of: Place(account: account, cursor: start)) { [storage] in
      let changes = try await storage.changes(of: account, after: start.change, limit: Self.count)
      let due = changes.prefix { $0.sequence <= start.sequence }
      return try StreamPage(due, after: start, isLast: due.count < changes.count || changes.count < Self.count)
    }
  }
}

extension StreamPage<EventCursor> {
  fileprivate init(_ changes: some Collection<InboxChange>, after start: EventCursor, isLast: Bool) throws {
    self.init(isLast: isLast)
    guard !changes.isEmpty else { return }
    var cursor = start
    let events = try changes.map { change in
      cursor.change = change.change
      return try StreamEvent("state", id: cursor, change)
    }
    steps.append((events, cursor))
  }
}
