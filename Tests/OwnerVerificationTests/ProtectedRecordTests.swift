import FoundationEssentials
import OwnerVerification
import Sealing
import SecretMemory
import Testing

@Suite("Protected record")
struct ProtectedRecordTests {
  private func context(_ version: Int = 1) -> ProtectedRecord.Context {
    ProtectedRecord.Context(vaultID: UUID(), itemID: UUID(), version: version)
  }

  @Test("opens as what it was sealed as", arguments: [0, 1, 1000, 64 << 10])
  func roundTrip(count: Int) throws {
    var random = SeededGenerator(seed: 6)
    let owner = try X25519.generatePrivateKey()
    let content = random.bytes(count)
    let text = try SecretBytes(content)
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: X25519.publicKey(of: owner), as: record)
    #expect(sealed.bytes.count <= ProtectedRecord.maximumByteCount)
    #expect(sealed.digest == SHA256.digest(of: sealed.bytes))
    let opened = try ProtectedRecord.open(sealed.bytes, digest: sealed.digest, as: record, privateKey: owner)
    #expect(bytes(of: opened) == content)
  }

  @Test("is refused as another item, version or vault, even with its digest")
  func exchanged() throws {
    let owner = try X25519.generatePrivateKey()
    let text = try secret("text")
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: X25519.publicKey(of: owner), as: record)
    var others = [record, record, record]
    others[0].itemID = UUID()
    others[1].version = 2
    others[2].vaultID = UUID()
    for other in others {
      #expect(throws: OwnerVerificationError(.damaged)) {
        _ = try ProtectedRecord.open(sealed.bytes, digest: sealed.digest, as: other, privateKey: owner)
      }
    }
  }

  @Test("every flipped bit is refused: by the digest, and by itself where the digest was changed too")
  func flippedBits() throws {
    let owner = try X25519.generatePrivateKey()
    let text = try secret("t")
    let record = context()
    let sealed = try ProtectedRecord.seal(text, to: X25519.publicKey(of: owner), as: record)
    for bit in 0..<sealed.bytes.count * 8 {
      var changed = sealed.bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: OwnerVerificationError(.wrongRecord)) {
        _ = try ProtectedRecord.open(changed, digest: sealed.digest, as: record, privateKey: owner)
      }
      #expect(throws: OwnerVerificationError.self) {
        _ = try ProtectedRecord.open(changed, digest: SHA256.digest(of: changed), as: record, privateKey: owner)
      }
    }
  }

  @Test("empty, random and overlong input is refused")
  func fuzz() throws {
    var random = SeededGenerator(seed: 7)
    let owner = try X25519.generatePrivateKey()
    for count in 0..<300 {
      let input = count == 299 ? [UInt8](repeating: 1, count: 1 << 18) : random.bytes(count)
      #expect(throws: OwnerVerificationError.self) {
        _ = try ProtectedRecord.open(input, digest: SHA256.digest(of: input), as: context(), privateKey: owner)
      }
    }
    let tooLong = try SecretBytes([UInt8](repeating: 0, count: 64 << 10 | 1))
    #expect(throws: OwnerVerificationError(.wrongRecord)) {
      _ = try ProtectedRecord.seal(tooLong, to: X25519.publicKey(of: owner), as: context())
    }
  }
}
