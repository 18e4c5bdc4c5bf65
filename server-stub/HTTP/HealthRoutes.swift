internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `GET /healthz`: whether the server can do its work.
struct HealthRoutes: RouteGroup {
  let storage: any ServerStorage

  var routes: [Route] {
    [Route(.get, "/healthz", health)]
  }

  @Sendable private func health(_ request: Request, _ context: ServerContext) async throws -> Response {
    do { try await storage.ping() } catch {
      context.logger.error("the storage can't be read", metadata: ["error": "\(type(of: error))"])
      throw APIFailure(.unavailable, "the storage can't be read").retrying(after: .seconds(5))
    }
    return try Response.json(Health(status: "ok"))
  }
}
