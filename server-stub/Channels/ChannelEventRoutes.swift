internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// `GET /v1/channels/{id}/events`: the messages of a channel that a device has open, as server-sent events.
struct ChannelEventRoutes: RouteGroup {
  let sessions: SessionService
  let channels: ChannelService

  var routes: [Route] { [Route(.get, "/v1/channels/:id/events", events)] }

  @Sendable private func events(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request)
    let channel = try context.channelID
    let bounds = try await channels.bounds(of: channel, for: account)
    let device = try await device(request, of: account)
    let cursor = try Self.cursor(request, bounds)
    let source = ChannelSource(channel: channel, account: account.id, storage: channels.storage)
    let feed = StreamFeed(source: source, hub: channels.hub)
    let (open, connection) = (channels.open, context.channel)
    let (streams, tokenHash) = (sessions.streams, try BearerToken.read(request).hash)
    return Response.events { write in
      streams.add(connection, tokenHash: tokenHash)
      let number = open.open(channel, of: account.id, device: device, on: connection)
      defer { open.close(number, device: device) }
      try await feed.run(from: cursor, on: connection, write)
    }
  }

  /// The device that opens the channel.
  ///
  /// - Throws: ``APIFailure`` with 422 for what is no token, 404 for no device of the user's.
  private func device(_ request: Request, of account: Account) async throws -> String {
    guard let token = request.uri.queryParameters["device"], DeviceToken.isValid(token) else {
      throw APIFailure(.invalidField, "\"device\" is the token of the device that opens the channel")
    }
    guard try await channels.storage.hasDevice(String(token), of: account.id) else {
      throw APIFailure(.notFound, "there is no such device; register it first")
    }
    return String(token)
  }

  /// Where the client stands: what `Last-Event-ID` says, or now.
  ///
  /// - Throws: ``APIFailure`` with 422 for an id that this server has never given.
  private static func cursor(_ request: Request, _ bounds: SequenceBounds) throws(APIFailure) -> ChannelCursor {
    guard let text = request.lastEventID else { return ChannelCursor(sequence: bounds.highest) }
    guard let cursor = ChannelCursor(text), cursor.sequence <= bounds.highest else { throw .unknownEventID }
    return cursor
  }
}
