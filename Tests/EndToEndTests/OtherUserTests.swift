import Foundation
import Glibc
import ProcessTesting
import Testing
import VaultTesting

/// Something of another user of this machine that listens where a server should, and says it is one.
private final class OtherUser: Sendable {
  private let process: ChildProcess
  private let pid: String

  private static let asRoot = getuid() == 0 ? [] : ["sudo", "-n"]

  init(_ user: Int, port: Int) throws {
    let code = """
      import os, socket, sys
      account = '{"id":"0f8fad5b-d9cb-469f-a165-70867728950e","email":"ada@example.org"}'
      body = '{"token":"%s","expiresAt":"2027-01-15T08:00:00Z","account":%s}' % ("A" * 43, account)
      s = socket.socket()
      s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
      s.bind(("127.0.0.1", \(port)))
      s.listen(9)
      print("listening", s.getsockname()[1], os.getpid(), flush=True)
      while True:
          c, _ = s.accept()
          c.settimeout(1)
          got = b""
          try:
              while b"}" not in got:
                  part = c.recv(4096)
                  if not part: break
                  got += part
          except OSError: pass
          print("heard", len(got), got[:40], flush=True)
          try:
              c.sendall(("HTTP/1.1 201 Created\\r\\nContent-Type: application/json\\r\\nContent-Length: %d\\r\\n"
                "Connection: close\\r\\n\\r\\n%s" % (len(body), body)).encode())
          except OSError: pass
          c.close()
      """
    process = try ChildProcess(
      Self.asRoot + [
        "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/usr/bin/python3", "-c", code,
      ])
    let words = try process.line().split(separator: " ").map(String.init)
    try #require(
      words.count == 3 && words[0] == "listening", "this needs root, or sudo without a password: \(process.text)")
    pid = words[2]
  }

  deinit { end() }

  var port: Int {
    get throws { Int(try process.line().split(separator: " ")[1]) ?? 0 }
  }

  /// What came in, a line for each connection.
  var heard: [String] { process.output.lines.filter { $0.hasPrefix("heard") } }

  /// Whether anything at all was sent to it.
  var gotSomething: Bool { heard.contains { !$0.hasPrefix("heard 0 ") } }

  /// Ends it; nothing happens where it has ended.
  func end() {
    guard process.isRunning else { return }
    do {
      let child = try ChildProcess(Self.asRoot + ["kill", "-KILL", pid])
      _ = try child.exitStatus()
      _ = try process.exitStatus()
    } catch { Issue.record("the other user's program stays behind: \(error)") }
  }
}

@Suite("A server of this machine, and its other users")
struct OtherUserTests {
  @Test("whoever takes the port of a stopped server is sent nothing, not even by a login that is typed")
  func squatter() throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    try vault.mustRun("agent", "stop")
    server.kill()
    let port = try #require(server.address.split(separator: ":").last.flatMap { Int($0) })
    let other = try OtherUser(12_345, port: port)
    let refused = try vault.vault("whoami")
    #expect(refused.status == 69 && refused.errors.contains("Nothing was sent"), "\(refused)")
    #expect(refused.errors.contains("user with the number 12345"), "\(refused)")
    let typed = try vault.vault(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    #expect(typed.status == 69, "\(typed)")
    #expect(!other.gotSomething, "\(other.heard)")
  }

  @Test("a server that runs as another user counts once it took a login, and no third user does after it")
  func remembered() throws {
    let server = try OtherUser(12_345, port: 0)
    let port = try server.port
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": "http://127.0.0.1:\(port)"])
    let first = try vault.vault(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    #expect(first.status == 0 && first.errors.contains("user with the number 12345"), "\(first)")
    try vault.mustRun("agent", "stop")
    let before = server.heard.count
    _ = try vault.vault("login")
    #expect(server.heard.count > before, "the silent login reaches it")
    try vault.mustRun("agent", "stop")
    server.end()
    let third = try OtherUser(12_346, port: port)
    #expect(try vault.vault("whoami").status == 69)
    #expect(!third.gotSomething, "\(third.heard)")
  }

  @Test("a server that runs as another user is notified when the login is forgotten")
  func forgotten() throws {
    let server = try OtherUser(12_345, port: 0)
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": "http://127.0.0.1:\(try server.port)"])
    try vault.mustRun("login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    let before = server.heard.count
    _ = try vault.vault("logout", "--forget")
    #expect(server.heard.dropFirst(before).contains { $0.contains("DELETE") }, "\(server.heard)")
  }

  @Test("where all others have one number, as in a container of the user's own, nobody is believed to be the same one")
  func userNamespace() throws {
    let server = try OtherUser(12_345, port: 0)
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": "http://127.0.0.1:\(try server.port)"])
    let program = TestVault.programs.appendingPathComponent("vault").path
    let login = try ChildProcess(
      ["unshare", "--user", "--map-root-user", program, "login", "--email", TestServer.email, "--password-stdin"],
      environment: vault.environment, input: .text(TestServer.password + "\n"))
    #expect(try login.exitStatus() == 69, "\(login.text)")
    #expect(login.text.contains("can't be determined"), "\(login.text)")
    #expect(!server.gotSomething, "\(server.heard)")
  }
}
