internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// `GET /v1/events`: what happens in the user's inbox, as server-sent events.
struct EventRoutes: RouteGroup {
  let sessions: SessionService
  let storage: any ServerStorage
  let pages: InboxPages
  let hub: EventHub
  let drain: ServerDrain
  let accountStreams: AccountStreamLimiter

  var routes: [Route] { [Route(.get, "/v1/events", events)] }

  @Sendable private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
    try drain.admitStream()
    let tokenHash = try BearerToken.read(request).hash
    guard let opening = try await storage.openInbox(tokenHash: tokenHash), try await sessions.use(opening.session)
    else {
      throw APIFailure.unknownToken
    }
    let account = opening.account
    let cursor = try Self.cursor(request, opening)
    if request.method != .head { try accountStreams.admit(context.channel, of: account.id) }
    let source = InboxSource(account: account.id, pages: pages)
    let streams = sessions.streams
    let start = StreamFeed(source: source, hub: hub, logger: context.logger).start(from: cursor, as: .eventStream) {
      streams.add($0, tokenHash: tokenHash)
    }
    return try await Response.stream(start, headers: .eventStream, to: request, on: context.channel)
  }

  /// Where the client stands: what `Last-Event-ID` says, or now.
  ///
  /// - Throws: ``APIFailure`` with 422 for an id that this server has never given, or gave under another numbering.
  private static func cursor(_ request: Request, _ opening: InboxOpening) throws(APIFailure) -> EventCursor {
    let now = EventCursor(sequence: opening.items.highest, change: opening.changes, epoch: opening.epoch)
    guard let text = request.lastEventID else { return now }
    guard var cursor = EventCursor(text), cursor.sequence <= now.sequence, cursor.change <= now.change,
      cursor.epoch ?? now.epoch == now.epoch
    else { throw .unknownEventID }
    cursor.epoch = now.epoch
    return cursor
  }
}
