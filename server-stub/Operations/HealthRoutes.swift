internal import Hummingbird
internal import ServerAPI

/// `GET /healthz`: whether the server can do its work. `GET /readyz`: whether it should be given any.
struct HealthRoutes: RouteGroup {
  let probe: StorageProbe
  let drain: ServerDrain

  var routes: [Route] {
    [Route(.get, "/healthz", health), Route(.get, "/readyz", ready)]
  }

  @Sendable private func ready(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard !drain.hasBegun else {
      throw APIFailure(.unavailable, "the server is shutting down").retrying(after: .seconds(5))
    }
    return try await health(request, context)
  }

  @Sendable private func health(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard await probe.isReadable() else {
      throw APIFailure(.unavailable, "the storage can't be read, or not be written").retrying(after: .seconds(5))
    }
    return try Response.json(Health(status: "ok"))
  }
}
