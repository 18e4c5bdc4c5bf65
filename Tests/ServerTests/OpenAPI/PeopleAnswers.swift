import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for people, blocks and conversations.
extension OpenAPITests {
  func recordPeople(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      try await server.addAccount("eve@example.org")
      let api = RecordedServer(server, recording, token: try await server.token())
      _ = try await server.send(.PUT, "/v1/follows/\(bob.id)", token: api.token)
      let (path, blocked) = ("/v1/blocks/{user}", ["user": bob.id.uuidString])
      try await api.expect(204, .PUT, path, blocked)
      try await api.expect(422, .PUT, path, ["user": ada.id.uuidString])
      try await api.expect(404, .PUT, path, ["user": UUID().uuidString])
      try await api.expect(200, .GET, "/v1/people")
      try await api.expect(200, .GET, "/v1/people", query: "?kind=blocked&after=\(ada.id)&limit=1")
      for query in ["?kind=friends", "?after=x", "?after=\(UUID())", "?limit=501"] {
        try await api.expect(422, .GET, "/v1/people", query: query)
      }
      try await recordSentPushes(api, from: bob, to: ada)
      try await api.expect(204, .DELETE, path, blocked)
      try await api.expect(404, .DELETE, path, ["user": UUID().uuidString])
      let stranger = RecordedServer(server, recording)
      for method in [HTTPMethod.PUT, .DELETE] { try await stranger.expect(401, method, path, blocked) }
      try await stranger.expect(401, .GET, "/v1/people")
      try await recordConversations(api, stranger, ada: ada.id, bob: bob.id)
    }
  }

  /// Bob, whom Ada follows, has sent to her.
  private func recordSentPushes(_ ada: RecordedServer, from bob: StoredAccount, to user: StoredAccount) async throws {
    let token = try await ada.server.token(bob.email.display)
    let api = RecordedServer(ada.server, ada.recording, token: token)
    for _ in 1...2 { _ = try await ada.server.push(#"{"a":1}"#, #""to":{"alias":"\#(user.id)"},"#, token: token) }
    let first = try await api.expect(200, .GET, "/v1/pushes", query: "?limit=1").decoded(SentPushes.self)
    let next = try #require(first.next)
    try await api.expect(200, .GET, "/v1/pushes", query: "?state=open&before=\(next)")
    for query in ["?state=read", "?before=x", "?before=\(UUID())", "?limit=501"] {
      try await api.expect(422, .GET, "/v1/pushes", query: query)
    }
  }

  private func recordConversations(
    _ api: RecordedServer, _ stranger: RecordedServer, ada: UUID, bob: UUID
  ) async throws {
    let (path, id) = ("/v1/channels/{id}/messages", ["id": bob.uuidString])
    func body() -> String { #"{"id":"\#(UUID())","text":"a"}"# }
    try await api.expect(404, .POST, path, id, body: body())
    _ = try await api.server.storage.follow(ada, by: bob, at: api.server.clock.now)
    try await api.expect(201, .POST, path, id, body: body())
    try await api.expect(200, .GET, path, id)
    try await api.expect(200, .GET, "/v1/conversations", query: "?limit=1")
    for query in ["?after=x", "?limit=501"] { try await api.expect(422, .GET, "/v1/conversations", query: query) }
    try await stranger.expect(401, .GET, "/v1/conversations")
  }
}
