import FoundationEssentials
import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Sealed operation")
struct SealedOperationTests {
  @Test("opens as the operation it was sealed as, and in no other one's place or vault")
  func binding() throws {
    let owner = try madeOwner()
    let other = try madeOwner()
    let sealed = try SealedOperation.seal(try secret("changes"), to: SealingRecipient(owner), of: [1, 2])
    let opened = try SealedOperation.open(sealed, by: owner, of: [1, 2])
    #expect(bytes(of: opened) == Array("changes".utf8))
    for operation in [[1, 3], []] as [[UInt8]] {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try SealedOperation.open(sealed, by: owner, of: operation)
      }
    }
    #expect(throws: OwnerVerificationError(.damaged)) { _ = try SealedOperation.open(sealed, by: other, of: [1, 2]) }
  }
}
