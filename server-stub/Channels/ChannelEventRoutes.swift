internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// `GET /v1/channels/{id}/events` and `GET /v1/channels/{id}/socket`: the messages of a channel that a device has open, as
/// server-sent events or over a WebSocket.
struct ChannelEventRoutes: RouteGroup {
  let sessions: SessionService
  let channels: ChannelService
  let pages: ChannelPages
  let drain: ServerDrain
  let accountStreams: AccountStreamLimiter

  var routes: [Route] {
    [
      Route(.get, "/v1/channels/:id/events", events),
      Route(.get, "/v1/channels/:id/socket", socket),
    ]
  }

  @Sendable private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
    let start = try await start(request, context, as: .eventStream) {}
    return try await Response.stream(start, headers: .eventStream, to: request, on: context.channel)
  }

  @Sendable private func socket(_ request: Request, _ context: ServerContext) async throws -> Response {
    var headers: HTTPFields = [:]
    let start = try await start(request, context, as: .webSocket) {
      // Only GET opens a WebSocket (RFC 6455, section 4.1).
      guard request.method != .head else { return }
      headers = try await WebSocketHandshake.headers(for: request, on: context.channel)
    }
    return try await Response.stream(start, headers: headers, to: request, on: context.channel)
  }

  /// - Parameter shakeHands: the last step before the stream counts as one of the account's: one that is refused is none.
  private func start(
    _ request: Request, _ context: ServerContext, as format: StreamFormat, shakeHands: () async throws -> Void
  ) async throws -> StreamStart {
    try drain.admitStream()
    let (tokenHash, channel) = (try BearerToken.read(request).hash, try? context.channelID)
    let device = request.uri.queryParameters["device"].map(String.init) ?? ""
    // An id that is none is no channel's, and a token that is none no device's: not every database takes any text.
    let found = try await channels.storage.openChannel(
      channel ?? UUID(), device: DeviceToken.isValid(device) ? device : "", tokenHash: tokenHash)
    guard let opening = found, try await sessions.use(opening.session) else { throw APIFailure.unknownToken }
    let account = opening.account
    let place = try ChannelService.place(of: try context.channelID, opening.access, opening.side)
    try Self.check(device, opening)
    let now = ChannelCursor(sequence: place.bounds.highest, epoch: opening.epoch)
    let cursor = try Self.cursor(request, now)
    try await shakeHands()
    if request.method != .head { try accountStreams.admit(context.channel, of: account.id) }
    let source = ChannelSource(place: place, account: account.id, storage: channels.storage, pages: pages)
    let number = request.method == .head ? 0 : try await number(of: device)
    let feed = StreamFeed(source: source, hub: channels.hub, logger: context.logger)
    let (open, streams) = (channels.open, sessions.streams)
    return feed.start(from: cursor, as: format) { connection in
      streams.add(connection, tokenHash: tokenHash)
      open.open(place, of: account.id, device: device, number: number, on: connection)
      connection.closeFuture.whenComplete { _ in open.close(number, device: device) }
    }
  }

  /// The number of an opening.
  ///
  /// - Throws: ``APIFailure`` that closes the connection, which counts as a stream already.
  private func number(of device: String) async throws -> Int64 {
    do { return try await channels.numberOpening(of: device) } catch let problem as StorageProblem {
      throw APIFailure(problem).closing
    }
  }

  /// The device that opens the channel has to be the user's.
  ///
  /// - Throws: ``APIFailure`` with 422 for what is no token, 404 for no device of the user's.
  private static func check(_ device: String, _ opening: ChannelOpening) throws(APIFailure) {
    guard DeviceToken.isValid(device) else {
      throw APIFailure(.invalidField, "\"device\" is the token of the device that opens the channel")
    }
    guard opening.hasDevice else { throw APIFailure(.notFound, "there is no such device; register it first") }
  }

  /// Where the client stands: what `Last-Event-ID` says, or now.
  ///
  /// - Throws: ``APIFailure`` with 422 for an id that this server has never given, or gave under another numbering.
  private static func cursor(_ request: Request, _ now: ChannelCursor) throws(APIFailure) -> ChannelCursor {
    guard let text = request.lastEventID else { return now }
    guard var cursor = ChannelCursor(text), cursor.sequence <= now.sequence, cursor.epoch ?? now.epoch == now.epoch
    else { throw .unknownEventID }
    cursor.epoch = now.epoch
    return cursor
  }
}
