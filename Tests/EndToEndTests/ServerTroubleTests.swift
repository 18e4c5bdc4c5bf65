import Foundation
import PrivateDesktop
import Testing

@Suite("A server that misbehaves")
struct ServerTroubleTests {
  /// A vault with a stored login, whose server is then replaced by something else at the same address.
  private func withTrouble(_ answer: String?) throws -> (TestVault, ScriptedServer) {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    vault.killAgent()
    server.kill()
    let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    return (vault, try ScriptedServer(port: port, answer: answer))
  }

  private static func http(_ status: String, _ headers: String = "", body: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)Connection: close\r\n\r\n\(body)"
  }

  @Test(
    "garbage, redirects and faults are unavailable, ask nothing and leave the stored login as it was",
    arguments: [
      "\u{0}\u{1}\u{2} no protocol at all\r\n\r\n",
      http("200 OK", body: "<html>Welcome to the hotel's network</html>"),
      http("201 Created", "Content-Type: application/json\r\n", body: "{\"token\":42}"),
      http("201 Created", "Content-Type: application/json\r\n", body: String(repeating: "[", count: 100_000)),
      http("302 Found", "Location: http://127.0.0.1:1/elsewhere\r\n"),
      http("500 Internal Server Error"), http("503 Service Unavailable"),
    ])
  func unavailable(answer: String) throws {
    let (vault, server) = try withTrouble(answer)
    for command in ["whoami", "login"] {
      let outcome = try vault.vault(command)
      #expect(outcome.status == 69, "\(command): \(outcome.errors)")
      #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
    }
    try stillLogsIn(vault, server)
  }

  @Test("too many requests are told with the wait the server asks for")
  func throttled() throws {
    let (vault, server) = try withTrouble(Self.http("429 Too Many Requests", "Retry-After: 33\r\n"))
    for command in ["whoami", "login"] {
      let outcome = try vault.vault(command)
      #expect(outcome.status == 75, "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("33"), "\(outcome.errors)")
    }
    try stillLogsIn(vault, server)
  }

  @Test("a login that takes its time is told as one, not as a server that can't be reached")
  func loggingIn() throws {
    let (vault, server) = try withTrouble(nil)
    let status = try TestVault.object(try vault.mustRun("status", "--json"))
    #expect((status["account"] as? [String: Any])?["state"] as? String == "loggingIn", "\(status)")
    #expect(try vault.mustRun("status").contains("logging in at http://127.0.0.1:\(server.port)"))
    #expect(try vault.vault("doctor").output.contains("Logging in to http://127.0.0.1:\(server.port)."))
    server.end()
  }

  @Test("another login that the server can't answer replaces nothing")
  func otherLogin() throws {
    let (vault, server) = try withTrouble(Self.http("500 Internal Server Error"))
    let outcome = try vault.vault(
      "login", "--email", "eve@example.org", "--password-stdin", input: "another password\n")
    #expect(outcome.status == 69, "\(outcome.errors)")
    try stillLogsIn(vault, server)
  }

  @Test("a redirect is not followed, so the password goes nowhere else")
  func redirect() throws {
    let elsewhere = try ScriptedServer(answer: Self.http("200 OK"))
    let (vault, server) = try withTrouble(
      Self.http("307 Temporary Redirect", "Location: http://127.0.0.1:\(elsewhere.port)/v1/sessions\r\n"))
    #expect(try vault.vault("whoami").status == 69)
    #expect(elsewhere.heard.isEmpty)
    #expect(!server.heard.isEmpty)
    elsewhere.end()
    try stillLogsIn(vault, server)
  }

  @Test("a server that says nothing is given up on in time")
  func silent() throws {
    let (vault, server) = try withTrouble(nil)
    let start = ContinuousClock.now
    let outcome = try vault.vault("whoami")
    #expect(outcome.status == 69, "\(outcome.errors)")
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try vault.mustRun("store", "status").contains("1"), "the login is still stored")
    server.end()
  }

  /// The same stored login is sent once more, as soon as there is somebody to take it.
  private func stillLogsIn(_ vault: TestVault, _ server: ScriptedServer) throws {
    let before = server.heard.count
    vault.killAgent()
    _ = try vault.vault("whoami")
    let sent = server.heard.dropFirst(before).joined()
    #expect(sent.contains(TestServer.email) && sent.contains(TestServer.password), "\(sent)")
    server.end()
  }
}
