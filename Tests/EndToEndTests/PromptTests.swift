import Foundation
import Glibc
import PrivateDesktop
import Testing
import VaultTesting

@Suite("Prompts and the reveal screen, at a terminal")
struct PromptTests {
  /// Sets PIN and recovery code as a person does, and gives back the code.
  private func setPIN(_ vault: TestVault) throws -> String {
    let terminal = try PseudoTerminal()
    let child = try vault.start("pin", "set", at: terminal)
    for prompt in ["New PIN or passphrase (6 characters or more):", "The same once more:"] {
      try terminal.waitForOutput(prompt)
      terminal.type(TestVault.pin + "\r")
    }
    // The screen is drawn from above: its last line is there when the code is.
    try terminal.waitForText("Any key hides this")
    // Who looks elsewhere for a moment finds it again.
    terminal.type("\u{1B}[O")
    try terminal.waitForText("Hidden while the window has no focus")
    terminal.type("\u{1B}[I")
    try terminal.waitForText("Any key hides this")
    let shown = terminal.screen.lines.joined(separator: "\n")
    let code = try #require(
      shown.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}/).map { String($0.output.0) }, "a code: \(shown)")
    terminal.type(" ")
    try terminal.waitForOutput("Type the recovery code back")
    #expect(!terminal.screen.everything.contains(code), "gone from the screen")
    terminal.type(code + "\r")
    let end = try child.waitForEnd(within: 40)
    #expect(end.status == 0, "\(terminal.screen.everything)")
    try terminal.wait(for: "the rest") { $0.screen.everything.contains("The PIN is set") }
    #expect(!terminal.screen.everything.contains(code), "what was typed back is erased")
    #expect(terminal.written(TestVault.pin) == 0, "the PIN is not echoed")
    #expect(terminal.isCooked)
    return code
  }

  @Test("a mistyped email is edited; three wrong passwords end `vault login` with 77, and nothing is stored")
  func wrongPassword() throws {
    let server = try TestServer()
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    let terminal = try PseudoTerminal()
    let child = try vault.start("login", at: terminal)
    try terminal.waitForQuestion("Email for")
    terminal.type(TestServer.email.replacingOccurrences(of: "@", with: "") + "\r")
    try terminal.waitForText("is not an email address")
    try terminal.waitForQuestion("Email for")
    // What was typed stands there to be edited.
    let place = try #require(TestServer.email.split(separator: "@").last)
    terminal.type(String(repeating: "\u{1B}[D", count: place.count) + "@\r")
    for attempt in 1...3 {
      try terminal.wait(for: "question \(attempt)") {
        $0.written("Password of \(TestServer.email)\(attempt == 1 ? "" : " (empty: another email)"): ")
          == max(1, attempt - 1)
      }
      terminal.type("not this one\r")
    }
    #expect(try child.waitForEnd().status == 77, "\(terminal.screen.everything)")
    #expect(terminal.written("not this one") == 0)
    #expect(terminal.isCooked)
    #expect(try vault.mustRun("store", "status").contains("nothing has been stored"))
    withExtendedLifetime(server) {}
  }

  @Test("a PIN from standard input that is too easy is called so, once, and sets nothing")
  func easyPIN() throws {
    let vault = try TestVault()
    for command in [["set", "--no-recovery"], ["set"]] {
      let outcome = try vault.run("vault", ["pin"] + command + ["--pin-stdin"], input: "111111\n")
      #expect(outcome.status == 77 && outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("vault: That PIN is too easy to guess"), "\(outcome.errors)")
      #expect(outcome.errors.components(separatedBy: "too easy").count == 2, "\(outcome.errors)")
    }
    #expect(try vault.mustRun("status").contains("no PIN yet"))
  }

  @Test("an empty line leads from a refused password back to the email, and the login then comes about")
  func wrongEmail() throws {
    let server = try TestServer()
    let vault = try TestVault(extra: ["VAULT_SERVER_URL": server.address])
    for options in [[], ["--email", TestServer.email + "g"]] {
      let terminal = try PseudoTerminal()
      let program = TestVault.programs.appendingPathComponent("vault").path
      let child = try Child(program, ["login"] + options, environment: vault.environment, terminal: terminal)
      if options.isEmpty {
        try terminal.waitForQuestion("Email for")
        terminal.type(TestServer.email + "g\r")
      }
      try terminal.waitForQuestion("Password of \(TestServer.email)g")
      terminal.type(TestServer.password + "\r")
      try terminal.waitForQuestion("Password of \(TestServer.email)g (empty: another email)")
      terminal.type("\r")
      // The last line: the first question of that kind is still to be seen.
      try terminal.waitForQuestion("Email for \(server.address): \(TestServer.email)g")
      terminal.type("\u{7F}\r")
      try terminal.waitForQuestion("Password of \(TestServer.email)")
      terminal.type(TestServer.password + "\r")
      // Before its end: a terminal that nobody reads holds back what is written.
      try terminal.waitForText("Logged in as \(TestServer.email)")
      #expect(try child.waitForEnd().status == 0, "\(terminal.screen.everything)")
      try vault.mustRun("logout", "--forget")
    }
    withExtendedLifetime(server) {}
  }

  @Test("five wrong PINs make the vault wait; the recovery code opens it meanwhile and ends the wait")
  func recoveryCode() throws {
    let vault = try TestVault()
    let code = try setPIN(vault)
    let id = try vault.addProtected("secret text")
    for _ in 0..<5 { #expect(try vault.reveal(id, pin: "not this one").status == 77) }
    #expect(try vault.reveal(id).status == 75, "even the right PIN waits")
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("Recovery code:")
    terminal.type(code + "\r")
    try terminal.waitForText("secret text")
    #expect(!terminal.screen.everything.contains(code))
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    try vault.mustRun("lock")
    #expect(try vault.reveal(id).output == "secret text", "the PIN counts from the beginning again")
  }

  @Test("after ten wrong PINs only the recovery code opens the vault, and it opens the PIN's slot again")
  func closedSlot() async throws {
    let vault = try TestVault()
    let code = try setPIN(vault)
    let id = try vault.addProtected("secret text")
    try vault.mustRun("agent", "stop")
    try await vault.count(failures: 10)
    let refused = try vault.withoutTerminal("reveal", id, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(refused.status == 77 && refused.errors.contains("recovery code"), "\(refused)")
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("only the recovery code opens the vault now")
    terminal.type(code + "\r")
    try terminal.waitForText("secret text")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    try vault.mustRun("lock")
    #expect(try vault.reveal(id).output == "secret text")
  }

  @Test("a prompt that was opened before the PIN was changed does not take the old one")
  func promptBeforeChange() throws {
    let vault = try TestVault()
    _ = try setPIN(vault)
    let terminal = try PseudoTerminal()
    let file = vault.root.appendingPathComponent("backup").path
    let backup = try vault.start("backup", file, at: terminal)
    try terminal.waitForQuestion("PIN")
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(TestVault.pin)\nanother long PIN\n")
    terminal.type(TestVault.pin + "\r")
    #expect(try backup.waitForEnd().status == 75)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test("every wrong PIN is in the log, also one before the right one")
  func loggedMistakes() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    let terminal = try PseudoTerminal()
    let command = try vault.start("reveal", id, "--plain", at: terminal)
    for (count, pin) in ["wrong one", "wrong two", TestVault.pin].enumerated() {
      try terminal.waitForOutput("PIN: ", count: count + 1)
      terminal.type(pin + "\r")
    }
    #expect(try command.waitForEnd().status == 0)
    let lines = try vault.mustRun("log").split(separator: "\n")
    #expect(lines.filter { $0.contains("verify") && $0.contains("refused") }.count == 2, "\(lines)")
    #expect(lines.filter { $0.contains("reveal") && $0.contains("granted") }.count == 1, "\(lines)")
  }

  @Test("a lock from another terminal wipes the reveal screen")
  func lockedElsewhere() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret text")
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForOutput("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("secret text")
    #expect(terminal.screen.isAlternate)
    try vault.mustRun("lock")
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("Hidden: the vault was locked.")
    #expect(!terminal.screen.everything.contains("secret text"))
    #expect(terminal.isCooked)
  }

  @Test("the agent's death wipes the reveal screen")
  func agentKilled() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret text")
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForOutput("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("secret text")
    vault.killAgent()
    #expect(try child.waitForEnd().status == 0)
    try terminal.waitForText("Hidden: the agent ended.")
    #expect(!terminal.screen.everything.contains("secret text"))
  }

  @Test("Ctrl-C at a prompt leaves the terminal as it was and changes nothing", arguments: ["PIN", "text"])
  func interrupted(prompt: String) throws {
    let vault = try TestVault()
    try vault.setPIN()
    let terminal = try PseudoTerminal()
    let child =
      prompt == "PIN"
      ? try vault.start("unlock", at: terminal) : try vault.start("add", "--protected", at: terminal)
    try terminal.waitForOutput(prompt)
    try terminal.wait(for: "no echo") { !$0.isCooked }
    terminal.type("half typed\u{3}")
    let end = try child.waitForEnd()
    #expect(end.status == 77 || end.signal == SIGINT, "\(end)")
    #expect(terminal.isCooked)
    #expect(terminal.written("half typed") == 0)
    #expect(try vault.isLocked)
    #expect(try !vault.mustRun("list").contains("Protected task"))
  }
}
