import Foundation
import HTTPTypes
import Logging
import NIOHTTP1
import NIOPosix
import ProcessTesting
import ServerAPI
import Testing

@testable import vault_server

/// Holds `docs/openapi.yaml` against the running server: every route, method and status it describes is answered here,
/// and every answer is one it describes.
@Suite("OpenAPI")
struct OpenAPITests {
  /// One answer of the server, for the checker.
  private struct Sample: Encodable {
    let method: String
    let path: String
    let status: Int
    let headers: [String: String]
    let body: String
  }

  private struct Recording: Encodable {
    var routes: [[String]]
    var samples: [Sample]
  }

  private static let limits = RateLimit(burst: 3, interval: .seconds(10))
  private static let paths = ["/healthz", "/v1/accounts", "/v1/sessions", "/v1/sessions/current", "/v1/me"]

  private func record(
    _ server: RunningServer, _ method: HTTPMethod, _ path: String, _ status: Int, body: String? = nil,
    type: String = "application/json", token: String? = nil, into recording: inout Recording
  ) async throws {
    let answer = try await server.send(method, path, body: body, type: type, token: token)
    #expect(answer.status == status, "\(method) \(path)")
    let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    recording.samples.append(
      Sample(
        method: method.rawValue, path: path, status: answer.status, headers: headers,
        body: String(decoding: answer.body, as: UTF8.self)))
  }

  @Test("docs/openapi.yaml describes every route and every answer, and nothing else")
  func description() async throws {
    var recording = Recording(routes: try routes(), samples: [])
    try await recordSessions(&recording)
    try await recordAccounts(&recording)
    try await recordFailures(&recording)
    try await check(recording)
  }

  private func routes() throws -> [[String]] {
    let parts = ServerApplication.Parts(
      storage: InMemoryStorage(), hasher: try CountingHasher(), logger: Logger(label: "test"))
    let table = ServerApplication.routes(ServerConfiguration(), parts, PasswordPool())
    return table.routes.map { [$0.method.rawValue, $0.path] }
  }

  private func recordSessions(_ recording: inout Recording) async throws {
    var recorded = recording
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let right = RunningServer.credentials("ada@example.org", "correct horse")
      let wrong = RunningServer.credentials("ada@example.org", "wrong horse")
      try await record(server, .GET, "/healthz", 200, into: &recorded)
      try await record(server, .POST, "/v1/sessions", 201, body: right, into: &recorded)
      try await recordRefusals(server, "/v1/sessions", into: &recorded)
      for _ in 0..<10 { try await record(server, .POST, "/v1/sessions", 401, body: wrong, into: &recorded) }
      try await record(server, .POST, "/v1/sessions", 429, body: wrong, into: &recorded)
      server.clock.advance(by: .seconds(3600))
      let token = try await server.token()
      try await record(server, .GET, "/v1/me", 200, token: token, into: &recorded)
      try await record(server, .DELETE, "/v1/sessions/current", 204, token: token, into: &recorded)
      try await record(server, .DELETE, "/v1/sessions/current", 401, token: token, into: &recorded)
      try await record(server, .GET, "/v1/me", 401, token: token, into: &recorded)
      for path in Self.paths { try await record(server, .PATCH, path, 405, into: &recorded) }
    }
    recording = recorded
  }

  private func recordAccounts(_ recording: inout Recording) async throws {
    var recorded = recording
    let body = RunningServer.credentials("ada@example.org", "correct horse")
    try await RunningServer.run { server async throws in
      try await record(server, .POST, "/v1/accounts", 403, body: body, into: &recorded)
    }
    let configure: (inout ServerConfiguration) -> Void = {
      $0.isRegistrationOpen = true
      $0.throttleLimits.address = Self.limits
    }
    try await RunningServer.run(configure: configure) { server async throws in
      try await record(server, .POST, "/v1/accounts", 201, body: body, into: &recorded)
      try await record(server, .POST, "/v1/accounts", 409, body: body, into: &recorded)
      try await recordRefusals(server, "/v1/accounts", into: &recorded)
      try await record(server, .POST, "/v1/accounts", 409, body: body, into: &recorded)
      try await record(server, .POST, "/v1/accounts", 429, body: body, into: &recorded)
    }
    recording = recorded
  }

  private func recordRefusals(_ server: RunningServer, _ path: String, into recording: inout Recording) async throws {
    let large = String(repeating: " ", count: 9000)
    try await record(server, .POST, path, 400, body: "{", into: &recording)
    try await record(server, .POST, path, 413, body: large, into: &recording)
    try await record(server, .POST, path, 415, body: "{}", type: "text/plain", into: &recording)
    try await record(server, .POST, path, 422, body: "{}", into: &recording)
  }

  /// Answers of a server whose storage fails, and of one that is busy.
  private func recordFailures(_ recording: inout Recording) async throws {
    var recorded = recording
    let body = RunningServer.credentials("ada@example.org", "correct horse")
    let token = String(repeating: "A", count: 43)
    try await RunningServer.run(storage: FailingStorage(), configure: RunningServer.openRegistration) {
      server async throws in
      try await record(server, .GET, "/healthz", 503, into: &recorded)
      try await record(server, .POST, "/v1/accounts", 500, body: body, into: &recorded)
      try await record(server, .POST, "/v1/sessions", 500, body: body, into: &recorded)
      try await record(server, .GET, "/v1/me", 500, token: token, into: &recorded)
      try await record(server, .DELETE, "/v1/sessions/current", 500, token: token, into: &recorded)
    }
    let full: (inout ServerConfiguration) -> Void = {
      $0.isRegistrationOpen = true
      $0.hashThreadCount = 1
      $0.hashWaitingCount = -1
    }
    try await RunningServer.run(configure: full) { server async throws in
      try await record(server, .POST, "/v1/accounts", 503, body: body, into: &recorded)
      try await record(server, .POST, "/v1/sessions", 503, body: body, into: &recorded)
    }
    recording = recorded
  }

  private func check(_ recording: Recording) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let description = folder.deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "docs/openapi.yaml")
    try await ServerProgram.withDirectory { directory async throws in
      let file = URL(filePath: directory + "/recording.json")
      try JSONEncoder().encode(recording).write(to: file)
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
