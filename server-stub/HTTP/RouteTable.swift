internal import HTTPTypes
internal import Hummingbird

/// One route: a method, a path, and what answers.
struct Route: Sendable {
  typealias Handler = @Sendable (Request, ServerContext) async throws -> Response

  let method: HTTPRequest.Method
  let path: String
  let handler: Handler

  init(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    self.handler = handler
  }
}

extension Route {
  /// The path with names in braces.
  var template: String {
    path.split(separator: "/").map { $0.first == ":" ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
  }

  /// Whether the path of a request is this one's, whatever stands where it has a name with a colon.
  func answers(_ requested: String) -> Bool {
    let (own, other) = (path.split(separator: "/"), requested.split(separator: "/"))
    return own.count == other.count && zip(own, other).allSatisfy { $0 == $1 || $0.first == ":" }
  }
}

/// Routes that belong together.
protocol RouteGroup {
  var routes: [Route] { get }
}

/// Every route of the server. `HEAD` comes with every `GET`.
struct RouteTable: Sendable {
  let routes: [Route]

  init(_ groups: [any RouteGroup]) { routes = groups.flatMap(\.routes) }

  private init(routes: [Route]) { self.routes = routes }

  /// The same routes, each changed.
  func map(_ change: (Route) -> Route) -> RouteTable { RouteTable(routes: routes.map(change)) }

  /// The methods a path answers, sorted; empty for a path that does not exist.
  func methods(of path: String) -> [String] {
    let methods = Set(routes.filter { $0.answers(path) }.map(\.method.rawValue))
    return (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted()
  }

  /// A router that answers all routes, and every failure in the one shape.
  func router(figures: RequestMetrics, clock: ServerClock) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.add(middleware: RequestMiddleware(paths: Set(routes.map(\.template)), figures: figures, clock: clock))
    router.add(middleware: FailureMiddleware(methods: methods(of:)))
    router.add(middleware: ExactPathMiddleware())
    for route in routes {
      router.on(RouterPath(route.path), method: route.method, use: route.handler)
    }
    return router
  }
}
