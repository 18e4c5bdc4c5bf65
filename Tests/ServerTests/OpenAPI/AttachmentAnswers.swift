import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for pictures.
extension OpenAPITests {
  func recordAttachments(_ recording: APIRecording) async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.pictureQuota = 2 * SamplePicture.gif.count + 1
      $0.sendLimit = RateLimit(burst: 8, interval: .seconds(10))
    }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      let (all, one) = ("/v1/attachments", "/v1/attachments/{id}")
      let gif = String(decoding: SamplePicture.gif, as: UTF8.self)
      let stored = try await api.expect(201, .POST, all, body: gif, type: "image/gif").decoded(
        SamplePicture.Answer.self)
      try await api.expect(201, .POST, all, body: gif)
      try await api.expect(201, .POST, all, body: gif + "1")
      try await api.expect(403, .POST, all, body: gif + "2")
      try await api.expect(413, .POST, all, body: String(repeating: "x", count: 5 << 20 | 1))
      try await api.expect(415, .POST, all, body: "{}")
      try await api.expect(422, .POST, all, body: "GIF89a")
      let id = ["id": stored.id.uuidString]
      let tag = try await api.expect(200, .GET, one, id).headers.first(name: "ETag") ?? ""
      try await api.expect(304, .GET, one, id, headers: ["If-None-Match": tag])
      try await api.expect(404, .GET, one, ["id": UUID().uuidString])
      try await api.expect(415, .POST, all, body: "")
      try await api.expect(429, .POST, all, body: gif)
      let stranger = RecordedServer(server, recording)
      try await stranger.expect(401, .POST, all, body: gif)
      try await stranger.expect(401, .GET, one, id)
    }
    let full: (inout ServerConfiguration) -> Void = { $0.uploadCount = 0 }
    try await RunningServer.run(configure: full) { server async throws in
      try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      try await api.expect(503, .POST, "/v1/attachments", body: "GIF89a")
    }
  }
}
