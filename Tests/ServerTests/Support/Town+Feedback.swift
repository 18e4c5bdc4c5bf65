import Foundation
import NIOHTTP1
import ServerAPI

@testable import VaultServer

/// What citizens say about what they have sent each other.
extension Town {
  @discardableResult
  func comment(
    _ text: String, on subject: FeedbackSubject, by citizen: Citizen, id: UUID = UUID()
  ) async throws -> RunningServer.Answer {
    try await send(.POST, "/v1/comments", CommentRequest(id: id, subject: subject, text: text), by: citizen)
  }

  @discardableResult
  func like(_ subject: FeedbackSubject, _ isLiked: Bool = true, by citizen: Citizen) async throws -> Int {
    try await send(.PUT, "/v1/likes", LikeChange(subject: subject, isLiked: isLiked), by: citizen).status
  }

  func feedback(of citizen: Citizen, _ query: String = "") async throws -> FeedbackPage {
    try await server.send(.GET, "/v1/feedback\(query)", token: citizen.token).decoded()
  }

  /// The hints of an inbox that there is something of a kind.
  func hints(_ kind: String, of citizen: Citizen) async throws -> [InboxItem] {
    try await items(of: citizen).filter { $0.payload?.contains(#""kind":"\#(kind)""#) == true }
  }

  private func send(
    _ method: HTTPMethod, _ path: String, _ body: some Encodable, by citizen: Citizen
  ) async throws -> RunningServer.Answer {
    let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
    return try await server.send(method, path, body: text, token: citizen.token)
  }
}
