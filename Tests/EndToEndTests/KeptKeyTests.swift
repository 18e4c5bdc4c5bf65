import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import SecretMemory
import Testing
import VaultTesting

@testable import OwnerVerification
@testable import Sealing

@Suite("The private half kept over a lock, hunted with a debugger", .serialized)
struct KeptKeyTests {
  private func hunt(_ vault: TestVault) async throws -> Int {
    let (deviceKey, pepper) = try await vault.deviceSecrets()
    let header = try #require(try OwnerHeaderFile(directory: vault.data).load()?.header)
    let owner = try OwnerKeys(parameters: .standard).open(
      header, pin: try SecretBytes(Array(TestVault.pin.utf8)), pepper: pepper.bytes, deviceKey: deviceKey.bytes)
    let privateHalf = owner.privateKey.withUnsafeBytes { Array($0) }
    let pid = try #require(vault.agentPID)
    return try KeptKeyHunt.count(in: pid, of: header, privateHalf: privateHalf)
  }

  @Test("where the PIN verifies, nothing is kept")
  func byPIN() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    #expect(try vault.reveal(id).output == "mine")
    try vault.mustRun("lock")
    #expect(try await hunt(vault) == 0)
  }

  @Test("where the system verifies it is kept, and gone after vault lock --forget and a change of method")
  func bySystem() async throws {
    let directory = try SystemVerificationTests.ServiceDirectory()
    let (vault, id) = try SystemVerificationTests.prepared(directory)
    try vault.mustRun("lock")
    #expect(try await hunt(vault) > 0, "the control: whoever may trace the agent gets at it, as promise 13 says")
    try vault.mustRun("lock", "--forget")
    #expect(try await hunt(vault) == 0)

    #expect(try vault.reveal(id).output == "secret text")
    try vault.mustRun("lock")
    #expect(try await hunt(vault) > 0, "the control: it is kept anew")
    try vault.mustRun("verification", "use", "pin", "--pin-stdin", input: TestVault.pin + "\n")
    try vault.mustRun("lock")
    #expect(try await hunt(vault) == 0)
  }

  @Test("the end of the last session of an owner who lingers locks, and leaves the agent, which takes the PIN")
  func lingering() throws {
    let bus = try PrivateBus()
    let logind = try MockLogind(on: bus)
    try logind.addSession("c1", uid: getuid())
    let name = String(cString: try #require(getpwuid(getuid())).pointee.pw_name)
    let notes = bus.directory.appendingPathComponent("linger")
    try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
    try Data().write(to: notes.appendingPathComponent(name))
    let directory = try SystemVerificationTests.ServiceDirectory()
    let (vault, id) = try SystemVerificationTests.prepared(
      directory, extra: ["VAULT_TEST_SYSTEM_BUS": bus.address, "VAULT_TEST_LINGER_DIRECTORY": notes.path])
    let pid = try #require(vault.agentPID)
    try logind.removeSession("c1")
    try waitUntil("the vault locks") { try vault.mustRun("status").contains("locked") }
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForQuestion("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("secret text")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    #expect(vault.agentPID == pid)
  }

  @Test("the end of the owner's last session ends the agent, and the next one takes the PIN")
  func lastSession() throws {
    let bus = try PrivateBus()
    let logind = try MockLogind(on: bus)
    for session in ["c1", "c2"] { try logind.addSession(session, uid: getuid()) }
    let directory = try SystemVerificationTests.ServiceDirectory()
    let (vault, id) = try SystemVerificationTests.prepared(directory, extra: ["VAULT_TEST_SYSTEM_BUS": bus.address])
    try vault.mustRun("lock")
    let pid = try #require(vault.agentPID)
    try logind.removeSession("c1")
    let control = try PseudoTerminal()
    let other = try SystemVerificationTests.reveal(vault, id, control, answer: "opensesame")
    try control.waitForText("secret text")
    control.type("q")
    #expect(try other.waitForEnd().status == 0, "the control: one session is left, and the system verifies")
    #expect(vault.agentPID == pid)

    try logind.removeSession("c2")
    try waitUntil("the agent ends") { vault.agentPID == nil && kill(pid, 0) != 0 }
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForQuestion("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("secret text")
    #expect(terminal.written("Password") == 0)
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
  }
}
