import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for devices, pushes and inboxes.
extension OpenAPITests {
  private static let device = ["token": "laptop-laptop-laptop"]

  func recordHub(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let account = try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      try await recordDevices(api)
      try await recordPushes(api, of: account.id)
      try await recordInbox(api)
      try await recordStates(api)
      try await recordRedactions(api)
      try await api.expect(204, .DELETE, "/v1/devices/{token}", Self.device)
      try await api.expect(404, .DELETE, "/v1/devices/{token}", Self.device)
      try await api.expect(422, .DELETE, "/v1/devices/{token}", ["token": "short"])
      let stranger = RecordedServer(server, recording)
      for (method, path) in Self.ofSessions { try await stranger.expect(401, method, path) }
    }
  }

  private static let ofSessions: [(HTTPMethod, String)] = [
    (.GET, "/v1/devices"), (.PUT, "/v1/devices/{token}"), (.DELETE, "/v1/devices/{token}"), (.POST, "/v1/pushes"),
    (.GET, "/v1/pushes"), (.GET, "/v1/pushes/{id}"), (.GET, "/v1/sequences"), (.GET, "/v1/inbox"),
    (.GET, "/v1/inbox/changes"),
    (.POST, "/v1/inbox/acknowledgement"), (.POST, "/v1/inbox/redactions"), (.POST, "/v1/inbox/{sequence}/state"),
    (.GET, "/v1/events"),
  ]

  private func recordDevices(_ api: RecordedServer) async throws {
    let path = "/v1/devices/{token}"
    try await api.expect(200, .PUT, path, Self.device, body: #"{"platform":"linux","name":"laptop"}"#)
    try await api.expectRefusals(.PUT, path, Self.device)
    let other = try await api.server.addAccount("bob@example.org")
    try await api.server.takeDevice("phone-phone-phone", for: other.id)
    let taken = ["token": "phone-phone-phone"]
    try await api.expect(409, .PUT, path, taken, body: #"{"platform":"linux","name":"laptop"}"#)
    try await api.expect(200, .GET, "/v1/devices")
  }

  private func recordPushes(_ api: RecordedServer, of account: UUID) async throws {
    let key = ["Idempotency-Key": "k"]
    let pushed = try await api.expect(201, .POST, "/v1/pushes", body: #"{"payload":{"aps":{}}}"#, headers: key)
    try await api.expect(200, .POST, "/v1/pushes", body: #"{"payload":{"aps":{}}}"#, headers: key)
    try await api.expect(409, .POST, "/v1/pushes", body: #"{"payload":{}}"#, headers: key)
    let toDevice = #"{"to":{"device":"laptop-laptop-laptop"},"payload":{},"expiresAt":"2099-01-01T00:00:00Z"}"#
    try await api.expect(201, .POST, "/v1/pushes", body: toDevice)
    try await api.expect(201, .POST, "/v1/pushes", body: #"{"payload":{},"expiresIn":1}"#)
    let manner = ["apns-collapse-id": "build", "apns-priority": "5", "apns-expiration": "4102444800"]
    for _ in 1...2 { try await api.expect(201, .POST, "/v1/pushes", body: #"{"payload":{}}"#, headers: manner) }
    try await api.expect(422, .POST, "/v1/pushes", body: #"{"payload":{}}"#, headers: ["apns-priority": "7"])
    try await api.expect(403, .POST, "/v1/pushes", body: #"{"to":{"alias":"\#(UUID())"},"payload":{}}"#)
    try await api.expectRefusals(.POST, "/v1/pushes")
    let large = String(repeating: "x", count: ServerLimits.payloadByteCount)
    try await api.expect(413, .POST, "/v1/pushes", body: #"{"payload":{"a":"\#(large)"}}"#)
    let sender = RecordedServer(api.server, api.recording, token: try await api.server.senderToken([.everywhere]))
    try await sender.expect(404, .POST, "/v1/pushes", body: #"{"to":{"alias":"\#(UUID())"},"payload":{}}"#)
    let id = try pushed.decoded(Push.self).id.uuidString
    try await api.expect(200, .GET, "/v1/pushes/{id}", ["id": id])
    try await api.expect(404, .GET, "/v1/pushes/{id}", ["id": UUID().uuidString])
  }

  private func recordInbox(_ api: RecordedServer) async throws {
    try await api.expect(200, .GET, "/v1/sequences")
    try await api.expect(200, .GET, "/v1/inbox", query: "?after=0&limit=500")
    try await api.expect(422, .GET, "/v1/inbox", query: "?after=-1")
    try await api.expect(422, .GET, "/v1/inbox/changes", query: "?limit=501")
    let path = "/v1/inbox/acknowledgement"
    try await api.expect(204, .POST, path, body: #"{"device":"laptop-laptop-laptop","through":1}"#)
    try await api.expect(404, .POST, path, body: #"{"device":"somebody-elses-one","through":1}"#)
    try await api.expectRefusals(.POST, path)
  }

  private func recordRedactions(_ api: RecordedServer) async throws {
    let path = "/v1/inbox/redactions"
    let push = try await api.server.push(token: try #require(api.token)).decoded(Push.self).id
    try await api.expect(
      200, .POST, path, body: #"{"device":"laptop-laptop-laptop","pushes":["\#(push)","\#(UUID())"]}"#)
    try await api.expect(404, .POST, path, body: #"{"device":"somebody-elses-one","pushes":[]}"#)
    try await api.expectRefusals(.POST, path)
    try await api.expect(200, .GET, "/v1/inbox/changes")
    try await api.expect(200, .GET, "/v1/inbox")
    try await api.expect(200, .GET, "/v1/pushes/{id}", ["id": push.uuidString])
  }

  private func recordStates(_ api: RecordedServer) async throws {
    let path = "/v1/inbox/{sequence}/state"
    let displayed = #"{"state":"displayed","device":"laptop-laptop-laptop"}"#
    try await api.expect(204, .POST, path, ["sequence": "1"], body: displayed)
    try await api.expect(
      200, .POST, path, ["sequence": "1"], body: #"{"state":"accepted","device":"laptop-laptop-laptop"}"#)
    try await api.expect(200, .POST, path, ["sequence": "1"], body: #"{"state":"rejected"}"#)
    try await api.expect(404, .POST, path, ["sequence": "9"], body: #"{"state":"read"}"#)
    api.server.clock.advance(by: .seconds(2))
    try await api.expect(409, .POST, path, ["sequence": "3"], body: #"{"state":"accepted"}"#)
    try await api.expectRefusals(.POST, path, ["sequence": "1"])
    try await api.expect(200, .GET, "/v1/inbox/changes")
  }

  func recordSlowing(_ recording: APIRecording) async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.sendLimit = RateLimit(burst: 1, interval: .seconds(10))
      $0.streamsPerAccount = 0
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let account = try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      try await api.expect(201, .POST, "/v1/pushes", body: #"{"payload":{}}"#)
      try await api.expect(429, .POST, "/v1/pushes", body: #"{"payload":{}}"#)
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(account.id, in: channel, at: server.clock.now)
      try await server.register(device: "laptop-laptop-laptop", token: api.token ?? "")
      try await api.expect(429, .GET, "/v1/events")
      let handshake = [
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      ]
      for (path, headers) in [("/v1/channels/{id}/events", [:]), ("/v1/channels/{id}/socket", handshake)] {
        try await api.expect(
          429, .GET, path, ["id": channel.uuidString], query: "?device=laptop-laptop-laptop", headers: headers)
      }
    }
  }

  func recordEvents(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      let account = try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      for _ in 1...3 { _ = try await server.push(token: api.token ?? "") }
      _ = try await server.send(.POST, "/v1/inbox/3/state", body: #"{"state":"read"}"#, token: api.token)
      try await server.storage.expireInboxes(before: .distantPast, keeping: 1)
      let channel = try await server.addChannel()
      _ = try await server.storage.enrol(account.id, in: channel, at: server.clock.now)
      try await api.expectEvents(4, "/v1/events", after: "1-0") {
        _ = try await server.post("a", to: channel, token: api.token ?? "")
      }
      try await api.expect(422, .GET, "/v1/events", headers: ["Last-Event-ID": "9-9"])
    }
  }
}
