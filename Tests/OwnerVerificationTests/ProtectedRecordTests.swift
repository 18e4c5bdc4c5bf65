import FoundationEssentials
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Protected record")
struct ProtectedRecordTests {
  private func context(_ version: Int = 1) -> ProtectedRecord.Context {
    ProtectedRecord.Context(vaultID: UUID(), itemID: UUID(), version: version)
  }

  @Test("opens as what it was sealed as", arguments: [0, 1, 1000, 64 << 10])
  func roundTrip(count: Int) throws {
    var random = SeededGenerator(seed: 6)
    let owner = try madeOwner()
    let content = random.bytes(count)
    let text = try SecretBytes(content)
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: SealingRecipient(owner), as: record)
    #expect(sealed.bytes.count <= ProtectedRecord.maximumByteCount)
    #expect(sealed.digest == SHA256.digest(of: sealed.bytes))
    let opened = try ProtectedRecord.open(sealed.bytes, digest: sealed.digest, as: record, by: owner)
    #expect(bytes(of: opened) == content)
  }

  @Test("is refused as another item, version or vault, even with its digest")
  func exchanged() throws {
    let owner = try madeOwner()
    let text = try secret("text")
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: SealingRecipient(owner), as: record)
    var others = [record, record, record]
    others[0].itemID = UUID()
    others[1].version = 2
    others[2].vaultID = UUID()
    for other in others {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ProtectedRecord.open(sealed.bytes, digest: sealed.digest, as: other, by: owner)
      }
    }
  }

  @Test("every flipped bit is refused: by the digest, and by itself where the digest was changed too")
  func flippedBits() throws {
    let owner = try madeOwner()
    let text = try secret("t")
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: SealingRecipient(owner), as: record)
    for bit in 0..<sealed.bytes.count * 8 {
      var changed = sealed.bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: OwnerVerificationError(.wrongRecord)) {
        _ = try ProtectedRecord.open(changed, digest: sealed.digest, as: record, by: owner)
      }
      #expect(throws: OwnerVerificationError.self) {
        _ = try ProtectedRecord.open(changed, digest: SHA256.digest(of: changed), as: record, by: owner)
      }
    }
  }

  @Test("empty, random and overlong input is refused")
  func fuzz() throws {
    var random = SeededGenerator(seed: 7)
    let owner = try madeOwner()
    for count in 0..<300 {
      let input = count == 299 ? [UInt8](repeating: 1, count: 1 << 18) : random.bytes(count)
      #expect(throws: OwnerVerificationError.self) {
        _ = try ProtectedRecord.open(input, digest: SHA256.digest(of: input), as: context(), by: owner)
      }
    }
    let tooLong = try SecretBytes([UInt8](repeating: 0, count: 64 << 10 | 1))
    #expect(throws: OwnerVerificationError(.textTooLong)) {
      _ = try ProtectedRecord.seal(tooLong, to: SealingRecipient(owner), as: context())
    }
  }

  @Test(
    "names the public half it was sealed to, and is refused by another owner; the legacy format names none and opens")
  func recipient() throws {
    let owner = try madeOwner()
    let other = try madeOwner()
    let text = try secret("text")
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: SealingRecipient(owner), as: record)
    #expect(ProtectedRecord.publicKey(of: sealed.bytes) == owner.header.publicKey)
    #expect(throws: OwnerVerificationError(.otherOwner)) {
      _ = try ProtectedRecord.open(sealed.bytes, digest: sealed.digest, as: record, by: other)
    }
    let legacy = try legacyRecord(text, owner.header.publicKey, record)
    #expect(ProtectedRecord.publicKey(of: legacy) == nil)
    let opened = try ProtectedRecord.open(legacy, digest: SHA256.digest(of: legacy), as: record, by: owner)
    #expect(bytes(of: opened) == Array("text".utf8))
  }

  /// A record as versions before wrote it.
  private func legacyRecord(
    _ text: borrowing SecretBytes, _ publicKey: X25519PublicKey, _ context: ProtectedRecord.Context
  ) throws -> [UInt8] {
    let info = Array("vault protected record v1".utf8) + context.encoded
    return [1] + (try HPKE.seal(text, to: publicKey, info: info, authenticating: [1] + context.encoded))
  }
}
