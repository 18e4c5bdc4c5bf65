internal import CivilTime
internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// `PUT` and `DELETE /v1/follows/{user}`, `GET /v1/me/followers` and `GET /v1/users/{user}`.
struct FollowRoutes: RouteGroup {
  let sessions: SessionService
  let follows: FollowService

  var routes: [Route] {
    [
      Route(.put, "/v1/follows/:user", follow),
      Route(.delete, "/v1/follows/:user", unfollow),
      Route(.get, "/v1/me/followers", followers),
      Route(.get, "/v1/users/:user", profile),
    ]
  }

  @Sendable private func follow(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await follows.follow(try context.user(), by: account)
    return Response(status: .noContent)
  }

  @Sendable private func unfollow(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await follows.unfollow(try context.user(), by: account)
    return Response(status: .noContent)
  }

  @Sendable private func followers(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await follows.followers(of: account, since: try Self.since(request)))
  }

  @Sendable private func profile(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await follows.profile(of: try context.user(), for: account))
  }

  /// `?since=TIME`; all times without it.
  ///
  /// - Throws: ``APIFailure`` with 422.
  private static func since(_ request: Request) throws(APIFailure) -> Date {
    guard let text = request.uri.queryParameters["since"] else { return Date(timeIntervalSince1970: 0) }
    guard let date = MomentText.date(text) else {
      throw APIFailure(.invalidField, "\"since\" is a time, as in 2026-11-22T08:00:00Z")
    }
    return date
  }
}
