import Foundation
import Sealing
import SecretMemory
import Testing

@Suite("X25519")
struct X25519Tests {
  private static let small = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ]

  @Test("multiplies as RFC 7748, section 5.2, says")
  func multiplication() throws {
    let vectors = [
      (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"
      ),
      (
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"
      ),
    ]
    for (scalar, point, product) in vectors {
      let shared = try X25519.sharedSecret(
        privateKey: try secret(hex(scalar)), publicKey: try #require(X25519PublicKey(hex(point))))
      #expect(bytes(of: shared) == hex(product))
    }
  }

  @Test("arrives at RFC 7748's value after 1 and after 1,000 rounds")
  func iterated() throws {
    var scalar = hex("09" + String(repeating: "0", count: 62))
    var point = scalar
    for round in 1...1000 {
      let shared = try X25519.sharedSecret(
        privateKey: try secret(scalar), publicKey: try #require(X25519PublicKey(point)))
      (scalar, point) = (bytes(of: shared), scalar)
      if round == 1 { #expect(scalar == hex("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")) }
    }
    #expect(scalar == hex("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"))
  }

  @Test("Alice and Bob of RFC 7748, section 6.1, agree")
  func agreement() throws {
    let alice = try secret(hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bob = try secret(hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    let aliceKey = try X25519.publicKey(of: alice)
    let bobKey = try X25519.publicKey(of: bob)
    #expect(aliceKey.bytes == hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
    #expect(bobKey.bytes == hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    let expected = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    let ofAlice = try X25519.sharedSecret(privateKey: alice, publicKey: bobKey)
    let ofBob = try X25519.sharedSecret(privateKey: bob, publicKey: aliceKey)
    #expect(bytes(of: ofAlice) == expected)
    #expect(bytes(of: ofBob) == expected)
  }

  @Test("points of small order, whose secret would be zero, are refused", arguments: small)
  func smallOrder(point: String) throws {
    let mine = try X25519.generatePrivateKey()
    let theirs = try #require(X25519PublicKey(hex(point)))
    #expect(throws: SealingError(.invalidKey)) {
      _ = try X25519.sharedSecret(privateKey: mine, publicKey: theirs)
    }
  }

  @Test("keys of other lengths are refused, also when decoded")
  func wrongLengths() throws {
    #expect(X25519PublicKey([UInt8](repeating: 9, count: 31)) == nil)
    #expect(X25519PublicKey([UInt8](repeating: 9, count: 33)) == nil)
    let short = try secret([1, 2, 3])
    #expect(throws: SealingError(.invalidKey)) { _ = try X25519.publicKey(of: short) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(X25519PublicKey.self, from: Data("[1,2,3]".utf8))
    }
    let key = try X25519.publicKey(of: try X25519.generatePrivateKey())
    #expect(try JSONDecoder().decode(X25519PublicKey.self, from: JSONEncoder().encode(key)) == key)
  }

  @Test("two generated keys differ")
  func fresh() throws {
    let first = try X25519.generatePrivateKey()
    let second = try X25519.generatePrivateKey()
    #expect(first.count == 32)
    let same = first.isEqual(to: second)
    #expect(!same)
  }
}
