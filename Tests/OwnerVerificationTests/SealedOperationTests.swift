import FoundationEssentials
import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Sealed operation")
struct SealedOperationTests {
  @Test("opens as the operation it was sealed as, and in no other one's place or vault")
  func binding() throws {
    let owner = try X25519.generatePrivateKey()
    let vaultID = UUID()
    let sealed = try SealedOperation.seal(
      try secret("changes"), to: X25519.publicKey(of: owner), vaultID: vaultID, of: [1, 2])
    let opened = try SealedOperation.open(sealed, privateKey: owner, vaultID: vaultID, of: [1, 2])
    #expect(bytes(of: opened) == Array("changes".utf8))
    for (vault, operation) in [(vaultID, [UInt8]([1, 3])), (vaultID, []), (UUID(), [1, 2])] {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try SealedOperation.open(sealed, privateKey: owner, vaultID: vault, of: operation)
      }
    }
  }
}
