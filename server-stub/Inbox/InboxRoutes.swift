internal import Hummingbird
internal import NIOCore
internal import ServerAPI

/// `GET /v1/sequences`, `GET /v1/inbox`, `GET /v1/inbox/changes`, `POST /v1/inbox/acknowledgement` and
/// `POST /v1/inbox/{sequence}/state`.
struct InboxRoutes: RouteGroup {
  let sessions: SessionService
  let storage: any ServerStorage
  let delivery: PushDelivery
  let clock: ServerClock

  var routes: [Route] {
    [
      Route(.get, "/v1/sequences", sequences),
      Route(.get, "/v1/inbox", items),
      Route(.get, "/v1/inbox/changes", changes),
      Route(.post, "/v1/inbox/acknowledgement", acknowledge),
      Route(.post, "/v1/inbox/:sequence/state", setState),
    ]
  }

  @Sendable private func sequences(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    guard let sequences = try await storage.sequences(of: account.id) else { throw Self.accountIsGone }
    return try Response.json(sequences)
  }

  @Sendable private func items(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let page = try PageQuery(request)
    let items = try await storage.inbox(of: account.id, after: page.after, limit: page.limit, now: clock.date())
    return Response.json(bytes: ByteBuffer(bytes: items.json))
  }

  @Sendable private func changes(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let page = try PageQuery(request)
    return try Response.json(
      InboxChanges(changes: try await storage.changes(of: account.id, after: page.after, limit: page.limit)))
  }

  @Sendable private func acknowledge(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let body = try await JSONBody.members(of: request).decode(InboxAcknowledgement.self)
    guard
      try await storage.acknowledge(through: body.through, of: account.id, device: body.device, at: clock.date())
    else { throw APIFailure(.notFound, "there is no such device; register it first") }
    return Response(status: .noContent)
  }

  @Sendable private func setState(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    guard let sequence = context.parameters.get("sequence").flatMap({ Int64($0) }) else { throw Self.noItem }
    let body = try await JSONBody.members(of: request).decode(InboxStateRequest.self)
    if body.state == .displayed { return try await display(sequence, account, body) }
    guard let state = InboxState(body.state) else {
      throw APIFailure(.invalidField, "a state that is set is displayed, read, accepted or rejected")
    }
    let outcome = try await storage.setState(
      state, ofItem: sequence, of: account.id, device: body.device, at: clock.date(),
      makeNotice: { try DecisionNotice.push(of: account, about: $0) })
    switch outcome {
    case .changed(let change, let notice):
      let text = ByteBuffer(string: try Response.jsonText(change))
      delivery.hub.publish([(account.id, .state(change: change.change, sequence: change.sequence, text))])
      if let notice { try delivery.announce(notice) }
      return try Response.json(change)
    case .unchanged(let change): return try Response.json(change)
    case .expired: throw APIFailure(.expired, "the push expired before it was decided, and is decided no more")
    case .noItem: throw Self.noItem
    }
  }

  private func display(_ sequence: Int64, _ account: Account, _ body: InboxStateRequest) async throws -> Response {
    guard let device = body.device else { throw APIFailure(.invalidField, "the field \"device\" is missing") }
    guard
      try await storage.recordDisplay(ofItem: sequence, of: account.id, device: device, at: clock.date())
    else { throw Self.noItem }
    return Response(status: .noContent)
  }

  private static let noItem = APIFailure(.notFound, "there is no such item, or no longer")
  private static let accountIsGone = APIFailure(.invalidToken, "the account is gone")
}
