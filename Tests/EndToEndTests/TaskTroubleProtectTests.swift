import Foundation
import Testing

@Suite("A text that was protected, taken back and protected again stays its owner's")
struct TaskTroubleProtectTests {
  private static let stores = ["sqlite", "icalendar"]
  private static let pin = TestVault.pin + "\n"

  private func vault(_ store: String) async throws -> (TestVault, id: String) {
    let vault = try TestVault(extra: ["VAULT_TASK_STORE": store])
    try vault.setPIN()
    try await vault.makeVerificationCheap()
    let added = try vault.mustRun("add", "Four seven one one", "--subtask", "Turn left")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    return (vault, id)
  }

  private func expectReveal(_ vault: TestVault, _ id: String) throws {
    let shown = try vault.reveal(id)
    #expect(shown.status == 0 && shown.output == "Four seven one one\n- [ ] Turn left\n", "\(shown)")
  }

  @Test("what was done before the first reveal can be taken back after it", arguments: stores)
  func undoAfterReveal(store: String) async throws {
    let (vault, id) = try await vault(store)
    try vault.mustRun("protect", id, "--label", "Code")
    try vault.mustRun("done", id)
    try expectReveal(vault, id)
    try vault.mustRun("undo")
    try expectReveal(vault, id)
    try vault.mustRun("lock")
    try expectReveal(vault, id)
  }

  @Test("a text that was unprotected is protected anew, and every step can be taken back", arguments: stores)
  func protectAgain(store: String) async throws {
    let (vault, id) = try await vault(store)
    try vault.mustRun("protect", id, "--label", "Code")
    try expectReveal(vault, id)
    try vault.mustRun("unprotect", id, "--pin-stdin", input: Self.pin)
    try vault.mustRun("lock")
    try vault.mustRun("protect", id, "--label", "Code")
    try expectReveal(vault, id)
    for _ in 0..<2 { try vault.mustRun("undo", "--pin-stdin", input: Self.pin) }
    try vault.mustRun("lock")
    try expectReveal(vault, id)
    try vault.mustRun("undo", "--pin-stdin", input: Self.pin)
    try vault.mustRun("protect", id, "--label", "Code")
    try expectReveal(vault, id)
  }

  @Test("texts that were sealed while locked are all shown by one reveal", arguments: stores)
  func revealAll(store: String) async throws {
    let (vault, id) = try await vault(store)
    let other = try vault.mustRun("add", "Eight one five")
    let otherID = String(try #require(other.split(separator: " ").dropFirst().first?.dropLast()))
    try vault.mustRun("protect", id, otherID)
    let shown = try vault.vault("reveal", "--all", "--plain", "--pin-stdin", input: Self.pin)
    #expect(
      shown.status == 0 && shown.output.contains("Turn left") && shown.output.contains("Eight one five"), "\(shown)")
  }

  @Test("a destroyed task that is protected again asks for the owner once, and is revealed")
  func protectDestroyed() async throws {
    let vault = try TestVault()
    try vault.setPIN()
    try await vault.makeVerificationCheap()
    let added = try vault.mustRun("add", "--protected", "--label", "Code", "--destroy-on", "done", "-", input: "4711")
    let id = String(try #require(added.split(separator: " ").dropFirst().first?.dropLast()))
    #expect(try vault.reveal(id).output == "4711")
    try vault.mustRun("done", id)
    try vault.mustRun("lock")
    let refused = try vault.withoutTerminal("protect", id)
    #expect(refused.status == 77 && refused.errors.contains("--pin-stdin"), "\(refused)")
    try vault.mustRun("protect", id, "--label", "Code", "--pin-stdin", input: Self.pin)
    #expect(try vault.reveal(id).output == "Code (destroyed)")
  }
}
