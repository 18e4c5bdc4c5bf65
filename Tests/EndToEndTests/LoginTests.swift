import Foundation
import Testing
import VaultTesting

@Suite("Logging in, silently wherever that is possible")
struct LoginTests {
  private func loggedIn() throws -> (TestVault, TestServer) {
    let server = try TestServer()
    return (try .loggedIn(to: server), server)
  }

  @Test("a login is stored, and after a restart of the agent nothing is asked")
  func silentLogin() throws {
    let (vault, server) = try loggedIn()
    vault.killAgent()
    let who = try vault.vault("whoami")
    #expect(who.status == 0, "\(who.errors)")
    #expect(who.output.contains(TestServer.email))
    let again = try vault.mustRun("login")
    #expect(again.contains(TestServer.email) && again.contains("stored credentials"))
    withExtendedLifetime(server) {}
  }

  @Test("an agent that ends leaves no session on the server, and ends soon without one")
  func sessionsEnd() throws {
    let (vault, server) = try loggedIn()
    for _ in 1...2 {
      #expect(try vault.mustRun("whoami").contains(TestServer.email))
      #expect(try server.sessionCount() == 1)
      try vault.mustRun("agent", "stop")
      #expect(try server.sessionCount() == 0)
    }
    try vault.mustRun("whoami")
    server.kill()
    let start = ContinuousClock.now
    try vault.mustRun("agent", "stop")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("no file of the vault holds the email or the password")
  func storesNothingReadable() throws {
    let (vault, server) = try loggedIn()
    for file in try vault.files() {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.range(of: Data(TestServer.password.utf8)) == nil, "\(file.lastPathComponent)")
      #expect(bytes.range(of: Data(TestServer.email.utf8)) == nil, "\(file.lastPathComponent)")
    }
    withExtendedLifetime(server) {}
  }

  @Test("a wrong password is refused, and stores nothing")
  func wrongPassword() throws {
    let server = try TestServer()
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    let outcome = try vault.vault("login", "--email", TestServer.email, "--password-stdin", input: "not this one\n")
    #expect(outcome.status == 77)
    #expect(try vault.vault("whoami").status == 77)
    withExtendedLifetime(server) {}
  }

  @Test("after the password was changed on the server only the new one is asked for: server and email are known")
  func changedPassword() throws {
    let server = try TestServer()
    let vault = try TestVault()
    let login = ["--email", TestServer.email, "--password-stdin", "--server", server.address]
    try vault.mustRun("login", login[0], login[1], login[2], login[3], login[4], input: TestServer.password + "\n")
    try server.setPassword("another correct horse")
    vault.killAgent()
    #expect(try vault.vault("whoami").status == 77)
    let status = try vault.mustRun("status", "--json")
    #expect(status.contains(TestServer.email) && status.contains("refuses the stored password"), "\(status)")
    let line = "not logged in as \(TestServer.email) at \(server.address): the server refuses the stored password"
    #expect(try vault.mustRun().contains("\(line); run vault login"))
    let terminal = try PseudoTerminal()
    let who = try vault.start("whoami", at: terminal)
    try terminal.waitForText("The server refuses the stored password of \(TestServer.email).")
    try terminal.waitForQuestion("Password of \(TestServer.email)")
    terminal.type("another correct horse\r")
    #expect(try who.waitForEnd().status == 0)
    #expect(try vault.mustRun("whoami").contains(TestServer.email))
  }

  @Test(
    "the first command after the password was changed on the server asks, though the agent believes it is logged in")
  func changedPasswordAtOnce() throws {
    let (vault, server) = try loggedIn()
    try vault.mustRun("devices")
    try server.setPassword("another correct horse")
    let terminal = try PseudoTerminal()
    let devices = try vault.start("devices", at: terminal)
    try terminal.waitForQuestion("Password of \(TestServer.email)")
    terminal.type("another correct horse\r")
    #expect(try devices.waitForEnd().status == 0, "\(terminal.screen.everything)")
  }

  @Test(
    "`vault login` asks the server: a session that was ended there is replaced silently, and a server that is gone is told"
  )
  func endedSession() throws {
    let (vault, server) = try loggedIn()
    try server.setPassword(TestServer.password)  // the same one, but it ends every session
    #expect(try vault.mustRun("login").contains(TestServer.email))
    #expect(try vault.mustRun("whoami").contains(TestServer.email))
    server.kill()
    #expect(try vault.vault("login").status == 69)
  }

  @Test("what is not an email address is told before a password is asked for")
  func noEmail() throws {
    let server = try TestServer()
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    let outcome = try vault.vault("login", "--email", "ada", "--password-stdin", input: "x\n")
    #expect(outcome.status == 64 && outcome.errors.contains("not an email address"), "\(outcome)")
    withExtendedLifetime(server) {}
  }

  @Test("without a terminal and without credentials a command that needs the server says what to do")
  func nobodyToAsk() throws {
    let server = try TestServer()
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    let outcome = try vault.withoutTerminal("whoami")
    #expect(outcome.status == 77)
    #expect(outcome.errors.contains("terminal"))
    withExtendedLifetime(server) {}
  }

  @Test("a server that can't be reached is unavailable, asks nothing and forgets nothing")
  func unreachable() throws {
    let (vault, server) = try loggedIn()
    vault.killAgent()
    server.kill()
    #expect(try vault.vault("whoami").status == 69)
    #expect(try vault.vault("login").status == 69)
    #expect(try vault.mustRun("store", "status").contains("Records  2"), "the login, and this device's secret")
  }

  @Test("a login at another server begins with nothing at the former one")
  func otherServer() throws {
    let vault = try TestVault()
    let port: Int
    do {
      let former = try TestServer()
      port = former.port
      try vault.mustRun(
        "login", "--email", TestServer.email, "--password-stdin", "--server", former.address,
        input: TestServer.password + "\n")
      try vault.mustRun("logout")
    }
    let listener = try ScriptedServer(port: UInt16(port), answer: nil)
    defer { listener.end() }
    let next = try TestServer()
    try vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", "--server", next.address,
      input: TestServer.password + "\n")
    #expect(try vault.mustRun("whoami", "--json").contains(next.address))
    #expect(listener.heard.isEmpty)
  }

  @Test(
    "a logout waits only a little for a server that does not answer, and holds though the agent is killed meanwhile")
  func logoutFromSilence() throws {
    let (vault, server) = try loggedIn()
    server.send(SIGSTOP)
    let start = ContinuousClock.now
    let logout = try vault.vault("logout")
    #expect(logout.status == 0 && logout.output.contains("could not be notified"), "\(logout)")
    #expect(ContinuousClock.now - start < .seconds(25))
    vault.killAgent()
    #expect(try vault.vault("whoami").status == 77)
    server.send(SIGCONT)
    #expect(try vault.vault("whoami").status == 77)
    try vault.mustRun("login")
  }

  @Test("a logout is remembered until the next login")
  func logsOut() throws {
    let (vault, server) = try loggedIn()
    try vault.mustRun("logout")
    vault.killAgent()
    #expect(try vault.vault("whoami").status == 77)
    #expect(try vault.mustRun("login").contains(TestServer.email), "the stored login serves again")
    try vault.mustRun("logout", "--forget")
    #expect(try vault.vault("login").status == 77)
    withExtendedLifetime(server) {}
  }
}
