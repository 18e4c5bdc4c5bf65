import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("Where the vault stands: buses, keyrings, files, directories and sockets")
struct LaunchEnvironmentTests {
  // MARK: The choice of the store

  /// The first write of a new vault, a login, with the store left to `auto`.
  private func firstWrite(_ extra: [String: String]) throws -> (TestVault, seconds: Double, told: String) {
    let server = try TestServer()
    let vault = try TestVault(store: nil, extra: extra.merging(["VAULT_SERVER_URL": server.address]) { $1 })
    try vault.mustRun("list")
    let start = Date()
    let outcome = try vault.vault(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    let seconds = Date().timeIntervalSince(start)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // What is told may come with this command or the next, but once.
    let later = try (0..<3).map { _ in try vault.vault("list").errors }
    return (vault, seconds, ([outcome.errors] + later).joined())
  }

  private func expectFile(_ vault: TestVault, _ seconds: Double, _ told: String) throws {
    #expect(seconds < 3)
    #expect(told.components(separatedBy: "No usable keyring").count == 2, "told once: \(told)")
    #expect(try vault.mustRun("store", "status").contains("file"))
    #expect(FileManager.default.fileExists(atPath: "\(vault.data)/credentials.db"))
  }

  @Test("without any bus `auto` takes the file at once, and says so once")
  func noBus() throws {
    let (vault, seconds, told) = try firstWrite([:])
    try expectFile(vault, seconds, told)
  }

  @Test("with a bus that is gone `auto` takes the file at once, and says so once")
  func deadBus() throws {
    let (vault, seconds, told) = try firstWrite(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
    try expectFile(vault, seconds, told)
  }

  @Test("with a keyring that can't store `auto` takes the file at once, and says so once")
  func keyringCannotStore() throws {
    let keyring = try PrivateKeyring(on: try PrivateBus(), password: nil)
    let (vault, seconds, told) = try firstWrite(["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    try expectFile(vault, seconds, told)
    withExtendedLifetime(keyring) {}
  }

  @Test("a recorded keyring that is gone is unavailable: nothing is asked, no other store is made")
  func keyringGone() throws {
    let keyring = try PrivateKeyring()
    let vault = try TestVault(store: nil, extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    #expect(try vault.mustRun("store", "status").contains("secret-service"))
    vault.killAgent()
    keyring.daemon.end()
    #expect(try vault.mustRun("list").contains("Label"), "what needs no keyring works")
    let commands = [
      ["reveal", id, "--plain", "--pin-stdin"], ["login"], ["store", "check"], ["add", "--protected", "-"],
    ]
    for command in commands {
      let outcome = try vault.run("vault", command, input: TestVault.pin + "\n")
      #expect(outcome.status == 69, "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("keyring") && outcome.errors.contains("No other store"), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    let doctor = try vault.vault("doctor")
    #expect(doctor.status == 69 && doctor.output.contains("problem  credential store"), "\(doctor.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(vault.data)/credentials.db"))
    #expect(!FileManager.default.fileExists(atPath: "\(vault.root.path)/config/credentials.key"))
  }

  @Test("the keyring's items name no email and no label, and their secrets hold no protected text")
  func keyringItems() throws {
    let keyring = try PrivateKeyring()
    let server = try TestServer()
    let vault = try TestVault(
      store: nil, extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address, "VAULT_SERVER_URL": server.address])
    try vault.mustRun("login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    try vault.setPIN()
    let id = try vault.addProtected("under the third flowerpot", label: "Spare key")
    #expect(try vault.reveal(id).output == "under the third flowerpot")
    let found = try keyring.bus.run(["secret-tool", "search", "--all", "xdg:schema", "io.vault.Credential"])
    let lines = found.components(separatedBy: "\n")
    // Login, the device's secret for it, device key, pepper, attempts, the witness of the key slots, the list of the owner's
    // texts and how far it has come, and the one text.
    #expect(lines.filter { $0.hasPrefix("label = Vault credential") }.count == 9, "all items: \(found)")
    #expect(!found.contains("flowerpot") && !found.contains("Spare key"))
    for line in lines where line.hasPrefix("label") || line.hasPrefix("attribute") || line.hasPrefix("schema") {
      // Not "ada" alone: hashes in hexadecimal hold that by chance.
      #expect(!line.contains("ada@") && !line.contains("example.org"), "\(line)")
    }
  }

  // MARK: systemd

  @Test("systemd's own socket activation starts the agent at the first command")
  func socketActivation() throws {
    let vault = try TestVault()
    let runtime = vault.root.appendingPathComponent("run").path
    try FileManager.default.createDirectory(
      atPath: runtime, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let variables = vault.environment.flatMap { ["--setenv", "\($0.key)=\($0.value)"] }
    let command =
      ["systemd-socket-activate", "--listen", "\(runtime)/agent.sock"] + variables
      + [TestVault.programs.appendingPathComponent("vault-agent").path]
    let activated = try ChildProcess(command, environment: vault.environment)
    try waitUntil("systemd listens") { FileManager.default.fileExists(atPath: "\(runtime)/agent.sock") }
    // As the unit's `SocketMode=` has it; this tool has no option for that.
    #expect(chmod("\(runtime)/agent.sock", 0o600) == 0)
    try vault.mustRun("add", "a task")
    #expect(try vault.mustRun("list").contains("a task"))
    // Not `exe`: an agent that forbids dumps shows it to root alone.
    let program = try String(contentsOfFile: "/proc/\(activated.pid)/comm", encoding: .utf8)
    #expect(program == "vault-agent\n", "the very process that systemd had listen")
    try vault.mustRun("agent", "stop")
    #expect(try activated.exitStatus() == 0)
  }

  // MARK: Files

  @Test("an agent's log that is a pipe is refused at once", .timeLimit(.minutes(5)))
  func logIsPipe() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "a task")
    try vault.mustRun("agent", "stop")
    let log = vault.root.appendingPathComponent("state/agent.log").path
    try FileManager.default.removeItem(atPath: log)
    #expect(mkfifo(log, 0o600) == 0)
    let outcome = try vault.vault("list")
    #expect(outcome.status == 69 && outcome.errors.contains("agent.log"), "\(outcome)")
    try FileManager.default.removeItem(atPath: log)
    #expect(try vault.mustRun("list").contains("a task"))
  }

  @Test("a key file that others may read is refused with 78, a missing one with 69; nothing is made in its place")
  func keyFile() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    vault.killAgent()
    let key = "\(vault.root.path)/config/credentials.key"
    #expect(chmod(key, 0o644) == 0)
    let open = try vault.reveal(id)
    #expect(open.status == 78 && open.errors.contains(key) && open.errors.contains("chmod 600"), "\(open.errors)")
    #expect(chmod(key, 0o600) == 0)
    vault.killAgent()
    let manager = FileManager.default
    let kept = try [key, "\(key).copy"].map { ($0, try Data(contentsOf: URL(fileURLWithPath: $0))) }
    for (path, _) in kept { try manager.removeItem(atPath: path) }
    for command in [["reveal", id, "--plain", "--pin-stdin"], ["store", "check"], ["add", "--protected", "-"]] {
      let outcome = try vault.run("vault", command, input: TestVault.pin + "\n")
      #expect(outcome.status == 69 && outcome.errors.contains(key), "\(command): \(outcome.errors)")
    }
    #expect(!manager.fileExists(atPath: key))
    vault.killAgent()
    for (path, bytes) in kept {
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(chmod(path, 0o600) == 0)
    }
    #expect(try vault.reveal(id).output == "secret")
  }

  @Test("a credential file of a newer version is refused with 65 and left as it is")
  func newerVersion() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    vault.killAgent()
    let script = """
      import sqlite3, sys
      for path in sys.argv[1:]:
          database = sqlite3.connect(path)
          database.execute("PRAGMA user_version = 99")
          database.close()
      """
    let files = ["", ".mirror"].map { "\(vault.data)/credentials.db\($0)" }
    let environment = ["PATH": "/usr/bin:/bin"]
    try ChildProcess.run(["/usr/bin/python3", "-c", script] + files, environment: environment)
    for command in [["reveal", id, "--plain", "--pin-stdin"], ["store", "check"]] {
      let outcome = try vault.run("vault", command, input: TestVault.pin + "\n")
      #expect(outcome.status == 65 && outcome.errors.contains("newer"), "\(command): \(outcome.errors)")
    }
    vault.killAgent()
    let read = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version').fetchone()[0])"
    for file in files {
      #expect(try ChildProcess.run(["/usr/bin/python3", "-c", read, file], environment: environment) == "99\n")
    }
  }

  @Test("a data directory that can't be written is named, and works once it can")
  func readOnlyDirectory() throws {
    let vault = try OrdinaryVault()
    try vault.mustRun(["list"])
    try vault.stopAgent()
    for name in try FileManager.default.contentsOfDirectory(atPath: vault.data) {
      // The agent, which has said goodbye, may still be closing its databases, and takes their side files along.
      #expect(unlink("\(vault.data)/\(name)") == 0 || errno == ENOENT)
    }
    #expect(chmod(vault.data, 0o500) == 0)
    for command in [["add", "a task"], ["list"]] {
      let outcome = try vault.run(command)
      #expect([73, 74].contains(outcome.status), "\(command): \(outcome)")
      #expect(outcome.text.contains(vault.data), "\(command) names the place: \(outcome)")
    }
    #expect(chmod(vault.data, 0o700) == 0)
    try vault.mustRun(["add", "a task"])
    #expect(try vault.mustRun(["list"]).contains("a task"))
  }

  // MARK: Sockets

  @Test("a runtime directory that others may enter, or of another user, is refused with 78")
  func untrustedDirectory() throws {
    let vault = try TestVault()
    let run = "\(vault.root.path)/run"
    #expect(mkdir(run, 0o700) == 0 && chmod(run, 0o777) == 0)
    let open = try vault.vault("list")
    #expect(open.status == 78 && open.errors.contains(run), "\(open.errors)")
    // Only root can give a directory away; for anybody else, root's own serves.
    if getuid() == 0 {
      #expect(chmod(run, 0o700) == 0 && chown(run, 65534, 65534) == 0)
      let foreign = try vault.vault("list")
      #expect(foreign.status == 78 && foreign.errors.contains("65534"), "\(foreign.errors)")
      #expect(chown(run, 0, 0) == 0)
    } else {
      let other = try TestVault(extra: ["VAULT_RUNTIME_DIR": "/usr"])
      #expect(try other.vault("list").status == 78)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(run)/agent.sock"))
  }

  @Test("a socket that others may use is refused with 78")
  func untrustedSocket() throws {
    let vault = try TestVault()
    try vault.mustRun("list")
    #expect(chmod("\(vault.root.path)/run/agent.sock", 0o666) == 0)
    let outcome = try vault.vault("list")
    #expect(outcome.status == 78 && outcome.errors.contains("agent.sock"), "\(outcome.errors)")
  }

  @Test("another vault's agent is refused with 78, and both vaults are named")
  func otherVaultsAgent() throws {
    let first = try TestVault()
    try first.mustRun("list")
    let second = try TestVault(extra: ["VAULT_RUNTIME_DIR": "\(first.root.path)/run"])
    let outcome = try second.vault("list")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains(first.data) && outcome.errors.contains(second.data), "\(outcome.errors)")
  }

  @Test("a lock reaches the agent though somebody has exchanged the vault's directory")
  func lockInSpiteOfExchange() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let kept = "\(vault.root.path)/kept"
    try FileManager.default.moveItem(atPath: vault.data, toPath: kept)
    try FileManager.default.copyItem(atPath: kept, toPath: vault.data)
    #expect(try vault.vault("list").status == 78, "the control: it is another vault's directory now")
    try vault.mustRun("lock")
    try FileManager.default.removeItem(atPath: vault.data)
    try FileManager.default.moveItem(atPath: kept, toPath: vault.data)
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
  }

  @Test(
    "a lock reaches the agent though somebody has opened its directory or its socket to others",
    arguments: ["", "/agent.sock"])
  func lockInSpiteOfPermissions(name: String) throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let path = "\(vault.root.path)/run\(name)"
    let kept = try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    #expect(try vault.vault("list").status == 78, "the control: nothing else is sent")
    try vault.mustRun("lock")
    try FileManager.default.setAttributes([.posixPermissions: kept], ofItemAtPath: path)
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
  }

  @Test("two vaults side by side keep apart: tasks, PINs, locks and keyring items")
  func sideBySide() throws {
    let keyring = try PrivateKeyring()
    let extra = ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address]
    let first = try TestVault(store: "secret-service", extra: extra)
    let second = try TestVault(store: "secret-service", extra: extra)
    try first.setPIN("the first one's pin")
    try second.setPIN("the second one's pin")
    let one = try first.addProtected("first text")
    let two = try second.addProtected("second text")
    #expect(try first.reveal(one, pin: "the first one's pin").output == "first text")
    #expect(try second.reveal(one, pin: "the second one's pin").status == 64, "not its task")
    #expect(try second.reveal(two, pin: "the first one's pin").status == 77)
    #expect(try second.reveal(two, pin: "the second one's pin").output == "second text")
    try first.mustRun("lock")
    #expect(try !second.isLocked)
    #expect(try second.vault("reveal", two, "--plain").output == "second text")
  }

  @Test("a runtime directory whose socket would have too long a path is told, with the limit")
  func longPath() throws {
    let vault = try TestVault(extra: ["VAULT_RUNTIME_DIR": "/tmp/" + String(repeating: "x", count: 120)])
    let outcome = try vault.vault("list")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("107") && outcome.errors.contains("VAULT_RUNTIME_DIR"), "\(outcome.errors)")
  }
}
