import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for followers.
extension OpenAPITests {
  func recordFollows(_ recording: APIRecording) async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.sendLimit = RateLimit(burst: 3, interval: .seconds(10))
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let ada = try await server.addAccount()
      let bob = try await server.addAccount("bob@example.org")
      let api = RecordedServer(server, recording, token: try await server.token())
      let (path, followed) = ("/v1/follows/{user}", ["user": bob.id.uuidString])
      try await api.expect(204, .PUT, path, followed)
      let other = RecordedServer(server, recording, token: try await server.token("bob@example.org"))
      try await other.expect(200, .GET, "/v1/me/followers", query: "?since=2020-01-01T00:00:00Z")
      try await other.expect(422, .GET, "/v1/me/followers", query: "?since=yesterday")
      try await api.expect(422, .PUT, path, ["user": ada.id.uuidString])
      try await api.expect(404, .PUT, path, ["user": UUID().uuidString])
      try await api.expect(429, .PUT, path, followed)
      try await api.expect(204, .DELETE, path, followed)
      try await api.expect(404, .DELETE, path, ["user": UUID().uuidString])
      try await api.expect(200, .GET, "/v1/users/{user}", followed)
      try await api.expect(404, .GET, "/v1/users/{user}", ["user": UUID().uuidString])
      let stranger = RecordedServer(server, recording)
      for method in [HTTPMethod.PUT, .DELETE] { try await stranger.expect(401, method, path, followed) }
      try await stranger.expect(401, .GET, "/v1/me/followers")
      try await stranger.expect(401, .GET, "/v1/users/{user}", followed)
    }
  }
}
