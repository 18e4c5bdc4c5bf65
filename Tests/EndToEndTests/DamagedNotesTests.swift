import Foundation
import PrivateDesktop
import ProcessTesting
import TaskStore
import Testing

@Suite("The vault's own notes in the task database, damaged")
struct DamagedNotesTests {
  private func set(_ bytes: [UInt8]?, _ key: String, in vault: TestVault) async throws -> [UInt8]? {
    vault.killAgent()
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    let former = try await store.state(VaultStateKey(key))
    try await store.setState(bytes, for: VaultStateKey(key))
    try await store.close()
    return former
  }

  @Test("without the name of its items the keyring is not used, what needs none works, and put back it serves again")
  func namespace() async throws {
    let keyring = try PrivateKeyring()
    let vault = try TestVault(store: nil, extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    let former = try await set(Array("{]".utf8), "keyring-namespace", in: vault)
    let listed = try vault.vault("list")
    #expect(listed.status == 0 && listed.output.contains("Label"), "\(listed)")
    #expect(listed.errors.contains("items in the keyring is damaged"), "told, with the remedy: \(listed)")
    for command in [
      ["reveal", id, "--plain", "--pin-stdin"], ["add", "--protected", "-"], ["pin", "set", "--pin-stdin"],
    ] {
      let outcome = try vault.run("vault", command, input: TestVault.pin + "\n")
      #expect(outcome.status == 69 && outcome.output.isEmpty, "\(command): \(outcome)")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(vault.data)/credentials.db"))
    _ = try await set(former, "keyring-namespace", in: vault)
    #expect(try vault.reveal(id).output == "the text")
  }

  @Test("without the record of where the tasks are they are read from where they can only be, or the setting says it")
  func taskStore() async throws {
    let vault = try TestVault()
    try vault.mustRun("add", "in the database")
    _ = try await set(Array("{]".utf8), "task-store", in: vault)
    let listed = try vault.vault("list")
    #expect(listed.status == 0 && listed.output.contains("in the database"), "\(listed)")
    #expect(listed.errors.contains("where the tasks are was damaged"), "\(listed)")
    vault.killAgent()
    #expect(try vault.vault("list").errors.isEmpty, "it was written anew")
    // Both have been in use: nobody but the owner knows which.
    _ = try await set(Array("{]".utf8), "task-store", in: vault)
    try Data().write(to: URL(fileURLWithPath: "\(vault.data)/operations.db"))
    let refused = try vault.vault("list")
    #expect(refused.status == 78 && refused.errors.contains("VAULT_TASK_STORE"), "\(refused)")
    let chosen = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path, "list"],
      environment: vault.environment.merging(["VAULT_TASK_STORE": "sqlite"]) { $1 })
    #expect(try chosen.exitStatus(within: 60) == 0 && chosen.output.text.contains("in the database"))
  }

  @Test("a damaged note of the credential file's age is told and made anew")
  func generation() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    _ = try await set(Array("{]".utf8), "credential-generation", in: vault)
    #expect(try vault.reveal(id).output == "the text")
  }
}
