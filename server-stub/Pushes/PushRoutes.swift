internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST` and `GET /v1/pushes`, and `GET /v1/pushes/{id}`.
struct PushRoutes: RouteGroup {
  let senders: SenderService
  let pushes: PushService

  /// A payload, and what stands around it.
  private static let bodyLimit = ServerLimits.payloadByteCount + (4 << 10)

  var routes: [Route] {
    [
      Route(.post, "/v1/pushes", push), Route(.get, "/v1/pushes", sent), Route(.get, "/v1/pushes/:id", status),
    ]
  }

  @Sendable private func push(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await senders.sender(of: request, context)
    try pushes.throttle.charge(sender.pushSender)
    let headers = try PushHeaders(request.headers)
    let body = try PushBody(try await JSONBody.members(of: request, limit: Self.bodyLimit))
    let (push, isNew) = try await pushes.push(try PushRequest(body, headers), from: sender)
    context.logger.info("push stored", metadata: ["push": "\(push.id)", "inboxes": "\(push.inboxCount)"])
    return try Response.json(push, status: isNew ? .created : .ok)
  }

  @Sendable private func sent(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await senders.sender(of: request, context)
    return try Response.json(try await pushes.sent(try SentPushQuery(request), by: sender))
  }

  @Sendable private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await senders.sender(of: request, context)
    guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
      throw APIFailure(.notFound, "there is no such push of yours")
    }
    return try Response.json(try await pushes.status(of: id, from: sender))
  }
}

extension PushRequest {
  /// - Throws: ``APIFailure`` with 422 where body and headers both say when it is over.
  fileprivate init(_ body: PushBody, _ headers: PushHeaders) throws(APIFailure) {
    self.init(
      recipient: body.recipient, payload: body.payload, expiresAt: body.expiresAt, expiresIn: body.expiresIn,
      idempotencyKey: headers.idempotencyKey, manner: headers.manner)
    guard let expiration = headers.expiration else { return }
    guard expiresAt == nil, expiresIn == nil else {
      throw APIFailure(
        .invalidField, "apns-expiration says the same as \"expiresAt\" and \"expiresIn\": give one of them")
    }
    switch expiration {
    case .at(let date): expiresAt = date
    case .immediate: expiresIn = PushHeaders.immediateSeconds
    }
  }
}

extension SentPushQuery {
  /// `?state=STATE&before=PUSH&limit=COUNT`.
  ///
  /// - Throws: ``APIFailure`` with 422.
  fileprivate init(_ request: Request) throws(APIFailure) {
    self.init(state: try Self.state(request), before: try Self.before(request), limit: try PageQuery.limit(request))
  }

  private static func state(_ request: Request) throws(APIFailure) -> SentPushState? {
    guard let text = request.uri.queryParameters["state"] else { return nil }
    guard let state = SentPushState(rawValue: String(text)) else {
      let states = SentPushState.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIFailure(.invalidField, "\"state\" is one of \(states)")
    }
    return state
  }

  private static func before(_ request: Request) throws(APIFailure) -> UUID? {
    guard let text = request.uri.queryParameters["before"] else { return nil }
    guard let push = UUID(uuidString: String(text)) else {
      throw APIFailure(.invalidField, "\"before\" is the id of a push")
    }
    return push
  }
}
