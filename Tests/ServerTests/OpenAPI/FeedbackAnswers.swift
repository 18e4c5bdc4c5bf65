import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for comments and likes.
extension OpenAPITests {
  func recordFeedback(_ recording: APIRecording) async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.sendLimit = RateLimit(burst: 12, interval: .seconds(1000))
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let account = try await server.addAccount()
      try await server.addAccount("bob@example.org")
      let ada = RecordedServer(server, recording, token: try await server.token())
      let bob = RecordedServer(server, recording, token: try await server.token("bob@example.org"))
      try await bob.expect(204, .PUT, "/v1/follows/{user}", ["user": account.id.uuidString])
      let owner = try await bob.expect(200, .GET, "/v1/me").decoded(Account.self)
      let to = #"{"to":{"alias":"\#(owner.id)"},"payload":{"kind":"task"}}"#
      let push = try await ada.expect(201, .POST, "/v1/pushes", body: to).decoded(Push.self).id
      let subject = #""subject":{"push":"\#(push)"}"#
      try await recordComments(subject, by: bob)
      for (status, body) in [
        (204, #"{\#(subject),"isLiked":true}"#), (204, #"{\#(subject),"isLiked":false}"#),
        (404, #"{"subject":{"push":"\#(UUID())"},"isLiked":true}"#),
        (422, #"{"subject":{},"isLiked":true}"#),
      ] {
        try await bob.expect(status, .PUT, "/v1/likes", body: body)
      }
      for query in ["", "?after=1&limit=1", "?push=\(push)", "?user=\(account.id)&message=1"] {
        try await bob.expect(200, .GET, "/v1/feedback", query: query)
      }
      for query in ["?push=x", "?user=\(account.id)", "?limit=0"] {
        try await bob.expect(422, .GET, "/v1/feedback", query: query)
      }
      try await recordRefusals(subject, of: server, by: bob, recording)
    }
  }

  private func recordComments(_ subject: String, by bob: RecordedServer) async throws {
    let (path, id) = ("/v1/comments", UUID())
    for (status, text) in [(201, "tomorrow?"), (200, "tomorrow?"), (409, "today?"), (422, "")] {
      try await bob.expect(status, .POST, path, body: #"{"id":"\#(id)",\#(subject),"text":"\#(text)"}"#)
    }
    let other = #""subject":{"message":{"user":"\#(UUID())","sequence":1}}"#
    try await bob.expect(404, .POST, path, body: #"{"id":"\#(UUID())",\#(other),"text":"x"}"#)
    let long = String(repeating: "x", count: 29 << 10)
    try await bob.expect(413, .POST, path, body: #"{"id":"\#(UUID())",\#(subject),"text":"\#(long)"}"#)
  }

  private func recordRefusals(
    _ subject: String, of server: RunningServer, by bob: RecordedServer, _ recording: APIRecording
  ) async throws {
    let stranger = RecordedServer(server, recording)
    let comment = #"{"id":"\#(UUID())",\#(subject),"text":"x"}"#
    let like = #"{\#(subject),"isLiked":true}"#
    try await stranger.expect(401, .GET, "/v1/feedback")
    try await bob.expectRefusals(.PUT, "/v1/likes")
    try await bob.expect(400, .POST, "/v1/comments", body: "{")
    try await bob.expect(415, .POST, "/v1/comments", body: "{}", type: "text/plain")
    for (method, path, body) in [(HTTPMethod.POST, "/v1/comments", comment), (.PUT, "/v1/likes", like)] {
      try await stranger.expect(401, method, path, body: body)
      for _ in 0..<12 { _ = try await server.send(.PUT, "/v1/likes", body: like, token: bob.token) }
      try await bob.expect(429, method, path, body: body)
    }
  }
}
