internal import HTTPTypes
internal import Hummingbird

/// A request of an administrator.
struct AdministratorRequest: Sendable {
  let request: Request
  let context: ServerContext
  let administrator: StoredAccount
}

extension Route {
  /// A route for administrators alone: 401 and 403 for everybody else, before anything else of the request is looked at.
  init(
    _ method: HTTPRequest.Method, _ path: String, administratorsOf sessions: SessionService,
    _ handler: @escaping @Sendable (AdministratorRequest) async throws -> Response
  ) {
    self.init(method, path) { request, context in
      let administrator = try await sessions.administrator(of: request)
      return try await handler(
        AdministratorRequest(request: request, context: context, administrator: administrator))
    }
  }
}
