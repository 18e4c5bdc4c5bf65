internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// `GET` and `POST /v1/follow-invitations`, `DELETE /v1/follow-invitations/{invitation}`, `POST /v1/follow-invitation-lookups`
/// and `/v1/follow-invitation-redemptions`.
/// Codes are in bodies, since paths are what logs and proxies keep.
struct FollowInvitationRoutes: RouteGroup {
  let sessions: SessionService
  let invitations: FollowInvitationService

  var routes: [Route] {
    [
      Route(.get, "/v1/follow-invitations", list),
      Route(.post, "/v1/follow-invitations", invite),
      Route(.delete, "/v1/follow-invitations/:invitation", revoke),
      Route(.post, "/v1/follow-invitation-lookups", lookUp),
      Route(.post, "/v1/follow-invitation-redemptions", redeem),
    ]
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await invitations.invitations(of: account))
  }

  @Sendable private func invite(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await invitations.invite(by: account), status: .created)
  }

  @Sendable private func revoke(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    guard let id = context.parameters.get("invitation").flatMap(UUID.init(uuidString:)) else {
      throw APIFailure(.notFound, "there is no such invitation")
    }
    try await invitations.revoke(id, by: account)
    return Response(status: .noContent)
  }

  @Sendable private func lookUp(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await invitations.offer(try await Self.code(request), for: account))
  }

  @Sendable private func redeem(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await invitations.redeem(try await Self.code(request), by: account))
  }

  private static func code(_ request: Request) async throws -> String {
    try await JSONBody.members(of: request).decode(FollowInvitationCode.self).code
  }
}
