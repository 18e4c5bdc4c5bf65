import AgentAPI
import Foundation
import Glibc
import LinuxSystem
import PrivateDesktop
import ProcessTesting
import Testing
import VaultClient
import VaultModel

@Suite("What locks the vault", .serialized)
struct LockTests {
  private func unlocked(_ extra: [String: String]) throws -> (TestVault, String) {
    let vault = try TestVault(extra: extra)
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    #expect(try vault.reveal(id).output == "secret")
    #expect(try vault.vault("reveal", id, "--plain").output == "secret", "the ticket holds")
    return (vault, id)
  }

  private func locksSoon(_ vault: TestVault) throws {
    try waitUntil("the vault locks") { try vault.isLocked }
  }

  @Test("logind's Lock of any session of this user")
  func sessionLock() throws {
    let bus = try PrivateBus()
    let logind = try MockLogind(on: bus)
    try logind.addSession("c7", uid: getuid())
    let (vault, _) = try unlocked(["VAULT_TEST_SYSTEM_BUS": bus.address])
    try logind.lock("c7")
    try locksSoon(vault)
  }

  @Test("the machine going to sleep, which waits for it")
  func sleep() throws {
    let bus = try PrivateBus()
    let logind = try MockLogind(on: bus)
    let (vault, _) = try unlocked(["VAULT_TEST_SYSTEM_BUS": bus.address])
    #expect(try logind.inhibitorCount() == 1)
    try logind.prepareForSleep(true)
    try locksSoon(vault)
    try waitUntil("sleep may go on") { try logind.inhibitorCount() == 0 }
  }

  @Test("the screen saver")
  func screenSaver() throws {
    let bus = try PrivateBus()
    let saver = try MockScreenSaver(on: bus)
    let (vault, _) = try unlocked(["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try saver.setActive(true)
    try locksSoon(vault)
  }

  @Test("the loss of a bus that was watched")
  func busLost() throws {
    let bus = try PrivateBus()
    let logind = try MockLogind(on: bus)
    let (vault, _) = try unlocked(["VAULT_TEST_SYSTEM_BUS": bus.address])
    bus.kill()
    try locksSoon(vault)
    withExtendedLifetime(logind) {}
  }

  @Test("the end of the agent, by SIGTERM")
  func terminated() throws {
    let (vault, id) = try unlocked([:])
    let pid = try #require(vault.agentPID)
    kill(pid, SIGTERM)
    try waitUntil("the agent ends") { vault.agentPID == nil }
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
  }

  @Test("a command, while a hundred clients hold connections and ask nothing")
  func crowd() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("text")
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.mustRun("reveal", id, "--plain") == "text")
    var crowd: [Int32] = []
    defer { for descriptor in crowd { close(descriptor) } }
    for _ in 0..<100 {
      try waitUntil("the agent takes the next") {
        do throws(SystemError) { crowd.append(try UnixSocket.connect(to: "\(vault.root.path)/run/agent.sock")) } catch {
          guard error.code == EAGAIN else { throw error }
          return false
        }
        return true
      }
    }
    try vault.mustRun("lock")
    #expect(try vault.isLocked)
  }

  @Test("a command, while more clients than the agent serves have it send what they do not read")
  func busyCrowd() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("text")
    for _ in 0..<8 { try vault.mustRun("add", "ordinary", "--notes", String(repeating: "n", count: 60_000)) }
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try vault.mustRun("reveal", id, "--plain") == "text")
    let export = ExportTasks(format: "json", filter: TaskFilter(state: .any), includesProtected: false)
    var crowd: [AgentClient] = []
    for _ in 0..<64 {
      let client = try TestClient.connect(to: vault)
      try client.begin(export)
      crowd.append(client)
    }
    // Each is being served, or will be: what is sent has no room on its way.
    #expect(try TestClient.connect(to: vault).welcome.pid == vault.agentPID)
    try vault.mustRun("lock")
    withExtendedLifetime(crowd) {}
    crowd = []
    #expect(try vault.isLocked)
  }

  @Test("idleness, counted from the last reveal")
  func idle() throws {
    let (vault, _) = try unlocked(["VAULT_UNLOCK_TIMEOUT": "10"])
    #expect(try !vault.isLocked)
    try waitUntil("the vault locks by itself") { try vault.isLocked }
  }

  @Test("the socket's file going away, which ends the agent")
  func socketVanishes() throws {
    let (vault, id) = try unlocked([:])
    let pid = try #require(vault.agentPID)
    try FileManager.default.removeItem(at: vault.root.appendingPathComponent("run/agent.sock"))
    try waitUntil("the agent has ended") { kill(pid, 0) != 0 }
    #expect(try vault.reveal(id).output == "secret")
  }
}
