import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

/// Another program of the same user starts the agent with places and a store of its own choice; the owner then uses it.
@Suite("An agent that was started with other places and another store than the vault's own")
struct HostileSettingsTests {
  private let vault: TestVault
  private let id: String
  /// As a session has it: nothing is set, neither about the store nor about the places; what was recorded decides.
  private let environment: [String: String]

  init() throws {
    vault = try TestVault(store: nil)
    var environment = vault.environment
    for (name, base) in [("VAULT_CONFIG_DIR", "XDG_CONFIG_HOME"), ("VAULT_STATE_DIR", "XDG_STATE_HOME")] {
      environment[name] = nil
      environment[base] = "\(vault.root.path)/own"
    }
    self.environment = environment
    let set = try Self.run(["pin", "set", "--pin-stdin", "--no-recovery"], environment, TestVault.pin + "\n")
    try #require(set.status == 0, "\(set)")
    let added = try Self.run(["add", "--protected", "--label", "Label", "-"], environment, "secret text")
    id = String(try #require(added.output.split(separator: " ").dropFirst().first?.dropLast(), "\(added)"))
    #expect(try Self.run(["agent", "stop"], environment).status == 0)
  }

  private static func run(
    _ arguments: [String], _ environment: [String: String], _ input: String = ""
  ) throws -> TestVault.Outcome {
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path] + arguments, environment: environment,
      input: .text(input))
    return TestVault.Outcome(status: try child.exitStatus(), output: child.output.text, errors: child.errors.text)
  }

  /// Runs `vault` as the owner, or as the other program, which sets something of its own.
  private func run(
    _ arguments: String..., with extra: [String: String] = [:], input: String = ""
  ) throws -> TestVault.Outcome {
    try Self.run(arguments, environment.merging(extra) { $1 }, input)
  }

  private func reveal(pin: String = TestVault.pin) throws -> TestVault.Outcome {
    try run("reveal", id, "--plain", "--pin-stdin", input: pin + "\n")
  }

  private func stop() throws { #expect(try run("agent", "stop").status == 0) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Ends the agent that the other program has started; the next one is the owner's.
  private func expectUnharmed() throws {
    try stop()
    let revealed = try reveal()
    #expect(revealed.output == "secret text", "\(revealed)")
  }

  @Test("a passphrase in the place of the recorded key file opens nothing, and nobody is asked for one")
  func passphrase() throws {
    #expect(try run("list", with: ["VAULT_FILE_KEY": "passphrase"]).status == 0)
    let terminal = try PseudoTerminal()
    let child = try Child(
      TestVault.programs.appendingPathComponent("vault").path, ["reveal", id], environment: environment,
      terminal: terminal)
    let end = try child.waitForEnd()
    try terminal.waitForOutput("VAULT_FILE_KEY")
    let shown = terminal.screen.everything
    #expect(end.status == 78, "\(end): \(shown)")
    #expect(terminal.written("Passphrase") == 0 && terminal.written("PIN") == 0, "\(shown)")
    #expect(terminal.written("secret text") == 0)
    try expectUnharmed()
  }

  @Test("another directory of the key file has no key of its own made in it, and each command tells of it")
  func configuration() throws {
    let other = "\(vault.root.path)/their-config"
    #expect(try run("list", with: ["XDG_CONFIG_HOME": other]).status == 0)
    let refused = try reveal()
    #expect(refused.status == 69 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("the configuration in \(other)/vault"), "\(refused.errors)")
    #expect(!exists("\(other)/vault/credentials.key"))
    try expectUnharmed()
  }

  @Test("another state directory brings no tried PIN back, and each command tells of it")
  func state() throws {
    for _ in 0..<5 { #expect(try reveal(pin: "not this one").status == 77) }
    try stop()
    let other = "\(vault.root.path)/their-state"
    #expect(try run("list", with: ["XDG_STATE_HOME": other]).status == 0)
    let early = try reveal()
    #expect(early.status == 75 && early.output.isEmpty, "the wait stands: \(early)")
    #expect(early.errors.contains("the state in \(other)/vault"), "\(early.errors)")
    try stop()
    #expect(try reveal().status == 75)
  }

  @Test("an agent that listens elsewhere is told, and the vault is there again when it has ended")
  func runtime() throws {
    let other = "\(vault.root.path)/their-run"
    #expect(try run("list", with: ["VAULT_RUNTIME_DIR": other]).status == 0)
    let refused = try reveal()
    #expect(refused.status != 0 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("Another agent is already looking after \(vault.data)"), "\(refused.errors)")
    #expect(try run("agent", "stop", with: ["VAULT_RUNTIME_DIR": other]).status == 0)
    #expect(try reveal().output == "secret text")
  }

  @Test("another keyring, open and empty, is not used in the place of the recorded file, and nothing is written there")
  func store() throws {
    let keyring = try PrivateKeyring()
    let theirs = ["VAULT_CREDENTIAL_STORE": "secret-service", "DBUS_SESSION_BUS_ADDRESS": keyring.bus.address]
    #expect(try run("list", with: theirs).status == 0)
    let refused = try reveal()
    #expect(refused.status == 69 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("file"), "\(refused.errors)")
    let added = try run("add", "--protected", "-", input: "for another store")
    #expect(added.status == 69, "\(added)")
    let changed = try run("pin", "set", "--pin-stdin", "--no-recovery", with: theirs, input: "a foreign long PIN\n")
    #expect(changed.status != 0, "\(changed)")
    let found = try ChildProcess(
      ["secret-tool", "search", "--all", "xdg:schema", "io.vault.Credential"],
      environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    _ = try found.exitStatus()
    #expect(!found.text.contains("Vault credential"), "\(found.text)")
    try expectUnharmed()
  }

  @Test("what weakens no guard needs no word of the owner's: only the guarded ones are marked in the settings")
  func others() throws {
    let extra = ["VAULT_LOG_LEVEL": "debug", "VAULT_QUIET_HOURS": "22:00-07:00", "VAULT_UNLOCK_TIMEOUT": "60"]
    let settings = try run("settings", with: extra)
    #expect(settings.status == 0 && !settings.output.contains("not confirmed"), "\(settings)")
  }
}
