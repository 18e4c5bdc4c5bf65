import Foundation
import PrivateDesktop
import ProcessTesting
import SecretMemory
import TaskStore
import Testing

@testable import CredentialStore
@testable import OwnerVerification

@Suite("A record of tried PINs that another program on the session bus has written")
struct GuessingKeyringTests {
  private let keyring: PrivateKeyring
  private let vault: TestVault

  init() throws {
    keyring = try PrivateKeyring()
    vault = try TestVault(store: "secret-service", extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
  }

  /// The vault's items, as any program on the bus has them; only while no agent runs.
  private func items() async throws -> SecretServiceStore {
    SecretServiceStore(namespace: try await namespace(), busAddress: keyring.bus.address)
  }

  /// What the names of the vault's items are made of; only while no agent runs.
  private func namespace() async throws -> String {
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    let bytes = try await store.state(VaultStateKey("keyring-namespace"))
    try await store.close()
    return try JSONDecoder().decode(String.self, from: Data(try #require(bytes)))
  }

  /// Puts a record in the keyring, with a MAC as the agent's own.
  private func plant(_ record: AttemptRecord) async throws {
    vault.killAgent()
    let items = try await items()
    let (device, name) = (try #require(CredentialName("device/key")), try #require(CredentialName("attempts")))
    guard let secret = try await items.value(for: device) else { throw ChildProcess.Failure("no device key") }
    let key = try AttemptRecordFile.key(from: secret)
    try await items.set(try SecretBytes(try record.encoded(key: key.bytes)), for: name)
  }

  @Test("the highest generation there is ends neither the agent nor the right PIN, and goes into no other place")
  func highestGeneration() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    var record = AttemptRecord()
    record.generation = .max
    try await plant(record)
    let pid = { vault.agentPID }
    let outcome = try vault.reveal(id)
    #expect(outcome.status == 0 && outcome.output == "the text", "\(outcome)")
    let agent = pid()
    try vault.mustRun("lock")
    try vault.guessWrong(2, at: id)
    #expect(try vault.reveal(id).output == "the text")
    #expect(pid() == agent, "it was never gone")
    let attempts = try #require(CredentialName("attempts"))
    vault.killAgent()
    guard let value = try await items().value(for: attempts) else { throw ChildProcess.Failure("no record") }
    let bytes = value.withUnsafeBytes { Array($0) }
    // The generation stands first.
    #expect(bytes.prefix(4).allSatisfy { $0 == 0 }, "written anew: \(bytes)")
  }

  @Test("a day's wait and twenty failures: the PIN waits, the slot stays open, and the recovery code opens at once")
  func longestWait() async throws {
    let code = try vault.setPINWithCode()
    let id = try vault.addProtected("the text")
    var record = AttemptRecord()
    record.generation = .max
    record.failures = .max
    record.wait = AttemptRecord.Wait(
      seconds: .max, bootID: [UInt8](repeating: 9, count: 16), endMilliseconds: .min, beganAt: .min)
    try await plant(record)
    let waiting = try vault.reveal(id)
    #expect(waiting.status == 75 && waiting.errors.contains("86400 s"), "\(waiting)")
    #expect(try vault.reveal(id, code: code).output == "the text")
    try vault.mustRun("lock")
    #expect(try vault.reveal(id).output == "the text", "and then the PIN")
    vault.killAgent()
    #expect(try vault.reveal(id).output == "the text", "also of the next agent")
  }

  @Test("an item that is no record at all denies nothing")
  func garbageItem() async throws {
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    vault.killAgent()
    let items = try await items()
    let name = try #require(CredentialName("attempts"))
    for bytes in [[], [UInt8](repeating: 0xFF, count: 5000)] {
      try await items.set(try SecretBytes(bytes), for: name)
      #expect(try vault.reveal(id).output == "the text")
      vault.killAgent()
    }
  }

  @Test("garbage in the place of a note keeps nobody out", arguments: ["owner/header", "owned/generation"])
  func garbageNote(name: String) async throws {
    let code = try vault.setPINWithCode()
    let id = try vault.addProtected("the text")
    #expect(try vault.reveal(id).output == "the text")
    for isRunning in [true, false] {
      vault.killAgent()
      let name = try #require(CredentialName(name))
      let attributes = ItemIdentity.attributes(namespace: try await namespace(), name: name)
      if isRunning { #expect(try vault.reveal(id).output == "the text", "an agent that has proven the owner") }
      let store = #"printf garbage | secret-tool store --label any "$@""#
      _ = try keyring.bus.run(
        ["sh", "-c", store, "sh"] + attributes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
      if isRunning { try vault.mustRun("lock") }
      let outcome = try isRunning ? vault.reveal(id) : vault.reveal(id, code: code)
      #expect(outcome.output == "the text", "\(outcome)")
      #expect(outcome.errors.contains("has been rewritten"), "told: \(outcome)")
      try vault.mustRun("lock")
      #expect(try !vault.reveal(id).errors.contains("has been rewritten"), "once")
    }
  }
}
