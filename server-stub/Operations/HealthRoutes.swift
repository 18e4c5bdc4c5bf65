internal import Hummingbird
internal import ServerAPI

/// `GET /livez`: whether the process answers. `GET /healthz`: whether the server can do its work. `GET /readyz`: whether it should be given any.
struct HealthRoutes: RouteGroup {
  let probe: StorageProbe
  let drain: ServerDrain
  /// What a node of several knows of the others; nil where there is this server alone.
  let node: NodeFigures?
  let clock: ServerClock

  /// How long a node of several is ready that hears nothing from its database. Where the database moves to another machine it is away for all of them: then
  /// a load balancer that has taken all out answers everybody with an error for longer than they would have.
  private static let patience = Duration.seconds(30)

  var routes: [Route] {
    [Route(.get, "/livez", live), Route(.get, "/healthz", health), Route(.get, "/readyz", ready)]
  }

  @Sendable private func live(_ request: Request, _ context: ServerContext) async throws -> Response {
    try Response.json(Health(status: "ok"))
  }

  @Sendable private func ready(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard !drain.isAnnounced else {
      throw APIFailure(.unavailable, "the server is shutting down").retrying(after: .seconds(5))
    }
    guard let node else { return try await health(request, context) }
    guard let lag = node.lag(now: clock.uptime()), lag <= Self.patience else { throw Self.noStorage }
    return try Response.json(Health(status: "ok"))
  }

  @Sendable private func health(_ request: Request, _ context: ServerContext) async throws -> Response {
    guard await probe.isReadable() else { throw Self.noStorage }
    return try Response.json(Health(status: "ok"))
  }

  private static var noStorage: APIFailure {
    APIFailure(.unavailable, "the storage can't be read, or not be written").retrying(after: .seconds(5))
  }
}
