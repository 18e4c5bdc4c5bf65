import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ServerAPI
import Synchronization
import Testing

@testable import VaultServer

@Suite("Operating the server", .timeLimit(.minutes(2)))
struct OperationsTests {
  @Test("it is ready while its storage answers and it is not about to end")
  func ready() async throws {
    try await RunningServer.run { server async throws in
      #expect(try await server.send(.GET, "/readyz").status == 200)
      server.drain.begin()
      let answer = try await server.send(.GET, "/readyz")
      #expect(answer.status == 503 && answer.code == .unavailable && answer.headers.contains(name: "Retry-After"))
      for path in ["/healthz", "/livez"] { #expect(try await server.send(.GET, path).status == 200) }
    }
    try await RunningServer.run(storage: try FailingStorage.make()) { server async throws in
      #expect(try await server.send(.GET, "/readyz").status == 503)
      #expect(try await server.send(.GET, "/livez").status == 200)
    }
  }

  @Test("before that, it says that it is not ready, and does all as before")
  func announced() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      server.drain.announce()
      #expect(try await server.send(.GET, "/readyz").status == 503)
      for path in ["/healthz", "/livez"] { #expect(try await server.send(.GET, path).status == 200) }
      var stream = try await EventClient(server, token: token, after: "0-0")
      #expect(try await server.push(token: token).status == 201)
      #expect(try await stream.next(1).map(\.id) == ["1-0"])
    }
  }

  @Test(
    "SIGTERM has it say so for a time, on new connections too, and a second one, or SIGINT, ends that time",
    arguments: [SIGTERM, SIGINT])
  func drainTime(_ second: Int32) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let server = try LimitedServer(["--data", directory + "/data", "--drain-seconds", "3600"])
      let url = try await server.url()
      func status(_ path: String) async throws -> Int { try await HTTPAnswer.ask(.GET, url + path).status }
      #expect(try await status("/readyz") == 200)
      server.send(SIGTERM)
      while try await status("/readyz") != 503 {}
      for path in ["/livez", "/healthz"] { #expect(try await status(path) == 200) }
      #expect(try await status("/v1/events") == 401)
      server.send(second)
      #expect(try await server.exitStatus() == 0)
    }
  }

  @Test("about to end, it begins no streams, and does the rest as before")
  func draining() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      server.drain.begin()
      #expect(try await EventClient(server, token: token).status == 503)
      #expect(try await server.push(token: token).status == 201)
    }
  }

  @Test("SIGTERM tells every stream when to come back, and ends the server soon")
  func shutdown() async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let data = ["--data", directory + "/data"]
      _ = try await ServerProgram.run(
        ["account", "add", "ada@example.org", "--password-stdin"] + data, input: "correct horse\n")
      var streams: [Task<String, any Error>] = []
      let (status, seconds) = try await ServerProgram.serve(data) { url async throws in
        let token = try await login(url)
        for _ in 0..<3 {
          var request = HTTPClientRequest(url: url + "/v1/events")
          request.headers.add(name: "Authorization", value: "Bearer \(token)")
          let body = try await HTTPClient.shared.execute(request, timeout: .seconds(30)).body
          streams.append(Task { String(buffer: try await body.collect(upTo: 1 << 20)) })
        }
      }
      #expect(status == 0 && seconds < 8)
      for stream in streams { #expect(try await stream.value.hasPrefix("retry: ")) }
    }
  }

  private func login(_ url: String) async throws -> String {
    var request = HTTPClientRequest(url: url + "/v1/sessions")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: RunningServer.credentials("ada@example.org", "correct horse")))
    let body = try await HTTPClient.shared.execute(request, timeout: .seconds(30)).body.collect(upTo: 1 << 16)
    return try JSONDecoder().decode(TokenAnswer.self, from: Data(body.readableBytesView)).token
  }

  private struct TokenAnswer: Decodable { let token: String }

  @Test("metrics are for administrators and tokens with the scope alone")
  func readers() async throws {
    try await RunningServer.run { server async throws in
      let ada = try await server.addAccount()
      let token = try await server.token()
      #expect(try await server.send(.GET, "/metrics").status == 401)
      #expect(try await server.send(.GET, "/metrics", token: token).status == 403)
      let sender = try await server.senderToken([.everywhere])
      #expect(try await server.send(.GET, "/metrics", token: sender).status == 403)
      let reader = try await server.senderToken([.metrics])
      #expect(try await server.send(.POST, "/v1/attachments", body: "x", token: reader).status == 403)
      #expect(try await server.send(.GET, "/v1/attachments/\(UUID())", token: reader).status == 403)
      #expect(try await server.send(.GET, "/metrics", token: reader).status == 200)
      #expect(try await server.push("{}", #""to":{"alias":"\#(ada.id)"},"#, token: reader).status == 403)
      _ = try await server.storage.setAdministrator(email: ada.email, to: true)
      #expect(try await server.send(.GET, "/metrics", token: token).status == 200)
    }
  }

  /// The samples of `/metrics`, by name and labels.
  private func samples(_ server: RunningServer) async throws -> [String: Double] {
    let answer = try await server.send(.GET, "/metrics", token: try await server.senderToken([.metrics]))
    #expect(answer.headers.first(name: "Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let pairs = try lines.map { line in
      let parts = line.split(separator: " ")
      try #require(parts.count == 2, "\(line)")
      return (String(parts[0]), try #require(Double(parts[1])))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test("metrics count streams, pushes, messages, refused logins and requests by route")
  func figures() async throws {
    try await RunningServer.run { server async throws in
      try await server.addAccount()
      let token = try await server.token()
      _ = try await server.login("ada@example.org", "wrong horse")
      var stream = try await EventClient(server, token: token)
      for _ in 0..<3 { _ = try await server.push(token: token) }
      _ = try await stream.next(3)
      for path in ["/nowhere", "/v1/pushes/\(UUID())", "/v1/pushes/\(UUID())"] {
        #expect(try await server.send(.GET, path, token: token).status == 404)
      }
      // One that has sent what was there before is live a moment later; the suite's time ends this.
      let isLive = #"vault_server_streams{kind="inbox",state="live"}"#
      while try await samples(server)[isLive] != 1 { await Task.yield() }
      let found = try await samples(server)
      #expect(found[#"vault_server_broadcasts{state="waiting"}"#] == 0)
      #expect(found[#"vault_server_broadcasts{state="set_aside"}"#] == 0)
      #expect(found["vault_server_pushes_total"] == 3 && found["vault_server_items_total"] == 3)
      #expect(found[#"vault_server_streams{kind="inbox",state="live"}"#] == 1)
      #expect(found[#"vault_server_events_delivered_total{kind="inbox"}"#] == 3)
      #expect(found[#"vault_server_logins_refused_total{reason="credentials"}"#] == 1)
      #expect(found[#"vault_server_requests_total{method="POST",route="/v1/pushes",status="2xx"}"#] == 3)
      #expect(found[#"vault_server_requests_total{method="GET",route="/v1/pushes/{id}",status="4xx"}"#] == 2)
      #expect(found[#"vault_server_requests_total{method="",route="none",status="4xx"}"#] == 1)
      #expect(found[#"vault_server_request_seconds_bucket{method="POST",route="/v1/pushes",le="+Inf"}"#] == 3)
      #expect((found["vault_server_storage_bytes"] ?? 0) > 4096.0)
      #expect((found["process_resident_memory_bytes"] ?? 0) > 1_048_576)
      #expect((found["process_open_fds"] ?? 0) > 3)
    }
  }

  @Test("a log line is pairs on one line, whatever stands in it")
  func logLines() throws {
    let lines = Mutex<[String]>([])
    var handler = LogLines { line in lines.withLock { $0.append(line) } }
    handler.date = { Date(timeIntervalSince1970: 1_800_000_000) }
    var logger = Logger(label: "test") { _ in handler }
    logger[metadataKey: "hb.request.id"] = "a1"
    logger.warning("it failed", metadata: ["error": "a \"quoted\" =\n\u{1B}[2J\u{202E}", "empty": ""])
    #expect(
      lines.withLock { $0 } == [
        #"time=2027-01-15T08:00:00.000Z level=warning message="it failed" empty="" "#
          + #"error="a \"quoted\" =\n\u{1B}[2J\u{202E}" request=a1"# + "\n"
      ])
  }
}
