import CredentialStore
import Foundation
import PrivateDesktop
import SecretMemory
import TaskStore
import Testing
import VaultModel
import VaultTesting

@testable import OwnerVerification
@testable import Sealing

@Suite("Key slots as former versions left them, and texts for somebody else")
struct LegacyFormatTests {
  @Test("they open by the PIN, come out in the present form, and put back beside any one note they are refused")
  func olderForm() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    try await vault.makeLegacyFormat()
    let old = try Data(contentsOf: vault.slotFiles[0])
    let oldNotes = try await vault.headerNotes()
    // Nobody has proven them; header and witness agree.
    try vault.mustRun("add", "--protected", "-", input: "before the first unlock")
    #expect(try vault.reveal(id).output == "mine")
    let new = try Data(contentsOf: vault.slotFiles[0])
    #expect(new != old)
    vault.killAgent()
    let notes = try await vault.headerNotes()
    #expect(notes.allSatisfy { $0 != nil })
    for place in 0..<3 {
      vault.killAgent()
      try vault.putSlots(old)
      var changed = oldNotes
      changed[place] = notes[place]
      try await vault.put(headerNotes: changed)
      let refused = try vault.reveal(id)
      #expect(refused.status == 65 && refused.output.isEmpty, "\(place): \(refused)")
      #expect(try vault.vault("add", "--protected", "-", input: "text").status == 65, "\(place)")
    }
    vault.killAgent()
    try vault.putSlots(new)
    try await vault.put(headerNotes: notes)
    #expect(try vault.reveal(id).output == "mine")
  }

  @Test("the way of verification that was chosen before is not proven: the PIN, and how to choose again is told")
  func formerMethod() async throws {
    let directory = try SystemVerificationTests.ServiceDirectory()
    let vault = try TestVault(extra: ["VAULT_TEST_PAM_DIRECTORY": directory.path])
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    try await vault.makeLegacyFormat(method: "pam")
    let outcome = try vault.reveal(id)
    #expect(outcome.output == "mine")
    #expect(outcome.errors.contains("vault verification use pam"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("changed elsewhere"), "\(outcome.errors)")
    try Self.asksForPIN(vault, id)
  }

  @Test("a way of verification that was changed elsewhere counts for nothing, and is told")
  func changedMethod() async throws {
    let directory = try SystemVerificationTests.ServiceDirectory()
    let vault = try TestVault(extra: ["VAULT_TEST_PAM_DIRECTORY": directory.path])
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    vault.killAgent()
    try await vault.set(Array("\"pam\"".utf8), VaultStateKey("verification"))
    let outcome = try vault.reveal(id)
    #expect(outcome.output == "mine" && outcome.errors.contains("changed elsewhere"), "\(outcome)")
    try Self.asksForPIN(vault, id)
  }

  /// After an unlock by PIN the system would be asked, were it the way of verification.
  private static func asksForPIN(_ vault: TestVault, _ id: String) throws {
    try vault.mustRun("lock")
    let terminal = try PseudoTerminal()
    let child = try vault.start("reveal", id, at: terminal)
    try terminal.waitForText("PIN:")
    #expect(terminal.written("Password") == 0)
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("mine")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
  }

  @Test("what the system releases opens nothing where the public half was exchanged and no MAC is left")
  func forgedUnderSystem() throws {
    let directory = try SystemVerificationTests.ServiceDirectory()
    let (vault, id) = try SystemVerificationTests.prepared(directory)
    let whole = try Data(contentsOf: vault.slotFiles[0])
    // Behind the envelope's 22 bytes and the vault's id the public half; at the end both MACs.
    let forged = TestVault.bent(whole) { bytes in
      bytes.replaceSubrange(38..<70, with: (0..<32).map { _ in UInt8.random(in: 0...255) })
      bytes.replaceSubrange(bytes.count - 64..<bytes.count, with: [UInt8](repeating: 0, count: 64))
    }
    try vault.putSlots(forged)
    for command in [["reveal", id], ["edit", id, "--text"]] {
      let terminal = try PseudoTerminal()
      let child = try Child(
        TestVault.programs.appendingPathComponent("vault").path, command, environment: vault.environment,
        terminal: terminal)
      #expect(try child.waitForEnd().status == 65, "\(command)")
      #expect(terminal.written("secret text") == 0)
    }
    try vault.putSlots(whole)
    let terminal = try PseudoTerminal()
    let child = try SystemVerificationTests.reveal(vault, id, terminal, answer: "opensesame")
    try terminal.waitForText("secret text")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
  }

  @Test("texts that were sealed to somebody else are told by name at each unlock, and open for nobody here")
  func foreignText() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("mine")
    vault.killAgent()
    let foreign = try await Self.addForeign(to: vault, label: "A foreign label")
    for _ in 0..<2 {
      let outcome = try vault.reveal(id)
      #expect(outcome.output == "mine")
      #expect(
        outcome.errors.contains("for someone else") && outcome.errors.contains("A foreign label"), "\(outcome.errors)")
      try vault.mustRun("lock")
    }
    let refused = try vault.reveal(foreign)
    #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
  }

  /// Adds a text that is sealed to another public half, as a program of the same user can.
  private static func addForeign(to vault: TestVault, label: String) async throws -> String {
    guard let header = try OwnerHeaderFile(directory: vault.data).load()?.header else { return "" }
    let key = try SystemRandom.secret(32)
    let stranger = try OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
      .create(vaultID: header.vaultID, pin: try SecretBytes(Array("a long PIN".utf8)), pepper: key, deviceKey: key)
    let task = UUID()
    let sealed = try ProtectedRecord.seal(
      try SecretBytes(Array("theirs".utf8)), to: SealingRecipient(stranger),
      as: .init(vaultID: header.vaultID, itemID: task, version: 1))
    let name = try #require(CredentialName("task/\(task.uuidString.lowercased())"))
    try await vault.encryptedFile.set(try SecretBytes(sealed.bytes), for: name)
    let store = try SQLiteTaskStore(path: "\(vault.data)/tasks.db")
    try await store.create(
      TodoTask(id: task, label: label, seal: SealReference(version: 1, digest: sealed.digest), createdAt: Date()))
    try await store.close()
    return task.uuidString.lowercased()
  }
}
