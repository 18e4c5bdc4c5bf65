public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `GET /v1/people`: a page of those whom the user of the session follows, is followed by, or has blocked, by name.
  ///
  /// - Parameters:
  ///   - kind: these alone; nil for everybody.
  ///   - user: ``People/next`` of the page before; nil for the first.
  /// - Throws: ``ServerClientError/Code/invalidInput`` when that user is not there any more; ``ServerClientError/Code/notFound`` from a server
  ///   that is too old.
  public func people(
    _ kind: PeopleKind?, after user: UUID?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> People {
    let query = [kind.map { "kind=\($0.rawValue)" }, user.map { "after=\($0.uuidString)" }].compactMap(\.self)
    let path = "/v1/people" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: path, token: token, answerLimit: ServerClientLimits.listByteCount)
    let page = try AnswerReader.value(People.self, from: try await transport.send(request))
    guard page.people.count <= ServerLimits.pageCount else {
      throw ServerClientError(.garbage, "a page of people is too long")
    }
    return page
  }

  /// `PUT /v1/blocks/{user}`: the user of the session blocks another, who is not told.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; ``ServerClientError/Code/invalidInput`` for
  ///   oneself.
  public func block(_ user: UUID, at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) {
    try await change(.put, "/v1/blocks/\(user.uuidString)", origin, token)
  }

  /// `DELETE /v1/blocks/{user}`.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user.
  public func unblock(_ user: UUID, at origin: ServerOrigin, token: SharedSecret) async throws(ServerClientError) {
    try await change(.delete, "/v1/blocks/\(user.uuidString)", origin, token)
  }
}
