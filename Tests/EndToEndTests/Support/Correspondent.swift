import Foundation
import SecretMemory
import ServerAPI
import ServerClient

/// Somebody who writes to a user, comments on what they wrote and likes it, each again and again until the server has answered.
struct Correspondent: Sendable {
  /// Below what waits for an answer, and below what is said in a day.
  static let messageCount = 150
  static let commentCount = 60
  static let likeCount = 20

  let api: VaultServerAPI
  let origin: ServerOrigin
  let email: String
  /// Who is written to.
  let user: UUID

  static func text(_ number: Int) -> String { "m\(number)" }
  static func comment(_ number: Int) -> String { "c\(number)" }

  /// Writes everything, in order.
  ///
  /// - Throws: what no other attempt can help.
  func write() async throws {
    var token = try await token()
    for number in 1...Self.messageCount {
      let request = ChannelMessageRequest(id: UUID(), text: Self.text(number))
      let sequence = try await until(&token) { (token) async throws(ServerClientError) in
        try await api.send(request, to: user, at: origin, token: token).sequence
      }
      let subject = FeedbackSubject.message(user: user, sequence: sequence)
      if number <= Self.commentCount {
        let comment = CommentRequest(id: UUID(), subject: subject, text: Self.comment(number))
        _ = try await until(&token) { (token) async throws(ServerClientError) in
          try await api.comment(comment, at: origin, token: token)
        }
      }
      if number <= Self.likeCount {
        try await until(&token) { (token) async throws(ServerClientError) in
          try await api.setLike(LikeChange(subject: subject, isLiked: true), at: origin, token: token)
        }
      }
    }
  }

  /// Tries until the server has answered. Its clock may end a session at any moment.
  private func until<Value: Sendable>(
    _ token: inout SharedSecret, _ body: (SharedSecret) async throws(ServerClientError) -> Value
  ) async throws -> Value {
    while true {
      do throws(ServerClientError) { return try await body(token) } catch {
        switch error.code {
        case .invalidToken: token = try await self.token()
        case .unreachable, .timedOut, .garbage, .serverFault, .throttled:
          // The server starts again, or there is too much at once.
          try await Task.sleep(for: .milliseconds(20))
        default: throw error
        }
      }
    }
  }

  private func token() async throws -> SharedSecret {
    while true {
      let password = try SecretBytes(Array(TestServer.password.utf8))
      do throws(ServerClientError) {
        return try await api.createSession(at: origin, email: email, password: password).token
      } catch {
        guard [.unreachable, .timedOut, .garbage, .serverFault, .throttled].contains(error.code) else { throw error }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
