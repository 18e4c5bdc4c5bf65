import Foundation
import ProcessTesting
import Testing

/// Another program of the same user starts the agent, and the owner uses it.
@Suite("Settings that weaken a guard count only as the owner has confirmed them")
struct ConfirmedSettingsTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  /// Runs `vault` in another environment.
  private func run(
    _ arguments: String..., with extra: [String: String] = [:], without missing: String? = nil, input: String = ""
  ) throws -> TestVault.Outcome {
    var environment = vault.environment.merging(extra) { $1 }
    if let missing { environment[missing] = nil }
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path] + arguments, environment: environment,
      input: .text(input))
    return TestVault.Outcome(status: try child.exitStatus(), output: child.output.text, errors: child.errors.text)
  }

  private func unlock(with extra: [String: String] = [:]) throws -> TestVault.Outcome {
    try run("unlock", "--pin-stdin", with: extra, input: TestVault.pin + "\n")
  }

  private func confirm(with extra: [String: String] = [:]) throws -> TestVault.Outcome {
    let done = try run("settings", "confirm", "--pin-stdin", with: extra, input: TestVault.pin + "\n")
    // It answers, and then it ends.
    if done.status == 0 { try waitUntil("the agent has ended") { vault.agentPID == nil } }
    return done
  }

  /// Ends the agent and has another program start the next one.
  private func startAgent(with extra: [String: String]) throws {
    try vault.mustRun("agent", "stop")
    #expect(try run("list", with: extra).status == 0)
  }

  private static let aDay = ["VAULT_UNLOCK_TIMEOUT": "86400"]

  @Test("a longer time-out is passed over and told, by command, status and doctor; a shorter one counts")
  func timeout() throws {
    try vault.setPIN()
    try vault.mustRun("agent", "stop")
    let first = try run("list", with: Self.aDay)
    #expect(first.errors.contains("unlock-timeout") && first.errors.contains("not confirmed"), "\(first)")
    let unlocked = try unlock()
    #expect(unlocked.output.contains(" 300 s "), "\(unlocked)")
    struct Status: Decodable { let unlockedUntil: String? }
    let json = try vault.mustRun("status", "--json")
    let until = try #require(JSONDecoder().decode(Status.self, from: Data(json.utf8)).unlockedUntil)
    #expect(try Date(until, strategy: .iso8601) < Date() + 310, "\(json)")
    #expect(try vault.mustRun("status").contains("unlock-timeout (86400"))
    #expect(try vault.mustRun("doctor").contains("vault settings confirm"))
    #expect(try vault.mustRun("settings").contains("environment says 86400: not confirmed"))
    try startAgent(with: ["VAULT_UNLOCK_TIMEOUT": "60"])
    #expect(try unlock().output.contains(" 60 s "))
  }

  @Test("the configuration file is not the owner's word either")
  func file() throws {
    try vault.setPIN()
    let file = vault.root.appendingPathComponent("config/config.json")
    try #"{"unlock-timeout": 86400}"#.write(to: file, atomically: true, encoding: .utf8)
    try vault.mustRun("agent", "stop")
    #expect(try vault.vault("list").errors.contains("config.json"))
    #expect(try unlock().output.contains(" 300 s "))
  }

  @Test("a confirmed time-out counts for every agent, and bounds a longer one")
  func confirmed() throws {
    try vault.setPIN()
    try vault.mustRun("agent", "stop")
    let hour = ["VAULT_UNLOCK_TIMEOUT": "3600"]
    let wrong = try run("settings", "confirm", "--pin-stdin", with: hour, input: "not the right pin\n")
    #expect(wrong.status == 77, "\(wrong)")
    #expect(try unlock(with: hour).output.contains(" 300 s "))
    let done = try confirm(with: hour)
    #expect(done.status == 0, "\(done)")
    #expect(try unlock(with: hour).output.contains(" 3600 s "))
    #expect(try vault.mustRun("settings").contains("environment, confirmed"))
    try startAgent(with: Self.aDay)
    #expect(try unlock().output.contains(" 3600 s "))
  }

  @Test("what was confirmed once does not come back with the files of its day")
  func putBack() throws {
    try vault.setPIN()
    try vault.mustRun("agent", "stop")
    #expect(try confirm(with: Self.aDay).status == 0)
    let names = ["owner", "owner.copy"].map { "\(vault.root.path)/data/\($0)" }
    let former = try names.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(try confirm().status == 0)
    for (name, data) in zip(names, former) { try data.write(to: URL(fileURLWithPath: name)) }
    let unlocked = try unlock(with: Self.aDay)
    #expect(unlocked.status != 0 || unlocked.output.contains(" 300 s "), "\(unlocked)")
  }

  @Test("before there is a PIN settings count as they are set, and there is nothing to confirm with")
  func noOwner() throws {
    #expect(try run("settings", with: Self.aDay).output.contains("86400"))
    #expect(try !vault.mustRun("settings").contains("not confirmed"))
    let refused = try confirm(with: Self.aDay)
    #expect(refused.status == 77 && refused.errors.contains("vault pin set"), "\(refused)")
  }

  @Test("beside a stored login another server is passed over: it gets neither login nor question")
  func server() throws {
    let (own, other) = (try TestServer(), try TestServer())
    let login = try run(
      "login", "--email", TestServer.email, "--password-stdin", "--server", own.address,
      input: TestServer.password + "\n")
    #expect(login.status == 0, "\(login)")
    try vault.setPIN()
    try vault.mustRun("agent", "stop")
    let elsewhere = ["VAULT_SERVER_URL": other.address]
    let who = try run("whoami", with: elsewhere)
    #expect(who.status == 0 && who.output.contains(TestServer.email), "\(who)")
    #expect(try own.sessionCount() == 1 && other.sessionCount() == 0)
    #expect(try vault.mustRun("status").contains("server-url (\(other.address)"))
    #expect(try confirm(with: elsewhere).status == 0)
    try waitUntil("the other server is the one to log in to") {
      let status = try run("status", "--json", with: elsewhere).output
      return status.contains("needsCredentials") && status.contains(other.address)
    }
    #expect(try own.sessionCount() == 0)
  }

  @Test("a file with certificate authorities is passed over until it is confirmed, and when it holds others")
  func authorities() throws {
    let certificate = try certificate("server")
    let server = try TestServer(["--tls-cert", certificate.path, "--tls-key", certificate.path + ".key"])
    let trusting = ["VAULT_CA_FILE": certificate.path]
    let login = try run(
      "login", "--email", TestServer.email, "--password-stdin", "--server", server.address, with: trusting,
      input: TestServer.password + "\n")
    #expect(login.status == 0, "\(login)")
    try vault.setPIN()
    try startAgent(with: trusting)
    let refused = try vault.vault("whoami")
    #expect(refused.status == 69 && refused.errors.contains("vault settings confirm"), "\(refused)")
    #expect(try vault.mustRun("status").contains("ca-file (\(certificate.path)"))
    #expect(try confirm(with: trusting).status == 0)
    #expect(try run("whoami", with: trusting).output.contains(TestServer.email))
    let others = try self.certificate("others")
    try vault.mustRun("agent", "stop")
    try FileManager.default.removeItem(at: certificate)
    try FileManager.default.copyItem(at: others, to: certificate)
    #expect(try run("whoami", with: trusting).status == 69)
  }

  @Test("another store than the recorded one is refused, and nothing is asked or begun anew")
  func store() throws {
    try vault.setPIN()
    try vault.mustRun("agent", "stop")
    let refused = try unlock(with: ["VAULT_CREDENTIAL_STORE": "secret-service"])
    #expect(refused.status == 69 && refused.errors.contains("file"), "\(refused)")
    try vault.mustRun("agent", "stop")
    #expect(try unlock().status == 0)
  }

  /// A certificate for this machine that is its own authority, with its key beside it.
  private func certificate(_ name: String) throws -> URL {
    let file = vault.root.appendingPathComponent("\(name).pem")
    try ChildProcess.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-out", file.path, "-keyout",
      file.path + ".key",
    ])
    return file
  }
}

@Suite("An agent that another program started in surroundings of its own")
struct ForeignSurroundingsTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private func run(_ arguments: String..., bus: String, state: String) throws -> TestVault.Outcome {
    var environment = vault.environment
    environment["VAULT_STATE_DIR"] = nil
    environment["XDG_STATE_HOME"] = "\(vault.root.path)/\(state)"
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(vault.root.path)/\(bus)"
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path] + arguments, environment: environment)
    return TestVault.Outcome(status: try child.exitStatus(), output: child.output.text, errors: child.errors.text)
  }

  @Test("a bus or a directory that is not the session's own is told by every command, and one's own is not")
  func told() throws {
    let other = try run("list", bus: "theirs", state: "elsewhere")
    #expect(other.status == 0 && !other.errors.contains("was started with"), "\(other)")
    let own = try run("list", bus: "mine", state: "here")
    #expect(own.errors.contains("/theirs; this session's is unix:path=\(vault.root.path)/mine"), "\(own)")
    #expect(own.errors.contains("elsewhere/vault; yours is"), "\(own)")
    #expect(try run("agent", "stop", bus: "mine", state: "here").status == 0)
    #expect(try !run("list", bus: "mine", state: "here").errors.contains("was started with"))
  }

  @Test("code that was loaded into it is told by doctor")
  func loaded() throws {
    let environment = vault.environment.merging(["LD_PRELOAD": "libm.so.6"]) { $1 }
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path, "list"], environment: environment)
    #expect(try child.exitStatus() == 0)
    #expect(try vault.mustRun("doctor").contains("started with LD_PRELOAD"))
    try vault.mustRun("agent", "stop")
    #expect(try !vault.mustRun("doctor").contains("LD_PRELOAD"))
  }
}
