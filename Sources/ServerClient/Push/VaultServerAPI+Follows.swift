internal import CivilTime
public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `PUT /v1/follows/{user}`: the user of the session follows another, who is notified once.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; ``ServerClientError/Code/invalidInput`` for
  ///   oneself.
  public func follow(_ user: UUID, at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) {
    try await change(.put, "/v1/follows/\(user.uuidString)", origin, token)
  }

  /// `DELETE /v1/follows/{user}`.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user.
  public func unfollow(_ user: UUID, at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) {
    try await change(.delete, "/v1/follows/\(user.uuidString)", origin, token)
  }

  /// `GET /v1/me/followers`: who began to follow the user of the session at a time or later, the newest first.
  ///
  /// - Parameter date: to the second; those of that second come in any case.
  public func followers(
    since date: Date, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Followers {
    let second = Date(timeIntervalSince1970: max(0, date.timeIntervalSince1970.rounded(.down)))
    let path = "/v1/me/followers?since=" + MomentText.whole(second)
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: path, token: token, answerLimit: ServerClientLimits.listByteCount)
    return try AnswerReader.value(Followers.self, from: try await transport.send(request))
  }

  /// `GET /v1/users/{user}`: who somebody is.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user.
  public func profile(
    of user: UUID, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Profile {
    let path = "/v1/users/\(user.uuidString)"
    let request = HTTPTransport.Request(method: .get, origin: origin, path: path, token: token)
    return try AnswerReader.value(Profile.self, from: try await transport.send(request))
  }

  /// Asks for a change that is answered with nothing.
  func change(
    _ method: HTTPTransport.Method, _ path: String, _ origin: ServerOrigin, _ token: SharedSecret
  ) async throws(ServerClientError) {
    let request = HTTPTransport.Request(method: method, origin: origin, path: path, token: token)
    try AnswerReader.checkStatus(try await transport.send(request))
  }
}
