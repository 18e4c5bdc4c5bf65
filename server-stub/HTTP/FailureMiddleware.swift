internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import Sealing
internal import ServerAPI

/// Turns everything that goes wrong into the one JSON shape, and gives every answer its security headers.
struct FailureMiddleware: RouterMiddleware {
  typealias Context = ServerContext

  /// The methods a path answers; none for a path that does not exist.
  let methods: @Sendable (String) -> [String]

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do { response = try await next(request, context) } catch let error as HTTPParserError {
      // The connection is no longer HTTP: ``ConnectionGuard`` answers and closes it.
      throw error
    } catch {
      response = failure(for: error, request, context).response
    }
    SecurityHeaders.add(to: &response.headers)
    return response
  }

  private func failure(for error: any Error, _ request: Request, _ context: ServerContext) -> APIFailure {
    switch error {
    case let failure as APIFailure: return failure
    case let error as APIError: return APIFailure(error.code, error.message)
    case let problem as StorageProblem:
      context.logger.warning(
        "the storage can't be used",
        metadata: ["reason": "\(problem.reason)", "path": "\(context.endpointPath ?? "")"])
      return APIFailure(problem)
    case is PasswordPool.QueueFull: return .overloaded
    case let error as SealingError where error.code == .outOfMemory: return .overloaded
    case is CancellationError:
      return APIFailure(.unavailable, "the server is shutting down").retrying(after: .seconds(5))
    case let error as HTTPError where error.status == .notFound: return unknownRoute(request)
    case is ChannelError:
      context.logger.debug("the client has gone", metadata: ["path": "\(context.endpointPath ?? "")"])
      return APIFailure(.unavailable, "the connection is closed")
    default:
      // Only the kind of error: its text may hold what a client sent.
      context.logger.error(
        "a request failed", metadata: ["error": "\(type(of: error))", "path": "\(context.endpointPath ?? "")"])
      return APIFailure(.internal, "the server failed; its log says more")
    }
  }

  private func unknownRoute(_ request: Request) -> APIFailure {
    let methods = methods(request.uri.path)
    guard !methods.isEmpty else { return APIFailure(.notFound, "there is no such path") }
    var failure = APIFailure(.methodNotAllowed, "this path answers \(methods.joined(separator: ", "))")
    failure.headers[.allow] = methods.joined(separator: ", ")
    return failure
  }
}
