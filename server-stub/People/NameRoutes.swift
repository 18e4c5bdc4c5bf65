internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// `GET /v1/nicknames`, `PUT` and `DELETE /v1/nicknames/{user}`, `GET` and `PUT /v1/me/findable`, `POST /v1/people/lookup`.
struct NameRoutes: RouteGroup {
  let sessions: SessionService
  let names: NameService

  var routes: [Route] {
    [
      Route(.get, "/v1/nicknames", list),
      Route(.put, "/v1/nicknames/:user", name),
      Route(.delete, "/v1/nicknames/:user", unname),
      Route(.get, "/v1/me/findable", findability),
      Route(.put, "/v1/me/findable", setFindability),
      Route(.post, "/v1/people/lookup", find),
    ]
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await names.nicknames(of: account))
  }

  @Sendable private func name(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let user = try context.user()
    let change = try await JSONBody.members(of: request).decode(NicknameChange.self)
    try await names.setNickname(change.nickname, of: user, by: account)
    return Response(status: .noContent)
  }

  @Sendable private func unname(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await names.removeNickname(of: try context.user(), by: account)
    return Response(status: .noContent)
  }

  @Sendable private func findability(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await names.findability(of: account))
  }

  @Sendable private func setFindability(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await names.setFindability(try await JSONBody.members(of: request).decode(Findability.self), of: account)
    return Response(status: .noContent)
  }

  @Sendable private func find(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let lookup = try await JSONBody.members(of: request).decode(EmailLookup.self)
    return try Response.json(try await names.find(lookup.email, for: account))
  }
}
