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
      Route(.get, "/v1/admin/accounts", administratorsOf: sessions, list),
      Route(.post, "/v1/admin/accounts", administratorsOf: sessions, add),
      Route(.put, "/v1/admin/accounts/:id", administratorsOf: sessions, change),
      Route(.delete, "/v1/admin/accounts/:id", administratorsOf: sessions, remove),
      Route(.get, "/v1/admin/accounts/:id/devices", administratorsOf: sessions, devices),
      Route(.delete, "/v1/admin/accounts/:id/devices/:token", administratorsOf: sessions, unregister),
    ]
  }

  @Sendable private func list(_ asked: AdministratorRequest) async throws -> Response {
    try Response.json(try await administration.list(try AccountQuery(asked.request)))
  }

  @Sendable private func add(_ asked: AdministratorRequest) async throws -> Response {
    let account = try await administration.add(try await CredentialsBody.read(asked.request))
    asked.context.logger.notice("account made by an administrator", metadata: ["account": "\(account.id)"])
    return try Response.json(account, status: .created)
  }

  @Sendable private func change(_ asked: AdministratorRequest) async throws -> Response {
    let id = try Self.account(asked.context)
    let change = try await JSONBody.members(of: asked.request).decode(ManagedAccountChange.self)
    let account = try await administration.change(id, to: change, by: asked.administrator)
    asked.context.logger.notice(
      "account changed by an administrator",
      metadata: ["account": "\(id)", "isAdministrator": "\(account.isAdministrator)"])
    return try Response.json(account)
  }

  @Sendable private func remove(_ asked: AdministratorRequest) async throws -> Response {
    let id = try Self.account(asked.context)
    try await administration.remove(id, by: asked.administrator)
    asked.context.logger.notice("account removed by an administrator", metadata: ["account": "\(id)"])
    return Response(status: .noContent)
  }

  @Sendable private func devices(_ asked: AdministratorRequest) async throws -> Response {
    try Response.json(try await administration.devices(of: try Self.account(asked.context)))
  }

  @Sendable private func unregister(_ asked: AdministratorRequest) async throws -> Response {
    let id = try Self.account(asked.context)
    guard let token = asked.context.parameters.get("token"), DeviceToken.isValid(token),
      try await administration.storage.unregister(token, of: id)
    else { throw APIFailure(.notFound, "there is no such device") }
    try await administration.storage.forgetKnownDevice(token, of: id, removedBy: nil)
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
    guard text.utf8.count <= ServerLimits.emailByteCount, !text.utf8.contains(0) else {
      throw APIFailure(
        .invalidField, "\"\(name)\" has at most \(ServerLimits.emailByteCount) bytes, and not the character U+0000")
    }
    return String(text)
  }
}
