internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST /v1/pushes` and `GET /v1/pushes/{id}`.
struct PushRoutes: RouteGroup {
  let senders: SenderService
  let pushes: PushService

  /// A payload, and what stands around it.
  private static let bodyLimit = ServerLimits.payloadByteCount + (4 << 10)

  var routes: [Route] {
    [Route(.post, "/v1/pushes", push), Route(.get, "/v1/pushes/:id", status)]
  }

  @Sendable private func push(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await senders.sender(of: request, context)
    try pushes.throttle.charge(sender.pushSender)
    let key = try Self.idempotencyKey(request)
    let body = try PushBody(try await JSONBody.members(of: request, limit: Self.bodyLimit))
    let (push, isNew) = try await pushes.push(
      PushRequest(
        recipient: body.recipient, payload: body.payload, expiresAt: body.expiresAt, expiresIn: body.expiresIn,
        idempotencyKey: key), from: sender)
    context.logger.info("push stored", metadata: ["push": "\(push.id)", "inboxes": "\(push.inboxCount)"])
    return try Response.json(push, status: isNew ? .created : .ok)
  }

  @Sendable private func status(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await senders.sender(of: request, context)
    guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
      throw APIFailure(.notFound, "there is no such push of yours")
    }
    return try Response.json(try await pushes.status(of: id, from: sender.pushSender))
  }

  private static func idempotencyKey(_ request: Request) throws(APIFailure) -> String? {
    guard let name = HTTPField.Name("Idempotency-Key"), let key = request.headers[name] else { return nil }
    let isASCII = key.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isASCII, (1...ServerLimits.idempotencyKeyByteCount).contains(key.utf8.count) else {
      throw APIFailure(
        .invalidField, "Idempotency-Key has 1 to \(ServerLimits.idempotencyKeyByteCount) visible ASCII characters")
    }
    return key
  }
}
