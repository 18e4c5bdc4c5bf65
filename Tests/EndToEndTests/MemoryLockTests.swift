import Foundation
import ProcessTesting
import Testing

/// As a user who may not lock as much as they like: root may, whatever the limit.
@Suite("Memory that the system refuses to lock")
struct MemoryLockTests {
  private func memoryLine(of vault: OrdinaryVault) throws -> String {
    let lines = try vault.run(["doctor"]).text.split(separator: "\n").map(String.init)
    return try #require(lines.first { $0.contains("memory lock") }, "\(lines)")
  }

  private func vault(locking count: Int) throws -> OrdinaryVault {
    let cheap = ProcessInfo.processInfo.environment["VAULT_TEST_CHEAP_SLOTS"]
    return try OrdinaryVault(extra: ["VAULT_TEST_CHEAP_SLOTS": cheap ?? "0"], lockableByteCount: count)
  }

  @Test("where nothing can be locked, doctor says so, and how much may be")
  func nothing() throws {
    let vault = try vault(locking: 0)
    let line = try memoryLine(of: vault)
    #expect(line.contains("warning") && line.contains("Secrets can be swapped out: the limit is 0 bytes"), "\(line)")
  }

  @Test("one refusal is told as long as the agent lives, though there is room again")
  func once() throws {
    let limit = 56 << 10
    let vault = try vault(locking: limit)
    #expect(try memoryLine(of: vault).contains("ok"), "the control: what doctor itself needs fits")
    // A text of more than the limit: its pages can't all be locked.
    try vault.mustRun(["pin", "set", "--pin-stdin", "--no-recovery"], input: TestVault.pin + "\n")
    try vault.mustRun(["add", "--protected", "-"], input: String(repeating: "x", count: 60 << 10))
    let line = try memoryLine(of: vault)
    #expect(line.contains("warning") && line.contains("Since the agent started"), "\(line)")
    #expect(line.contains("\(limit) bytes"), "\(line)")
    try vault.stopAgent()
    let next = try memoryLine(of: vault)
    #expect(next.contains("ok"), "the next agent was refused nothing yet: \(next)")
  }
}
