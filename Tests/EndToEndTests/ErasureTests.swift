import AgentAPI
import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultClient
import VaultTesting

@Suite("Erasing a vault")
struct ErasureTests {
  /// What is left of a vault, below its directories.
  private func rest(of vault: TestVault) -> [String] {
    ["data", "config", "state", "cache", "run"].flatMap { name in
      let place = vault.root.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: place.path) else { return [String]() }
      return [name] + (FileManager.default.subpaths(atPath: place.path) ?? []).map { "\(name)/\($0)" }.sorted()
    }
  }

  /// How many items of vaults are in a keyring.
  private func itemCount(_ keyring: PrivateKeyring) throws -> Int {
    let found = try keyring.bus.call(
      "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.SearchItems",
      "{'xdg:schema': 'io.vault.Credential'}")
    return found.components(separatedBy: "/org/freedesktop/secrets/collection/").count - 1
  }

  private func erase(_ vault: TestVault, _ options: String..., pin: String = TestVault.pin) throws
    -> TestVault.Outcome
  {
    try vault.run("vault", ["erase", "--everything", "--pin-stdin"] + options, input: pin + "\n")
  }

  @Test("takes the PIN however the vault was unlocked, leaves neither item nor file, and a new vault begins as one")
  func keyring() throws {
    let keyring = try PrivateKeyring()
    let vault = try TestVault(store: "secret-service", extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let before = try itemCount(keyring)
    #expect(before > 2)

    let wrong = try erase(vault, pin: "not the right pin")
    #expect(wrong.status == 77, "\(wrong)")
    #expect(try itemCount(keyring) == before)
    #expect(try vault.reveal(id).output == "the text")

    let erased = try erase(vault)
    #expect(erased.status == 0, "\(erased)")
    #expect(erased.output.contains("\(before) items in the keyring"), "\(erased)")
    #expect(try itemCount(keyring) == 0)
    #expect(rest(of: vault) == [] && vault.agentPID == nil)

    try vault.mustRun("add", "Milk")
    #expect(try vault.mustRun("list").contains("Milk"))
    #expect(try vault.vault("list", "--all", "--json").output.components(separatedBy: "shortId").count == 2)
    try vault.setPIN("another long pin")
  }

  @Test("removes this machine at the server, and neither touches nor forgets to name what is not its own")
  func server() throws {
    let server = try TestServer()
    let token = try server.sessionToken()
    let vault = try TestVault.loggedIn(to: server)
    try waitUntil("the device is registered") { try server.deviceCount(token) == 1 }
    try vault.setPIN()
    _ = try vault.addProtected("the text")
    let target = vault.root.appendingPathComponent("elsewhere")
    try "mine".write(to: target, atomically: true, encoding: .utf8)
    for (name, link) in [("data/letter.txt", nil), ("state/tasks.db", nil), ("data/tasks.db.set-aside-1", target)] {
      let place = vault.root.appendingPathComponent(name)
      if let link {
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: link)
      } else {
        try "foreign".write(to: place, atomically: true, encoding: .utf8)
      }
    }
    let erased = try erase(vault, "--json")
    #expect(erased.status == 0, "\(erased)")
    let report = try TestVault.object(erased.output)
    let foreign = ["data/letter.txt", "state/tasks.db"].map { vault.root.appendingPathComponent($0).path }
    #expect(report["foreign"] as? [String] == foreign && (report["problems"] as? [Any])?.isEmpty == true)
    #expect((report["devices"] as? [[String: Any]])?.first?["isRemoved"] as? Bool == true)
    #expect(try server.deviceCount(token) == 0)
    #expect(rest(of: vault) == ["data", "data/letter.txt", "state", "state/tasks.db"])
    #expect(try String(contentsOf: target, encoding: .utf8) == "mine")

    let again = try vault.vault("erase", "--everything")
    #expect(again.status == 0 && again.output.contains("nothing is left to erase"), "\(again)")
  }

  @Test("erases nothing where the server can't be told, unless it is told to go on")
  func serverGone() throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    let token = try server.sessionToken()
    try waitUntil("the device is registered") { try server.deviceCount(token) == 1 }
    try vault.setPIN()
    try vault.mustRun("add", "Milk")
    server.kill()
    let refused = try erase(vault)
    #expect(refused.status == 69 && refused.errors.contains(server.address), "\(refused)")
    #expect(
      refused.errors.contains("Nothing on this machine was erased") && refused.errors.contains("--without-server"),
      "\(refused)")
    #expect(try vault.mustRun("list").contains("Milk"))

    let erased = try erase(vault, "--without-server")
    #expect(erased.status == 0 && erased.output.contains("\(server.address) still has this machine"), "\(erased)")
    #expect(rest(of: vault) == [])
  }

  @Test(
    "removes this machine also as a device of who logged out while the server was away, or says that it can't",
    arguments: [false, true])
  func formerUser(hasSession: Bool) throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    try waitUntil("the device is registered") { try server.deviceCount(server.sessionToken()) == 1 }
    try vault.setPIN()
    try server.addAccount("grace@example.org")
    server.kill()
    try vault.mustRun("logout", "--forget")
    // Nothing is tried again before the erasure.
    try vault.mustRun("agent", "stop")
    if !hasSession { try server.setPassword(TestServer.password) }
    try server.start()
    try vault.mustRun(
      "login", "--server", server.address, "--email", "grace@example.org", "--password-stdin",
      input: TestServer.password + "\n")
    let erased = try erase(vault)
    let left = try server.deviceCount(server.sessionToken())
    if hasSession {
      #expect(erased.status == 0 && left == 0 && rest(of: vault) == [], "\(erased)")
    } else {
      #expect(
        erased.status == 69 && erased.errors.contains("\(server.address) can't be told") && left == 1, "\(erased)")
      let anyway = try erase(vault, "--without-server")
      #expect(anyway.status == 0 && anyway.output.contains("\(server.address) still has this machine"), "\(anyway)")
    }
  }

  @Test("removes this machine from no server while another one can't be told, and names that one")
  func twoServers() throws {
    let (former, present) = (try TestServer(), try TestServer())
    let vault = try TestVault()
    for (server, other) in [(former, present), (present, former)] {
      let token = try server.sessionToken()
      try vault.mustRun(
        "login", "--server", server.address, "--email", TestServer.email, "--password-stdin",
        input: TestServer.password + "\n")
      try waitUntil("the device is registered") { try server.deviceCount(token) == 1 }
      if other === present { former.kill() }
    }
    try vault.setPIN()
    let refused = try erase(vault)
    #expect(refused.status == 69 && refused.errors.contains("\(former.address) can't be told"), "\(refused)")
    #expect(try present.deviceCount(present.sessionToken()) == 1, "not in vain")
    let erased = try erase(vault, "--without-server")
    #expect(erased.status == 0 && rest(of: vault) == [], "\(erased)")
  }

  @Test("takes typed words where there is no PIN, at a terminal alone")
  func withoutPIN() throws {
    let vault = try TestVault()
    try vault.mustRun("add", "Milk")
    let absent = try vault.withoutTerminal("erase", "--everything")
    #expect(absent.status == 77 && absent.errors.contains("at a terminal"), "\(absent)")
    for (typed, status) in [("yes", Int32(77)), ("erase everything", 0)] {
      #expect(try vault.mustRun("list").contains("Milk"))
      let terminal = try PseudoTerminal()
      let child = try vault.start("erase", "--everything", at: terminal)
      try terminal.waitForQuestion("This can't be taken back.")
      terminal.type(typed + "\r")
      #expect(try child.waitForEnd().status == status, "\(terminal.screen.everything)")
    }
    #expect(rest(of: vault) == [])
    #expect(try vault.vault("erase").status == 64)
  }

  @Test("is refused where another vault has its records in the same directory, whose keys would go")
  func sharedDirectory() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let other = vault.root.appendingPathComponent("state/owner-0123456789abcdef.note")
    try Data().write(to: other)
    let refused = try vault.run("vault", ["erase", "--everything", "--pin-stdin"], input: TestVault.pin + "\n")
    #expect(refused.status == 77 && refused.errors.contains("Another vault has its records"), "\(refused)")
    #expect(FileManager.default.fileExists(atPath: vault.root.appendingPathComponent("data/owner").path))
    try FileManager.default.removeItem(at: other)
    #expect(try vault.run("vault", ["erase", "--everything", "--pin-stdin"], input: TestVault.pin + "\n").status == 0)
    #expect(rest(of: vault) == [])
  }

  @Test("is refused where another vault shares one of its directories, with a PIN or without")
  func neighbours() throws {
    let vault = try TestVault()
    let config = vault.root.appendingPathComponent("config")
    let other = try TestVault(extra: ["VAULT_CONFIG_DIR": config.path])
    try vault.setPIN()
    try other.mustRun("add", "Milk")
    let refused = try erase(vault)
    #expect(refused.status == 77 && refused.errors.contains("Another vault uses \(config.path), too"), "\(refused)")
    #expect(FileManager.default.fileExists(atPath: config.appendingPathComponent("credentials.key").path))
    #expect(try other.mustRun("list").contains("Milk"))
    // One that is gone, as far as the person knows.
    try other.mustRun("agent", "stop")
    let marks = try FileManager.default.contentsOfDirectory(atPath: config.path).filter { $0.hasSuffix(".mark") }
    #expect(marks.count == 2)
    for mark in marks { try FileManager.default.removeItem(at: config.appendingPathComponent(mark)) }
    #expect(try erase(vault).status == 0)
    #expect(rest(of: vault) == [])
  }

  @Test("that was interrupted lets nothing else be done with the vault, and goes on without a question")
  func interrupted() throws {
    let vault = try TestVault()
    try vault.setPIN()
    _ = try vault.addProtected("the text")
    var person = TestClient()
    person.pin = TestVault.pin
    let agent = try TestClient.connect(to: vault)
    let plan = try agent.send(EraseVault(withoutServer: false), &person)
    #expect(plan.devices.isEmpty && !plan.outOfReach.isEmpty)
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    for words in [["list"], ["add", "Bread"], ["reveal", "--all", "--plain"]] {
      let outcome = try vault.run("vault", words)
      #expect(outcome.status == 77 && outcome.errors.contains("vault erase --everything"), "\(words): \(outcome)")
    }
    let erased = try vault.withoutTerminal("erase", "--everything")
    #expect(erased.status == 0 && erased.output.contains(plan.outOfReach[0]), "\(erased)")
    #expect(rest(of: vault) == [])
  }

  @Test("goes on after a crash, whenever that comes, and no command makes the vault anew meanwhile")
  func killed() throws {
    let vault = try TestVault()
    try vault.setPIN()
    _ = try vault.addProtected("the text")
    var person = TestClient()
    person.pin = TestVault.pin
    _ = try TestClient.connect(to: vault).send(EraseVault(withoutServer: false), &person)
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    let mark = vault.root.appendingPathComponent("data/erasing").path
    let keys = ["config/credentials.key", "data/owner"].map { vault.root.appendingPathComponent($0).path }
    let texts = vault.root.appendingPathComponent("data/tasks.db").path
    for step in 1...60 where FileManager.default.fileExists(atPath: mark) {
      let eraser = try ChildProcess(
        [TestVault.programs.appendingPathComponent("vault-agent").path, AgentProtocol.erasingArgument],
        environment: vault.environment)
      usleep(UInt32(step * 8000))
      eraser.end()
      guard FileManager.default.fileExists(atPath: mark) else { break }
      #expect(try vault.vault("add", "Bread").status == 77)
      // The keys go first.
      let hasTexts = FileManager.default.fileExists(atPath: texts)
      #expect(hasTexts || !keys.contains { FileManager.default.fileExists(atPath: $0) })
    }
    let erased = try vault.vault("erase", "--everything")
    #expect(erased.status == 0, "\(erased)")
    #expect(rest(of: vault) == [])
  }

  @Test("says what can't be erased, and does it when it can be")
  func keyringGone() throws {
    let bus = try PrivateBus()
    var keyring = try PrivateKeyring(on: bus)
    let vault = try TestVault(store: "secret-service", extra: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try vault.setPIN()
    _ = try vault.addProtected("the text")
    var person = TestClient()
    person.pin = TestVault.pin
    _ = try TestClient.connect(to: vault).send(EraseVault(withoutServer: false), &person)
    try waitUntil("the agent has ended") { vault.agentPID == nil }
    keyring.daemon.end()
    let failed = try vault.vault("erase", "--everything")
    #expect(failed.status == 74 && failed.output.contains("the keyring"), "\(failed)")
    #expect(rest(of: vault).contains("data/erasing") && !rest(of: vault).contains("data/owner"))
    #expect(try vault.vault("list").status == 77)

    keyring = try PrivateKeyring(on: bus)
    #expect(try itemCount(keyring) > 0)
    let erased = try vault.vault("erase", "--everything")
    #expect(erased.status == 0, "\(erased)")
    #expect(try itemCount(keyring) == 0)
    #expect(rest(of: vault) == [])
  }

  @Test(
    "is refused where others could have put something, and what to do is said", arguments: ["cache", "cache/pictures"])
  func writable(_ name: String) throws {
    let vault = try TestVault()
    try vault.setPIN()
    let place = vault.root.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    #expect(chmod(place, 0o777) == 0)
    let refused = try erase(vault)
    #expect(refused.status == 77 && refused.errors.contains("\(place) is not yours alone"), "\(refused)")
    #expect(refused.errors.contains("chmod 700"))
    #expect(FileManager.default.fileExists(atPath: vault.root.appendingPathComponent("data/owner").path))
    #expect(chmod(place, 0o700) == 0)
    #expect(try erase(vault).status == 0)
    #expect(rest(of: vault) == [])
  }

  @Test("goes through a link of one's own, says where that leads, and leaves what is not the vault's there")
  func linked() throws {
    let vault = try TestVault()
    let (data, disk) = (vault.root.appendingPathComponent("data"), vault.root.appendingPathComponent("disk"))
    try FileManager.default.createDirectory(
      at: disk, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createSymbolicLink(at: data, withDestinationURL: disk)
    try vault.setPIN()
    try vault.mustRun("add", "Milk")
    try Data("mine".utf8).write(to: disk.appendingPathComponent("letter"))
    let erased = try erase(vault)
    #expect(erased.status == 0 && erased.output.contains("\(data.path) is a link to \(disk.path)"), "\(erased)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["letter"])
  }

  @Test("leaves the start at login to another vault, which it starts")
  func otherVault() throws {
    let vault = try TestVault()
    try vault.mustRun("agent", "enable")
    let usual = vault.root.appendingPathComponent(".local/share/vault")
    try FileManager.default.createDirectory(at: usual, withIntermediateDirectories: true)
    try Data().write(to: usual.appendingPathComponent("tasks.db"))
    try vault.setPIN()
    for action in ["enable", "disable"] {
      let refused = try vault.vault("agent", action)
      #expect(refused.status == 64 && refused.errors.contains("is the vault in \(usual.path)"), "\(refused)")
    }
    let erased = try erase(vault)
    #expect(erased.status == 0 && erased.output.contains("The start at login stays"), "\(erased)")
    #expect(!erased.output.contains("its start at login"), "\(erased.output)")
    let entry = vault.root.appendingPathComponent(".config/autostart/vault-agent.desktop").path
    #expect(FileManager.default.fileExists(atPath: entry))
  }

  @Test("takes the start at login along, and the pictures of this vault alone")
  func besides() throws {
    let vault = try TestVault()
    try vault.mustRun("agent", "enable")
    let entry = vault.root.appendingPathComponent(".config/autostart/vault-agent.desktop").path
    #expect(FileManager.default.fileExists(atPath: entry))
    try vault.setPIN()
    let other = "cache/pictures/\(String(repeating: "a", count: 32))/\(String(repeating: "b", count: 32))"
    let place = vault.root.appendingPathComponent(other)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data([1]).write(to: place.appendingPathComponent(UUID().uuidString))
    let erased = try erase(vault)
    #expect(erased.status == 0 && erased.output.contains("and its start at login"), "\(erased)")
    #expect(!FileManager.default.fileExists(atPath: entry))
    #expect(rest(of: vault).contains(other) && !rest(of: vault).contains("data"))
  }
}
