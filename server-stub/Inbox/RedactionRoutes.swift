internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST /v1/inbox/redactions`.
struct RedactionRoutes: RouteGroup {
  let sessions: SessionService
  let storage: any ServerStorage
  let hub: EventHub
  private let eraser: TraceEraser

  init(sessions: SessionService, storage: any ServerStorage, hub: EventHub) {
    (self.sessions, self.storage, self.hub) = (sessions, storage, hub)
    eraser = TraceEraser { try await storage.eraseTraces(upTo: TraceEraser.quickByteCount) }
  }

  var routes: [Route] { [Route(.post, "/v1/inbox/redactions", redact)] }

  @Sendable private func redact(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let body = try await JSONBody.members(of: request).decode(RedactionRequest.self)
    guard body.pushes.count <= ServerLimits.redactionCount else {
      throw APIFailure(.invalidField, "at most \(ServerLimits.redactionCount) pushes are redacted at once")
    }
    guard try await storage.devices(of: account.id).contains(where: { $0.token == body.device }) else {
      throw APIFailure(.notFound, "there is no such device; register it first")
    }
    let outcome = try await storage.redact(body.pushes, of: account.id)
    hub.publish(try outcome.changes.map { (account.id, try .change($0)) })
    if !outcome.changes.isEmpty {
      context.logger.info(
        "items redacted", metadata: ["account": "\(account.id)", "count": "\(outcome.changes.count)"])
    }
    // It is said to be gone once it is: where another program holds the file, the device asks again.
    do { try await eraser.eraseTraces() } catch { throw APIFailure.overloaded }
    return try Response.json(Redactions(redactions: outcome.redactions))
  }
}
