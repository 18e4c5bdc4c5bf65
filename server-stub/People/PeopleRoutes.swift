internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// `GET /v1/people`, `PUT` and `DELETE /v1/blocks/{user}`.
struct PeopleRoutes: RouteGroup {
  let sessions: SessionService
  let people: PeopleService

  var routes: [Route] {
    [
      Route(.get, "/v1/people", list),
      Route(.put, "/v1/blocks/:user", block),
      Route(.delete, "/v1/blocks/:user", unblock),
    ]
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    return try Response.json(try await people.people(try PeopleQuery(request), of: account))
  }

  @Sendable private func block(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await people.block(try context.user(), by: account)
    return Response(status: .noContent)
  }

  @Sendable private func unblock(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await people.unblock(try context.user(), by: account)
    return Response(status: .noContent)
  }
}

extension PeopleQuery {
  /// `?kind=KIND&after=USER&limit=COUNT`.
  ///
  /// - Throws: ``APIFailure`` with 422.
  init(_ request: Request) throws(APIFailure) {
    self.init(
      kind: try Self.kind(request), after: try Self.after(request), limit: try PageQuery.limit(request))
  }

  private static func kind(_ request: Request) throws(APIFailure) -> PeopleKind? {
    guard let text = request.uri.queryParameters["kind"] else { return nil }
    guard let kind = PeopleKind(rawValue: String(text)) else {
      let kinds = PeopleKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw APIFailure(.invalidField, "\"kind\" is one of \(kinds)")
    }
    return kind
  }

  /// `?after=USER` of a list of users.
  ///
  /// - Throws: ``APIFailure`` with 422.
  static func after(_ request: Request) throws(APIFailure) -> UUID? {
    guard let text = request.uri.queryParameters["after"] else { return nil }
    guard let user = UUID(uuidString: String(text)) else {
      throw APIFailure(.invalidField, "\"after\" is the id of a user")
    }
    return user
  }
}
