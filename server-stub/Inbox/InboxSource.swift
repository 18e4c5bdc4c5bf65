internal import FoundationEssentials
internal import ServerAPI

/// What `GET /v1/events` sends, as it is in storage: a user's items, and the changes of their states.
struct InboxSource: StreamSource {
  let account: UUID
  let pages: InboxPages

  var key: UUID { account }

  /// Items come before changes of states.
  func replay(from start: EventCursor, _ write: StreamWrite<EventCursor>) async throws -> EventCursor {
    let cursor = try await replay(start, write, reading: pages.items)
    return try await replay(cursor, write, reading: pages.changes)
  }

  private func replay(
    _ start: EventCursor, _ write: StreamWrite<EventCursor>,
    reading read: (UUID, EventCursor) async throws -> StreamPage<EventCursor>
  ) async throws -> EventCursor {
    var cursor = start
    while true {
      let page = try await read(account, cursor)
      for (events, reached) in page.steps {
        cursor = reached
        try await write(events, cursor)
      }
      if page.isLast { return cursor }
    }
  }
}
