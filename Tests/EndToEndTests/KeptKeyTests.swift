import Foundation
import PrivateDesktop
import SecretMemory
import Testing

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
}
