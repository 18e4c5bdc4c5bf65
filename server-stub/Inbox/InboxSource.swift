internal import FoundationEssentials
internal import ServerAPI

/// What `GET /v1/events` sends, as it is in storage: a user's items, and the changes of their states.
struct InboxSource: StreamSource {
  let account: UUID
  let storage: any ServerStorage
  let clock: ServerClock

  /// How many events are read at once.
  private static let pageCount = 100

  var key: UUID { account }

  /// Items come before changes of states.
  func replay(from start: EventCursor, _ write: StreamWrite<EventCursor>) async throws -> EventCursor {
    try await replayChanges(from: try await replayItems(from: start, write), write)
  }

  private func replayItems(from start: EventCursor, _ write: StreamWrite<EventCursor>) async throws -> EventCursor {
    var cursor = start
    while true {
      let page = try await storage.inbox(
        of: account, after: cursor.sequence, limit: Self.pageCount, now: clock.date())
      if page.bounds.first > cursor.sequence.next {
        cursor.sequence = page.bounds.first - 1
        try await write([StreamEvent("gap", id: cursor, page.bounds)], cursor)
      }
      guard !page.items.isEmpty else { return cursor }
      let events = try page.items.map { item in
        cursor.sequence = item.sequence
        return try StreamEvent("push", id: cursor, item)
      }
      try await write(events, cursor)
      // The stream has been notified of what came since: to read that, too, would never end while it comes as quickly as it is read.
      guard cursor.sequence < page.bounds.highest else { return cursor }
    }
  }

  /// Stops before the first change of an item that the client has not got: that was pushed meanwhile, and comes first.
  private func replayChanges(from start: EventCursor, _ write: StreamWrite<EventCursor>) async throws -> EventCursor {
    var cursor = start
    while true {
      let changes = try await storage.changes(of: account, after: cursor.change, limit: Self.pageCount)
      let due = changes.prefix { $0.sequence <= cursor.sequence }
      guard !due.isEmpty else { return cursor }
      let events = try due.map { change in
        cursor.change = change.change
        return try StreamEvent("state", id: cursor, change)
      }
      try await write(events, cursor)
      guard due.count == changes.count, changes.count == Self.pageCount else { return cursor }
    }
  }
}
