import Foundation
import ProcessTesting
import Testing

@Suite("A device that the server knows")
struct KnownDeviceTests {
  /// Tries wrong passwords, as a stranger on the same machine would.
  private func guess(_ server: TestServer) throws {
    for _ in 1...11 {
      let body = #"{"email":"\#(TestServer.email)","password":"not this one"}"#
      try ChildProcess.run([
        "curl", "--silent", "--show-error", "--max-time", "30", "--json", body, "\(server.address)/v1/sessions",
      ])
    }
  }

  @Test(
    "a stranger's wrong passwords don't keep it out, neither after a restart nor after a logout; a new device waits")
  func strangers() throws {
    let server = try TestServer(["--hash-memory", "19", "--hash-passes", "1"])
    let vault = try TestVault.loggedIn(to: server)
    vault.killAgent()
    try guess(server)
    #expect(try vault.mustRun("whoami").contains(TestServer.email))
    try vault.mustRun("logout")
    #expect(try vault.mustRun("login").contains(TestServer.email))
    let other = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    let refused = try other.vault(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    #expect(refused.status == 75 || refused.status == 69, "\(refused)")
  }

  @Test("after a logout that forgets everything it is a new one")
  func forgotten() throws {
    let server = try TestServer(["--hash-memory", "19", "--hash-passes", "1"])
    let vault = try TestVault.loggedIn(to: server)
    try vault.mustRun("logout", "--forget")
    try guess(server)
    let refused = try vault.vault(
      "login", "--email", TestServer.email, "--password-stdin", "--server", server.address,
      input: TestServer.password + "\n")
    #expect(refused.status != 0, "\(refused)")
  }
}
