internal import FoundationEssentials
internal import Hummingbird
internal import ServerAPI

/// `POST /v1/comments`, `PUT /v1/likes`, and `GET /v1/feedback`.
struct FeedbackRoutes: RouteGroup {
  let sessions: SessionService
  let feedback: FeedbackService

  /// The largest body of a comment: every byte of its text may be written as an escape.
  private static let bodyLimit = 6 * ServerLimits.messageByteCount + (4 << 10)

  var routes: [Route] {
    [
      Route(.post, "/v1/comments", comment), Route(.put, "/v1/likes", like), Route(.get, "/v1/feedback", list),
    ]
  }

  @Sendable private func comment(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let body = try await JSONBody.members(of: request, limit: Self.bodyLimit).decode(CommentRequest.self)
    let (stored, isNew) = try await feedback.comment(body, by: account)
    return try Response.json(stored, status: isNew ? .created : .ok)
  }

  @Sendable private func like(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    try await feedback.setLike(try await JSONBody.members(of: request).decode(LikeChange.self), by: account)
    return Response(status: .noContent)
  }

  @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.account(of: request, context)
    let page = try PageQuery(request)
    guard let subject = try FeedbackSubject(request) else {
      return try Response.json(
        try await feedback.storage.feedback(of: account.id, after: page.after, limit: page.limit))
    }
    return try Response.json(
      try await feedback.storage.feedback(of: account.id, about: subject, limit: page.limit))
  }
}

extension FeedbackSubject {
  /// `?push=ID`, or `?user=ID&message=NUMBER`; nil where neither is asked for.
  ///
  /// - Throws: ``APIFailure`` with 422.
  fileprivate init?(_ request: Request) throws(APIFailure) {
    let query = request.uri.queryParameters
    switch (query["push"], query["user"], query["message"]) {
    case (nil, nil, nil): return nil
    case (let push?, nil, nil):
      guard let id = UUID(uuidString: String(push)) else { throw Self.unclear }
      self = .push(id)
    case (nil, let user?, let message?):
      guard let id = UUID(uuidString: String(user)), let sequence = Int64(message), sequence > 0 else {
        throw Self.unclear
      }
      self = .message(user: id, sequence: sequence)
    default: throw Self.unclear
    }
  }

  private static let unclear = APIFailure(
    .invalidField, "ask for a \"push\" by its id, or for a \"user\" by the id and a \"message\" by its number")
}
