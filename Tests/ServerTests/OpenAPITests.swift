import Foundation
import HTTPTypes
import Logging
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import VaultServer

/// Holds `docs/openapi.yaml` against the running server: every route, method and status it describes is answered here,
/// and every answer is one it describes.
@Suite("OpenAPI")
struct OpenAPITests {
  private static let limits = RateLimit(burst: 3, interval: .seconds(10))

  @Test("docs/openapi.yaml describes every route and every answer, and nothing else")
  func description() async throws {
    let recording = APIRecording()
    try await recordSessions(recording)
    try await recordAccounts(recording)
    try await recordHub(recording)
    try await recordSlowing(recording)
    try await recordEvents(recording)
    try await recordChannels(recording)
    try await recordFollows(recording)
    try await recordPeople(recording)
    try await recordNames(recording)
    try await recordFeedback(recording)
    try await recordAdministration(recording)
    try await recordConsole(recording)
    try await recordAttachments(recording)
    try await recordFailures(recording)
    try await check(recording.text(routes: try routes()))
  }

  private func routes() throws -> [Route] {
    let parts = ServerApplication.Dependencies(
      storage: try TestStorage.make(), hasher: try CountingHasher(), logger: Logger(label: "test"))
    let configuration = ServerConfiguration()
    let live = RuntimeServices(configuration, parts)
    let services = ServerServices(configuration, parts, PasswordPool(), live)
    return ServerApplication.routes(configuration, parts, services, live).routes
  }

  private func recordSessions(_ recording: APIRecording) async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let right = RunningServer.credentials("ada@example.org", "correct horse")
      let wrong = RunningServer.credentials("ada@example.org", "wrong horse")
      let api = RecordedServer(server, recording)
      for path in ["/healthz", "/readyz", "/livez"] { try await api.expect(200, .GET, path) }
      try await api.expect(401, .GET, "/metrics")
      let reader = RecordedServer(server, recording, token: try await server.senderToken([.metrics]))
      try await reader.expect(200, .GET, "/metrics")
      let sender = RecordedServer(server, recording, token: try await server.senderToken([.everywhere]))
      try await sender.expect(403, .GET, "/metrics")
      try await api.expect(201, .POST, "/v1/sessions", body: right)
      try await api.expectRefusals(.POST, "/v1/sessions")
      for _ in 0..<10 { try await api.expect(401, .POST, "/v1/sessions", body: wrong) }
      try await api.expect(429, .POST, "/v1/sessions", body: wrong)
      server.clock.advance(by: .seconds(3600))
      let session = RecordedServer(server, recording, token: try await server.token())
      try await session.expect(200, .GET, "/v1/me")
      try await session.expect(204, .DELETE, "/v1/sessions/current")
      try await session.expect(401, .DELETE, "/v1/sessions/current")
      try await session.expect(401, .GET, "/v1/me")
      for route in try routes() { try await api.expect(405, .PATCH, route.template) }
    }
  }

  private func recordAccounts(_ recording: APIRecording) async throws {
    let body = RunningServer.credentials("ada@example.org", "correct horse")
    try await RunningServer.run { server async throws in
      try await RecordedServer(server, recording).expect(403, .POST, "/v1/accounts", body: body)
    }
    let configure: (inout ServerConfiguration) -> Void = {
      $0.registration = .open
      $0.throttleLimits.address = Self.limits
    }
    try await RunningServer.run(configure: configure) { server async throws in
      let api = RecordedServer(server, recording)
      try await api.expect(201, .POST, "/v1/accounts", body: body)
      try await api.expect(409, .POST, "/v1/accounts", body: body)
      try await api.expectRefusals(.POST, "/v1/accounts")
      try await api.expect(409, .POST, "/v1/accounts", body: body)
      try await api.expect(429, .POST, "/v1/accounts", body: body)
    }
  }

  /// Answers of a server whose storage fails, and of one that is busy.
  private func recordFailures(_ recording: APIRecording) async throws {
    let body = RunningServer.credentials("ada@example.org", "correct horse")
    let token = String(repeating: "A", count: 43)
    try await RunningServer.run(storage: try FailingStorage.make(), configure: RunningServer.openRegistration) {
      server async throws in
      try await RecordedServer(server, recording).expect(503, .GET, "/healthz")
      let api = RecordedServer(server, recording, token: token)
      for route in try routes()
      where !["/healthz", "/readyz", "/livez"].contains(route.path) && !route.path.hasPrefix("/console") {
        try await api.expect(500, HTTPMethod(rawValue: route.method.rawValue), route.template, body: body)
      }
    }
    try await StorageTrouble.with { storage, trouble in
      _ = try trouble.breakLog()
      try await RunningServer.run(storage: storage, configure: RunningServer.openRegistration) { server async throws in
        let api = RecordedServer(server, recording, token: token)
        for route in try routes() where !route.path.hasPrefix("/console") && route.path != "/livez" {
          try await api.expect(503, HTTPMethod(rawValue: route.method.rawValue), route.template, body: body)
        }
      }
    }
    let full: (inout ServerConfiguration) -> Void = {
      $0.registration = .open
      $0.hashThreadCount = 1
      $0.hashWaitingCount = -1
    }
    try await RunningServer.run(configure: full) { server async throws in
      let api = RecordedServer(server, recording)
      try await api.expect(503, .POST, "/v1/accounts", body: body)
      try await api.expect(503, .POST, "/v1/sessions", body: body)
    }
  }

  private func check(_ recording: Data) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let description = folder.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "docs/openapi.yaml")
    try await ServerProgram.withDirectory { directory async throws in
      let file = URL(filePath: directory + "/recording.json")
      try recording.write(to: file)
      let output = try await NIOThreadPool.singleton.runIfActive {
        let check = try ChildProcess([
          "python3", folder.appending(path: "check_openapi.py").path, description.path, file.path,
        ])
        return "exit \(try check.exitStatus(within: 60))\n" + check.text
      }
      #expect(output == "exit 0\n", "needs Debian's python3-yaml and python3-jsonschema")
    }
  }
}
