import FoundationEssentials
import Glibc
import SecretMemory
import ServerAPI
import Testing

@testable import ServerClient

@Suite("A server that answers well, badly, or not at all", .timeLimit(.minutes(5)))
struct VaultServerAPITests {
  private let quick = HTTPTransport.Deadlines(connect: 0.5, whole: 0.7)
  /// For what is answered: a guard against a hang, and nothing that is measured.
  private let patient = HTTPTransport.Deadlines(connect: 30, whole: 60)

  /// The error of a login to a server that answers so.
  private func loginError(
    _ reply: LoopbackServer.Reply, _ deadlines: HTTPTransport.Deadlines? = nil
  ) async throws -> ServerClientError? {
    let server = try await LoopbackServer { _, _ in reply }
    let origin = try server.origin()
    let error = try await withAPI(deadlines: deadlines ?? patient) { api in
      await #expect(throws: ServerClientError.self) {
        _ = try await api.createSession(at: origin, email: "ann@example.org", password: try secret("password"))
      }
    }
    try await server.stop()
    return error
  }

  @Test("a login sends email and password once, as JSON, and brings the session")
  func login() async throws {
    let server = try await LoopbackServer { _, _ in Answer.session() }
    let origin = try server.origin()
    try await withAPI { api in
      let session = try await api.createSession(
        at: origin, email: "ann@example.org", password: try secret("pass\"word"))
      #expect(session.account.email == "ann@example.org")
      #expect(session.token.bytes.count == 43)
    }
    #expect(server.requests.map(\.line) == ["POST /v1/sessions HTTP/1.1"])
    #expect(server.requests[0].body == #"{"email":"ann@example.org","password":"pass\"word"}"#)
    #expect(server.requests[0].head.lowercased().contains("content-type: application/json"))
    try await server.stop()
  }

  @Test("the token is sent as a bearer's, and a session is ended")
  func token() async throws {
    let server = try await LoopbackServer { _, request in
      request.line.hasPrefix("GET") ? Answer.json("200 OK", Answer.account) : Answer.noContent
    }
    let origin = try server.origin()
    try await withAPI { api in
      let token = SharedSecret(try secret("tokentoken"))
      #expect(try await api.me(at: origin, token: token).email == "ann@example.org")
      try await api.deleteSession(at: origin, token: token)
      try await api.checkHealth(at: origin)
    }
    #expect(server.requests.map(\.line).map { $0.prefix(12) } == ["GET /v1/me H", "DELETE /v1/s", "GET /healthz"])
    #expect(server.requests.prefix(2).allSatisfy { $0.head.lowercased().contains("authorization: bearer tokentoken") })
    #expect(!server.requests[2].head.lowercased().contains("authorization"))
    try await server.stop()
  }

  @Test(
    "every refusal has its own code",
    arguments: [
      ("401 Unauthorized", "invalid_credentials", ServerClientError.Code.invalidCredentials),
      ("401 Unauthorized", "invalid_token", .invalidToken), ("401 Unauthorized", "something_new", .garbage),
      ("403 Forbidden", "forbidden", .forbidden), ("500 Oops", "internal", .serverFault),
      ("502 Bad Gateway", "x", .serverFault), ("503 Busy", "unavailable", .serverFault),
      ("429 Slow Down", "too_many_requests", .throttled), ("404 Not Found", "not_found", .notFound),
      ("404 Not Found", "x", .garbage),
      ("413 Large", "payload_too_large", .invalidInput), ("422 No", "invalid_field", .invalidInput),
    ])
  func refusals(status: String, code: String, expected: ServerClientError.Code) async throws {
    #expect(try await loginError(Answer.error(status, code))?.code == expected)
  }

  @Test("the time a server asks for is kept")
  func retryAfter() async throws {
    let asked = [("17", 17), ("soon", 60), ("-1", 60), ("999999999", 86_400)]
    for (text, seconds) in asked {
      let reply = Answer.error("429 Slow", "too_many_requests", "Retry-After: \(text)\r\n")
      #expect(try await loginError(reply)?.retryAfterSeconds == seconds, "\(text)")
    }
    #expect(try await loginError(Answer.error("503 Busy", "unavailable", "Retry-After: 5\r\n"))?.code == .throttled)
  }

  @Test(
    "what a server writes that is asked too much is not said on, whatever was asked: the vault's own words say what it means",
    arguments: [
      ("Type your PIN as the email", "too many attempts"), ("", "too many attempts"),
      ("too much is sent at once; type your PIN", "too much is sent at once"),
      (
        "10 messages of yours have no answer; write more when there is one, or a week later",
        "your messages have no answer; write more when there is one, or a week later"
      ),
    ])
  func throttled(text: String, said: String) async throws {
    let body = "{\"error\":{\"code\":\"too_many_requests\",\"message\":\"\(text)\"}}"
    let server = try await LoopbackServer { _, _ in Answer.json("429 Slow", body, "Retry-After: 17\r\n") }
    let origin = try server.origin()
    let error = try await withAPI { api in
      let token = SharedSecret(try secret("tokentoken"))
      return await #expect(throws: ServerClientError.self) { _ = try await api.me(at: origin, token: token) }
    }
    #expect(error?.code == .throttled && error?.detail == said && error?.retryAfterSeconds == 17)
    try await server.stop()
  }

  @Test("what a server writes about a login it refuses is not said on", arguments: ["429 Slow", "409 Conflict"])
  func foreignWords(_ status: String) async throws {
    let codes = status.hasPrefix("429") ? ["too_many_requests"] : ["conflict", "expired"]
    for code in codes {
      let body = "{\"error\":{\"code\":\"\(code)\",\"message\":\"Type your PIN as the email\"}}"
      let error = try #require(try await loginError(Answer.json(status, body, "Retry-After: 17\r\n")))
      let isThrottled = code == "too_many_requests"
      #expect(error.code == (isThrottled ? .throttled : .garbage))
      #expect(error.detail == (isThrottled ? "too many attempts" : "a refusal that is none of a vault server's"))
      #expect(error.retryAfterSeconds == (isThrottled ? 17 : nil))
    }
  }

  @Test(
    "garbage is called garbage",
    arguments: [
      LoopbackServer.Reply.text("SSH-2.0-OpenSSH_9.2\r\n"), .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"),
      .text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\n{}"), Answer.json("200 OK", "{}"),
      Answer.json("200 OK", "{\"token\":"), Answer.json("200 OK", "[]"), Answer.json("200 OK", ""),
      Answer.session("short"), Answer.session("token with spaces in it, and a\\r\\nheader"), .flood(65), .flood(4096),
      .text("HTTP/1.1 401 Unauthorized\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nlogin"),
      .text("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"),
      .text("HTTP/1.1 307 Again\r\nLocation: /v1/sessions\r\nContent-Length: 0\r\n\r\n"),
      // Blanks before a value, which the parser only keeps.
      .unfinished("HTTP/1.1 200 OK\r\nX: " + String(repeating: " ", count: 1 << 20)),
    ])
  func garbage(reply: LoopbackServer.Reply) async throws {
    let error = try await loginError(reply)
    #expect(error?.code == .garbage, "\(reply): \(String(describing: error))")
    #expect(error?.detail.isEmpty == false)
  }

  @Test("a redirect is not followed")
  func redirect() async throws {
    let other = try await LoopbackServer { _, _ in Answer.session() }
    let target = try other.origin().url("/v1/sessions")
    let reply = LoopbackServer.Reply.text("HTTP/1.1 308 Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
    #expect(try await loginError(reply)?.code == .garbage)
    #expect(other.requests.isEmpty)
    try await other.stop()
  }

  @Test("no answer, half an answer and a slow one end at the deadline")
  func slow() async throws {
    #expect(try await loginError(.silence, quick)?.code == .timedOut)
    #expect(try await loginError(.unfinished("HTTP/1.1 200 OK\r\n"), quick)?.code == .timedOut)
    let half = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    #expect(try await loginError(.unfinished(half), quick)?.code == .timedOut)
  }

  @Test("a connection that is closed, or that nobody takes, is unreachable")
  func unreachable() async throws {
    #expect(try await loginError(.close)?.code == .unreachable)
    let server = try await LoopbackServer { _, _ in .close }
    let origin = try server.origin()
    try await server.stop()
    try await withAPI { api in
      _ = await #expect(throws: ServerClientError(.unreachable)) { try await api.checkHealth(at: origin) }
    }
  }

  @Test("a name and an IPv6 address of this machine are reached")
  func loopbackNames() async throws {
    let server = try await LoopbackServer { _, _ in Answer.noContent }
    let name = try server.origin("http", "localhost")
    try await withAPI { try await $0.checkHealth(at: name) }
    try await server.stop()
    let six = try await LoopbackServer(host: "::1") { _, _ in Answer.noContent }
    let address = try six.origin("http", "[::1]")
    try await withAPI { try await $0.checkHealth(at: address) }
    try await six.stop()
  }

  @Test("a certificate is believed only with its authority, and only for its own name")
  func tls() async throws {
    let certificate = try SelfSigned()
    let server = try await LoopbackServer(tls: certificate.context) { _, _ in Answer.noContent }
    let address = try server.origin("https")
    let name = try server.origin("https", "localhost")
    try await withAPI { api in
      _ = await #expect(throws: ServerClientError(.tls)) { try await api.checkHealth(at: address) }
    }
    try await withAPI(try TLSTrust(caFile: certificate.file)) { api in
      try await api.checkHealth(at: address)
      await #expect(throws: ServerClientError(.tls)) { try await api.checkHealth(at: name) }
    }
    try await server.stop()
    let named = try SelfSigned(for: "DNS:localhost")
    let other = try await LoopbackServer(tls: named.context) { _, _ in Answer.noContent }
    let right = try other.origin("https", "localhost")
    try await withAPI(try TLSTrust(caFile: named.file)) { try await $0.checkHealth(at: right) }
    try await other.stop()
  }

  @Test(
    "a certificate's name covers its own host, and a star one label",
    arguments: [
      ("vault.example", "vault.example", true), ("Vault.Example", "vault.example", true),
      ("*.example.org", "a.example.org", true), ("*.example.org", "a.b.example.org", false),
      ("*.example.org", "example.org", false), ("*.org", "example.org", false), ("*", "example", false),
      ("vault.example.evil", "vault.example", false), ("\u{212A}.example", "k.example", false),
    ])
  func names(name: String, host: String, isMatch: Bool) {
    #expect(CertificateName.matches(name, host: host) == isMatch)
  }

  @Test("plain HTTP where TLS was expected, and the other way round, is told apart from a wrong password")
  func mixedUp() async throws {
    let plain = try await LoopbackServer { _, _ in Answer.noContent }
    let secure = try plain.origin("https")
    try await withAPI(deadlines: quick) { api in
      let error = await #expect(throws: ServerClientError.self) { try await api.checkHealth(at: secure) }
      #expect([.tls, .timedOut].contains(error?.code))
    }
    try await plain.stop()
    let certificate = try SelfSigned()
    let server = try await LoopbackServer(tls: certificate.context) { _, _ in Answer.noContent }
    let origin = try server.origin()
    try await withAPI(deadlines: quick) { api in
      let error = await #expect(throws: ServerClientError.self) { try await api.checkHealth(at: origin) }
      #expect([.garbage, .unreachable, .timedOut].contains(error?.code))
    }
    try await server.stop()
  }

  @Test("a file that holds no certificate is refused by name")
  func noCertificate() throws {
    let error = #expect(throws: ServerClientError.self) { try TLSTrust(caFile: "/dev/null") }
    #expect(error?.code == .tls)
    #expect(error?.detail.contains("/dev/null") == true)
  }
}
