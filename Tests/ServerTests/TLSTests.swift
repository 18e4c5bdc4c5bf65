import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ProcessTesting
import ServerAPI
import Testing

@Suite("vault-server with a certificate", .timeLimit(.minutes(2)))
struct TLSTests {
  /// Lends the server's URL and data directory, and a client that trusts its certificate.
  private func withServer(_ body: (_ url: String, _ data: String, HTTPClient) async throws -> Void) async throws {
    try await ServerProgram.withDirectory { directory async throws in
      let (data, certificate, key) = (directory + "/data", directory + "/cert.pem", directory + "/key.pem")
      try ChildProcess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=vault", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .file(certificate)
      let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .init(tlsConfiguration: tls))
      do {
        try await ServerProgram.serve(["--data", data, "--tls-cert", certificate, "--tls-key", key]) {
          url async throws in
          try await body(url, data, client)
        }
      } catch {
        try await client.shutdown()
        throw error
      }
      try await client.shutdown()
    }
  }

  private func post(
    _ url: String, _ body: String, token: String? = nil, _ client: HTTPClient
  ) async throws -> (status: HTTPResponseStatus, object: [String: Any]) {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    request.body = .bytes(ByteBuffer(string: body))
    let response = try await client.execute(request, timeout: .seconds(30))
    let data = Data(try await response.body.collect(upTo: 1 << 20).readableBytesView)
    return (response.status, try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:])
  }

  @Test("speaks TLS, and nothing else")
  func encrypted() async throws {
    try await withServer { url, _, client async throws in
      #expect(url.hasPrefix("https://"))
      let response = try await client.execute(HTTPClientRequest(url: url + "/healthz"), timeout: .seconds(10))
      #expect(response.status == .ok)
      let tooLong = String(repeating: " ", count: 1 << 16)
      #expect(try await post(url + "/v1/sessions", tooLong, client).status == .payloadTooLarge)
      let port = try #require(URL(string: url)?.port)
      let plain = try await RawConnection.exchange(port, "GET /healthz HTTP/1.1\r\n\r\n")
      #expect(!plain.contains("HTTP/1.1 200"))
    }
  }

  @Test("tells of a push as it comes")
  func stream() async throws {
    try await withServer { url, data, client async throws in
      let words = ["account", "add", "ada@example.org", "--password-stdin", "--data", data]
      #expect(try await ServerProgram.run(words, input: "correct horse\n").status == 0)
      let session = try await post(
        url + "/v1/sessions", RunningServer.credentials("ada@example.org", "correct horse"), client
      ).object
      let token = try #require(session["token"] as? String)
      let account = try #require((session["account"] as? [String: Any])?["id"] as? String)
      var request = HTTPClientRequest(url: url + "/v1/events")
      request.headers.add(name: "Authorization", value: "Bearer \(token)")
      let events = try await client.execute(request, timeout: .seconds(60))
      let push = #"{"to":{"alias":"\#(account)"},"payload":{"aps":{"alert":"over TLS"}}}"#
      #expect(try await post(url + "/v1/pushes", push, token: token, client).status == .created)
      var text = ""
      for try await part in events.body {
        text += String(buffer: part)
        if text.contains("over TLS") { break }
      }
      #expect(text.contains("event: push\nid: 1-0-") && text.contains("over TLS"))
    }
  }
}
