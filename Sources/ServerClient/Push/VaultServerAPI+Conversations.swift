public import FoundationEssentials
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// `GET /v1/conversations`: a page of the conversations of the session's user, by the other one's id. What else there is to ask of a
  /// conversation is asked as of a channel, which that id means then.
  ///
  /// - Parameter user: ``ConversationPage/next`` of the page before; nil for the first.
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old.
  public func conversations(
    after user: UUID?, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> ConversationPage {
    let request = HTTPTransport.Request(
      method: .get, origin: origin, path: "/v1/conversations" + (user.map { "?after=\($0.uuidString)" } ?? ""),
      token: token, answerLimit: ServerClientLimits.listByteCount)
    let page = try AnswerReader.value(ConversationPage.self, from: try await transport.send(request))
    guard page.conversations.count <= ServerLimits.pageCount else {
      throw ServerClientError(.garbage, "a page of conversations is too long")
    }
    return page
  }
}
