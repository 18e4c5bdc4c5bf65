internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// `GET /v1/events`: what happens in the user's inbox, as server-sent events.
struct EventRoutes: RouteGroup {
  let sessions: SessionService
  let storage: any ServerStorage
  let hub: EventHub
  let clock: ServerClock
  let drain: ServerDrain
  let accountStreams: AccountStreamLimiter

  var routes: [Route] { [Route(.get, "/v1/events", events)] }

  @Sendable private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
    try drain.admitStream()
    let account = try await sessions.account(of: request, context)
    guard let sequences = try await storage.sequences(of: account.id) else {
      throw APIFailure(.invalidToken, "the account is gone")
    }
    let cursor = try Self.cursor(request, sequences)
    if request.method != .head { try accountStreams.admit(context.channel, of: account.id) }
    let source = InboxSource(account: account.id, storage: storage, clock: clock)
    let (streams, tokenHash) = (sessions.streams, try BearerToken.read(request).hash)
    let start = StreamFeed(source: source, hub: hub, logger: context.logger).start(from: cursor, as: .eventStream) {
      streams.add($0, tokenHash: tokenHash)
    }
    return try await Response.stream(start, headers: .eventStream, to: request, on: context.channel)
  }

  /// Where the client stands: what `Last-Event-ID` says, or now.
  ///
  /// - Throws: ``APIFailure`` with 422 for an id that this server has never given.
  private static func cursor(_ request: Request, _ sequences: Sequences) throws(APIFailure) -> EventCursor {
    let now = EventCursor(sequence: sequences.inbox.highest, change: sequences.changes)
    guard let text = request.lastEventID else { return now }
    guard let cursor = EventCursor(text), cursor.sequence <= now.sequence, cursor.change <= now.change else {
      throw .unknownEventID
    }
    return cursor
  }
}
