internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import ServerAPI

/// `GET /v1/catalogue`, `GET /v1/conversations`, `PUT` and `DELETE /v1/channels/{id}/enrolment`, `POST` and `GET /v1/channels/{id}/messages`.
struct ChannelRoutes: RouteGroup {
  let sessions: SessionService
  let channels: ChannelService

  /// The largest body of a message: every byte of its text may be written as an escape.
  private static let bodyLimit = 6 * ServerLimits.messageByteCount + (4 << 10)

  var routes: [Route] {
    [
      Route(.get, "/v1/catalogue", catalogue),
      Route(.get, "/v1/conversations", conversations),
      Route(.put, "/v1/channels/:id/enrolment", enrol),
      Route(.delete, "/v1/channels/:id/enrolment", leave),
      Route(.post, "/v1/channels/:id/messages", post),
      Route(.get, "/v1/channels/:id/messages", messages),
    ]
  }

  @Sendable private func catalogue(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let catalogue = Catalogue(channels: try await channels.storage.catalogue(of: account.id))
    return try Response.json(catalogue, unlessMatches: request.headers[.ifNoneMatch])
  }

  @Sendable private func conversations(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(
      try await channels.conversations(
        of: account, after: try PeopleQuery.after(request), limit: try PageQuery.limit(request)))
  }

  @Sendable private func enrol(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await channels.enrol(account, in: try context.channelID))
  }

  @Sendable private func leave(_ request: Request, _ context: ServerContext) async throws -> Response {
    try await channels.leave(try await sessions.account(of: request, context), try context.channelID)
    return Response(status: .noContent)
  }

  @Sendable private func post(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try channels.throttle.charge(.account(account.id))
    let channel = try context.channelID
    let message = try await JSONBody.members(of: request, limit: Self.bodyLimit).decode(ChannelMessageRequest.self)
    let (stored, isNew) = try await channels.post(message, to: channel, from: account)
    return try Response.json(stored, status: isNew ? .created : .ok)
  }

  @Sendable private func messages(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let place = try await channels.place(of: try context.channelID, for: account)
    let page = try PageQuery(request)
    guard
      let found = try await channels.storage.messages(of: place.id, after: page.after, limit: page.limit)
    else { throw ChannelService.noChannel }
    return try Response.json(found)
  }
}

extension ServerContext {
  /// The channel that the path names.
  ///
  /// - Throws: ``APIFailure`` with 404 when it can't be one.
  var channelID: UUID {
    get throws(APIFailure) {
      guard let id = parameters.get("id").flatMap(UUID.init(uuidString:)) else { throw ChannelService.noChannel }
      return id
    }
  }
}
