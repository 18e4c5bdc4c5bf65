public import SecretMemory
public import ServerAPI

/// Comments and likes.
extension VaultServerAPI {
  /// `POST /v1/comments`: the user of the session comments on something.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such thing between the two, or the other one does not let the user in;
  ///   ``ServerClientError/Code/conflict`` when the id stands for another comment; ``ServerClientError/Code/throttled`` after too many.
  public func comment(
    _ request: CommentRequest, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Feedback {
    let request = HTTPTransport.Request(
      method: .post, origin: origin, path: "/v1/comments", token: token, body: try Self.json(request))
    return try AnswerReader.value(Feedback.self, from: try await transport.send(request))
  }

  /// `PUT /v1/likes`: the user of the session likes something, or no longer.
  ///
  /// - Throws: as ``comment(_:at:token:)``.
  public func setLike(
    _ change: LikeChange, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) {
    let request = HTTPTransport.Request(
      method: .put, origin: origin, path: "/v1/likes", token: token, body: try Self.json(change))
    try AnswerReader.checkStatus(try await transport.send(request))
  }

  /// `GET /v1/feedback`: what has changed after a number, by number.
  ///
  /// - Parameter limit: how many at most, 1 to ``ServerLimits/pageCount``; other numbers are brought into that range.
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old.
  public func feedback(
    after number: Int64, limit: Int, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> FeedbackPage {
    let limit = min(max(limit, 1), ServerLimits.pageCount)
    var request = HTTPTransport.Request(method: .get, origin: origin, path: "/v1/feedback", token: token)
    request.query = [("after", max(number, 0)), ("limit", Int64(limit))]
    request.answerLimit = limit * ServerClientLimits.messageByteCount + (4 << 10)
    return try AnswerReader.value(FeedbackPage.self, from: try await transport.send(request))
  }
}
