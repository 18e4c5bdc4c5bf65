import Foundation
import OwnerVerification
import ProcessTesting
import Sealing
import Testing

@Suite("What opening a key slot costs")
struct KDFCostTests {
  /// What each slot of a vault costs.
  private func costs(of vault: TestVault) throws -> [Argon2id.Parameters] {
    let header = try #require(try OwnerHeaderFile(directory: vault.data).load()?.header)
    return header.slots.map(\.parameters)
  }

  @Test("PIN and recovery code cost 64 MiB and three passes at least, and what a guess was measured to cost is told")
  func real() throws {
    let vault = try TestVault(extra: ["VAULT_TEST_CHEAP_SLOTS": "0"])
    let told = try vault.mustRun("pin", "set", "--pin-stdin", input: "48271936\n")
    let measured = try #require(told.firstMatch(of: /A guess takes one core here ([0-9]+\.[0-9]{2}) s\./), "\(told)")
    // Whatever the machine: 64 MiB can't be passed over three times in a hundredth of a second.
    #expect(try #require(Double(measured.1)) > 0.01)
    #expect(told.contains("on one core like this one") && told.contains("on a thousand"), "\(told)")
    let costs = try costs(of: vault)
    #expect(costs.count == 2)
    for cost in costs {
      #expect(cost.memoryKiB >= Argon2id.Parameters.standard.memoryKiB)
      #expect(cost.iterations >= Argon2id.Parameters.standard.iterations)
    }
  }

  @Test("only the tests' own variable makes them cheap, in a build for tests")
  func cheap() throws {
    let vault = try TestVault(extra: ["VAULT_TEST_CHEAP_SLOTS": "1"])
    try vault.mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try costs(of: vault).allSatisfy { $0.memoryKiB == 8 && $0.iterations == 1 })
  }

  @Test("a slot that this machine could make much dearer is made so at a later unlock by PIN, and the PIN stays")
  func dearer() async throws {
    let vault = try TestVault(extra: ["VAULT_TEST_CHEAP_SLOTS": "0"])
    try vault.setPIN()
    let id = try vault.addProtected("kept")
    try await vault.makeVerificationCheap()
    #expect(try costs(of: vault).allSatisfy { $0.memoryKiB == 64 }, "the control")
    let least = Argon2id.Parameters.standard
    // The first unlock begins to measure, a later one has what was measured.
    try waitUntil("the slot is dear", 120) {
      _ = try vault.reveal(id)
      try vault.mustRun("lock")
      return try costs(of: vault).allSatisfy { $0.memoryKiB >= least.memoryKiB && $0.iterations >= least.iterations }
    }
    let dear = try costs(of: vault)
    vault.killAgent()
    #expect(try vault.reveal(id, pin: "not this pin at all").status == 77)
    #expect(try vault.reveal(id).output == "kept")
    #expect(try costs(of: vault) == dear, "once is enough")
  }
}
