import SecretMemory
import Testing

@testable import Sealing

@Suite("HPKE")
struct HPKETests {
  private static let info = hex("4f6465206f6e2061204772656369616e2055726e")
  private static let text = hex("4265617574792069732074727574682c20747275746820626561757479")

  /// The entry mode 0, KEM 0x0020, KDF 0x0001, AEAD 0x0002 of RFC 9180's test vectors (cfrg/draft-irtf-cfrg-hpke,
  /// test-vectors.json); the RFC's appendix prints this KEM with other ciphers only.
  private enum Vector {
    static let recipient = hex("497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d")
    static let recipientPublic = hex("430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c")
    static let ephemeral = hex("179d4b53b6365c45b600c4163b61d95cbc2f4d9e36f1695558dce265ab8bab11")
    static let encapsulated = hex("6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256")
    static let shared = hex("3101c54c3a4f87439eaac080699ed9bbcc726ffe44e860c0424ccb7e3e2ead7b")
    static let key = hex("f50b0609186798729ed0564b36ef2ef8044f1f9d05636874d1f46c819c7a669f")
    static let nonce = hex("151d9929e2449747889bc923")
    static let data = hex("436f756e742d30")
    static let ciphertext = hex(
      "e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be9931980a41de125a925cdad859d5b7a")
  }

  @Test("the KEM gives the shared secret of RFC 9180, appendix A.1.1")
  func encapsulation() throws {
    let ephemeral = try secret(hex("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736"))
    let encapsulated = try X25519.publicKey(of: ephemeral)
    #expect(encapsulated.bytes == hex("37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"))
    let recipient = try #require(
      X25519PublicKey(hex("3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d")))
    let agreed = try X25519.sharedSecret(privateKey: ephemeral, publicKey: recipient)
    let shared = try DHKEM.sharedSecret(agreed: agreed, encapsulated: encapsulated, recipient: recipient)
    #expect(bytes(of: shared) == hex("fe0e18c9f024ce43799ae393c7e8fe8fce9d218875e8227b0187c04e7d2ea1fc"))
  }

  @Test("key, nonce and ciphertext are those of the published AES-256-GCM vector")
  func knownAnswer() throws {
    let ephemeral = try secret(Vector.ephemeral)
    let recipient = try secret(Vector.recipient)
    let publicKey = try X25519.publicKey(of: recipient)
    #expect(publicKey.bytes == Vector.recipientPublic)
    let schedule = try HPKEKeySchedule(sharedSecret: try secret(Vector.shared), info: Self.info)
    #expect(bytes(of: schedule.key) == Vector.key)
    #expect(schedule.baseNonce == Vector.nonce)
    let sealed = try HPKE.seal(
      try secret(Self.text), to: publicKey, info: Self.info, authenticating: Vector.data, ephemeral: ephemeral)
    #expect(sealed == Vector.encapsulated + Vector.ciphertext)
    let opened = try HPKE.open(sealed, privateKey: recipient, info: Self.info, authenticating: Vector.data)
    #expect(bytes(of: opened) == Self.text)
  }

  @Test("every flipped bit of a sealed record, its info or its data is refused")
  func flippedBits() throws {
    let recipient = try X25519.generatePrivateKey()
    let parts: [[UInt8]] = [[1, 2], [3, 4]]
    let sealed = try HPKE.seal(
      try secret(Array("short".utf8)), to: X25519.publicKey(of: recipient), info: parts[0], authenticating: parts[1])
    for part in 0..<3 {
      for bit in 0..<(part == 2 ? sealed : parts[part]).count * 8 where !(part == 2 && bit == 255) {
        var inputs = parts + [sealed]
        inputs[part][bit / 8] ^= 1 << (bit % 8)
        #expect(throws: SealingError(.authenticationFailed)) {
          _ = try HPKE.open(inputs[2], privateKey: recipient, info: inputs[0], authenticating: inputs[1])
        }
      }
    }
    // The top bit of a u-coordinate is masked by X25519 (RFC 7748), but HPKE binds the encapsulated bytes themselves.
    var changed = sealed
    changed[31] ^= 0x80
    #expect(throws: SealingError(.authenticationFailed)) {
      _ = try HPKE.open(changed, privateKey: recipient, info: parts[0], authenticating: parts[1])
    }
  }

  @Test("random input of any length never opens")
  func randomInput() throws {
    var random = SeededGenerator(seed: 4)
    let recipient = try X25519.generatePrivateKey()
    for count in 0..<400 {
      let input = count == 0 ? [UInt8](repeating: 0, count: 64) : random.bytes(count % 130)
      #expect(throws: SealingError(.authenticationFailed)) {
        _ = try HPKE.open(input, privateKey: recipient, info: [], authenticating: [])
      }
    }
  }

  @Test("another's key opens nothing, and sealing twice looks different")
  func fresh() throws {
    let owner = try X25519.generatePrivateKey()
    let other = try X25519.generatePrivateKey()
    let publicKey = try X25519.publicKey(of: owner)
    let none = try secret([])
    let first = try HPKE.seal(none, to: publicKey, info: [], authenticating: [])
    let second = try HPKE.seal(none, to: publicKey, info: [], authenticating: [])
    #expect(first.count == HPKE.overheadByteCount)
    #expect(first != second)
    #expect(throws: SealingError(.authenticationFailed)) {
      _ = try HPKE.open(first, privateKey: other, info: [], authenticating: [])
    }
  }
}
