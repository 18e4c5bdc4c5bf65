internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `GET` and `POST /v1/admin/accounts`, `PUT` and `DELETE /v1/admin/accounts/{id}`,
/// `GET /v1/admin/accounts/{id}/devices` and `DELETE /v1/admin/accounts/{id}/devices/{token}`.
struct AccountAdministrationRoutes: RouteGroup {
  let sessions: SessionService
  let administration: AccountAdministration

  var routes: [Route] {
    [
      Route(.get, "/v1/admin/accounts", list),
      Route(.post, "/v1/admin/accounts", add),
      Route(.put, "/v1/admin/accounts/:id", change),
      Route(.delete, "/v1/admin/accounts/:id", remove),
      Route(.get, "/v1/admin/accounts/:id/devices", devices),
      Route(.delete, "/v1/admin/accounts/:id/devices/:token", unregister),
    ]
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    return try Response.json(try await administration.list(try AccountQuery(request)))
  }

  @Sendable private func add(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    let account = try await administration.add(try await CredentialsBody.read(request))
    context.logger.notice("account made by an administrator", metadata: ["account": "\(account.id)"])
    return try Response.json(account, status: .created)
  }

  @Sendable private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
    let administrator = try await sessions.administrator(of: request)
    let id = try Self.account(context)
    let change = try await JSONBody.members(of: request).decode(ManagedAccountChange.self)
    let account = try await administration.change(id, to: change, by: administrator)
    context.logger.notice(
      "account changed by an administrator",
      metadata: ["account": "\(id)", "isAdministrator": "\(account.isAdministrator)"])
    return try Response.json(account)
  }

  @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
    let administrator = try await sessions.administrator(of: request)
    let id = try Self.account(context)
    try await administration.remove(id, by: administrator)
    context.logger.notice("account removed by an administrator", metadata: ["account": "\(id)"])
    return Response(status: .noContent)
  }

  @Sendable private func devices(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    return try Response.json(try await administration.devices(of: try Self.account(context)))
  }

  @Sendable private func unregister(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    let id = try Self.account(context)
    guard let token = context.parameters.get("token"), DeviceToken.isValid(token),
      try await administration.storage.unregister(token, of: id)
    else { throw APIFailure(.notFound, "there is no such device") }
    return Response(status: .noContent)
  }

  private static func account(_ context: ServerContext) throws(APIFailure) -> UUID {
    guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)) else {
      throw AccountAdministration.noAccount
    }
    return id
  }
}

extension AccountQuery {
  /// `?prefix=TEXT&after=EMAIL&limit=COUNT`.
  ///
  /// - Throws: ``APIFailure`` with 422.
  init(_ request: Request) throws(APIFailure) {
    self.init(
      prefix: try Self.text("prefix", request), after: try Self.text("after", request),
      limit: try PageQuery.limit(request))
  }

  private static func text(_ name: Substring, _ request: Request) throws(APIFailure) -> String {
    let text = request.uri.queryParameters[name] ?? ""
    guard text.utf8.count <= ServerLimits.emailByteCount else {
      throw APIFailure(.invalidField, "\"\(name)\" has at most \(ServerLimits.emailByteCount) bytes")
    }
    return String(text)
  }
}
