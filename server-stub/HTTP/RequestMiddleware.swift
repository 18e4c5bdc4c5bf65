internal import Hummingbird
internal import Logging

/// Counts every answer and how long it took to begin, and writes one line about it to the log.
struct RequestMiddleware: RouterMiddleware {
  typealias Context = ServerContext

  /// The paths of the route table, with names in braces.
  let paths: Set<String>
  let figures: RequestMetrics
  let clock: ServerClock

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = clock.uptime()
    let response = try await next(request, context)
    let time = clock.uptime() - start
    // Only what stands in the route table: whatever else a client sends must neither take memory nor get into the log.
    let path = context.endpointPath.flatMap { paths.contains($0) ? $0 : nil }
    let endpoint = path.map { RequestMetrics.Endpoint(method: request.method.rawValue, path: $0) } ?? .none
    figures.record(endpoint, status: Int(response.status.code), time: time)
    context.logger.debug(
      "answered",
      metadata: [
        "method": "\(endpoint.method)", "route": "\(endpoint.path)", "status": "\(response.status.code)",
        "milliseconds": "\(Int(time / .milliseconds(1)))",
      ])
    return response
  }
}
