internal import Hummingbird
internal import ServerAPI

/// Refuses paths with empty parts. The router ignores those: `//v1//me/` would be another name of `/v1/me`, which whatever
/// stands before the server and decides by the path need not know.
struct ExactPathMiddleware: RouterMiddleware {
  typealias Context = ServerContext

  /// People type it.
  private static let consoleDirectory = "/console/"

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    guard !Self.hasEmptyPart(path) || path == Self.consoleDirectory else {
      throw APIFailure(.notFound, "there is no such path")
    }
    return try await next(request, context)
  }

  private static func hasEmptyPart(_ path: String) -> Bool {
    var wasSlash = false
    for byte in path.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      if isSlash, wasSlash { return true }
      wasSlash = isSlash
    }
    return wasSlash
  }
}
