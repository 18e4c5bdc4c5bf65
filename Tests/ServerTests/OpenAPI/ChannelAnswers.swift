import Foundation
import NIOHTTP1
import ServerAPI
import Testing

@testable import VaultServer

/// Every answer of the routes for channels.
extension OpenAPITests {
  private static let device = "?device=laptop-laptop-laptop"
  private static let enrolment = "/v1/channels/{id}/enrolment"
  private static let messages = "/v1/channels/{id}/messages"
  private static let events = "/v1/channels/{id}/events"
  private static let socket = "/v1/channels/{id}/socket"

  func recordChannels(_ recording: APIRecording) async throws {
    let configure: (inout ServerConfiguration) -> Void = {
      $0.sendLimit = RateLimit(burst: 11, interval: .seconds(10))
      $0.heartbeat = .milliseconds(50)
    }
    try await RunningServer.run(configure: configure) { server async throws in
      try await server.addAccount()
      let api = RecordedServer(server, recording, token: try await server.token())
      let id = ["id": try await server.addChannel().uuidString]
      let none = ["id": UUID().uuidString]
      try await recordEnrolments(api, id, none)
      try await recordMessages(api, id, none)
      try await recordStream(api, id, none)
      try await api.expect(204, .DELETE, Self.enrolment, id)
      let stranger = RecordedServer(server, recording)
      for (method, path) in Self.ofChannels { try await stranger.expect(401, method, path) }
      server.drain.begin()
      for path in [Self.events, Self.socket, "/v1/events", "/readyz"] { try await api.expect(503, .GET, path, id) }
    }
  }

  private static let ofChannels: [(HTTPMethod, String)] = [
    (.GET, "/v1/catalogue"), (.PUT, enrolment), (.DELETE, enrolment), (.POST, messages), (.GET, messages),
    (.GET, events), (.GET, socket),
  ]

  private func recordEnrolments(
    _ api: RecordedServer, _ id: [String: String], _ none: [String: String]
  ) async throws {
    try await api.expect(403, .GET, Self.messages, id)
    try await api.expect(403, .POST, Self.messages, id, body: #"{"id":"\#(UUID())","text":"a"}"#)
    for path in [Self.events, Self.socket] { try await api.expect(403, .GET, path, id, query: Self.device) }
    try await api.expect(200, .PUT, Self.enrolment, id)
    for method in [HTTPMethod.PUT, .DELETE] { try await api.expect(404, method, Self.enrolment, none) }
    let catalogue = try await api.expect(200, .GET, "/v1/catalogue")
    let tag = try #require(catalogue.headers.first(name: "ETag"))
    try await api.expect(304, .GET, "/v1/catalogue", headers: ["If-None-Match": tag])
  }

  private func recordMessages(_ api: RecordedServer, _ id: [String: String], _ none: [String: String]) async throws {
    let message = UUID()
    func body(_ text: String) -> String { #"{"id":"\#(message)","text":"\#(text)"}"# }
    try await api.expect(201, .POST, Self.messages, id, body: body("a"))
    try await api.expect(200, .POST, Self.messages, id, body: body("a"))
    try await api.expect(409, .POST, Self.messages, id, body: body("b"))
    try await api.expect(404, .POST, Self.messages, none, body: body("a"))
    try await api.expect(413, .POST, Self.messages, id, body: body(String(repeating: "a", count: 40_000)))
    try await api.expect(400, .POST, Self.messages, id, body: "{")
    try await api.expect(415, .POST, Self.messages, id, body: "{}", type: "text/plain")
    try await api.expect(422, .POST, Self.messages, id, body: "{}")
    for _ in 1...2 {
      try await api.expect(201, .POST, Self.messages, id, body: #"{"id":"\#(UUID())","text":"a"}"#)
    }
    try await api.expect(429, .POST, Self.messages, id, body: body("a"))
    try await api.expect(200, .GET, Self.messages, id, query: "?after=1&limit=500")
    try await api.expect(404, .GET, Self.messages, none)
    try await api.expect(422, .GET, Self.messages, id, query: "?after=x")
    try await api.expect(200, .GET, "/v1/sequences")
  }

  private func recordStream(_ api: RecordedServer, _ id: [String: String], _ none: [String: String]) async throws {
    let device = "laptop-laptop-laptop"
    try await api.server.register(device: device, token: api.token ?? "")
    try await api.server.storage.expireMessages(before: .distantPast, keeping: 1)
    let path = Self.events.replacingOccurrences(of: "{id}", with: id["id"] ?? "") + Self.device
    var client = try await EventClient(api.server, path, token: api.token ?? "", after: "1")
    #expect(try await client.next(2).map(\.name) == ["gap", "message"])
    // The same device opens it again, which ends the first.
    var second = try await EventClient(api.server, path, token: api.token ?? "", after: "2")
    #expect(try await second.next(1).map(\.name) == ["message"])
    #expect(try await client.next(1).map(\.name) == ["closed"])
    api.recording.add(.init(.GET, Self.events, client.status, client.headers, client.received))
    for path in [Self.events, Self.socket] {
      try await api.expect(404, .GET, path, none, query: Self.device)
      try await api.expect(422, .GET, path, id, query: Self.device, headers: ["Last-Event-ID": "9"])
    }
    try await api.expect(426, .GET, Self.socket, id, query: Self.device)
    let keyless = [
      "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "none",
    ]
    try await api.expect(400, .GET, Self.socket, id, query: Self.device, headers: keyless)
    try await recordSocket(api, id)
  }

  private func recordSocket(_ api: RecordedServer, _ id: [String: String]) async throws {
    let path = Self.socket.replacingOccurrences(of: "{id}", with: id["id"] ?? "") + Self.device
    let request =
      "GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(api.token ?? "")\r\nUpgrade: websocket\r\n"
      + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    // It ends when pings were not answered.
    let answer = try await RawConnection.exchange(api.server.port, request)
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    api.recording.add(.init(.GET, Self.socket, 101, [:], ""))
  }
}
