import Foundation
import OwnerVerification
import Sealing
import Testing

@Suite("What opening a key slot costs")
struct SlotPriceTests {
  /// What each slot of a vault costs.
  private func prices(of vault: TestVault) throws -> [Argon2id.Parameters] {
    let header = try #require(try OwnerHeaderFile(directory: vault.data).load()?.header)
    return header.slots.map(\.parameters)
  }

  @Test("PIN and recovery code cost 64 MiB and three passes at least")
  func real() throws {
    let vault = try TestVault(extra: ["VAULT_TEST_CHEAP_SLOTS": "0"])
    try vault.mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    let prices = try prices(of: vault)
    #expect(prices.count == 2)
    for price in prices {
      #expect(price.memoryKiB >= Argon2id.Parameters.standard.memoryKiB)
      #expect(price.iterations >= Argon2id.Parameters.standard.iterations)
    }
  }

  @Test("only the tests' own variable makes them cheap, in a build for tests")
  func cheap() throws {
    let vault = try TestVault(extra: ["VAULT_TEST_CHEAP_SLOTS": "1"])
    try vault.mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try prices(of: vault).allSatisfy { $0.memoryKiB == 8 && $0.iterations == 1 })
  }
}
