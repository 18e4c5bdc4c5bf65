import Sealing
import SecretMemory
import Testing

@Suite("AES-256-GCM")
struct AES256GCMTests {
  private static let key = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
  private static let text =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
  private static let sealed =
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"

  struct Vector: Sendable {
    let key, nonce, text, data, sealed: String
  }

  /// Test cases 13 to 16 of "The Galois/Counter Mode of Operation", the submission to NIST.
  static let vectors = [
    Vector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), text: "", data: "",
      sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
    Vector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
      text: String(repeating: "0", count: 32), data: "",
      sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
    Vector(
      key: key, nonce: "cafebabefacedbaddecaf888", text: text + "1aafd255", data: "",
      sealed: sealed + "898015adb094dac5d93471bdec1a502270e3cc6c"),
    Vector(
      key: key, nonce: "cafebabefacedbaddecaf888", text: text, data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      sealed: sealed + "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]

  @Test("seals and opens NIST's vectors", arguments: vectors)
  func knownAnswers(_ vector: Vector) throws {
    let key = try secret(hex(vector.key))
    let text = try secret(hex(vector.text))
    let nonce = hex(vector.nonce)
    let data = hex(vector.data)
    let sealed = try AES256GCM.seal(text, key: key, nonce: nonce, authenticating: data)
    #expect(sealed == hex(vector.sealed))
    let opened = try AES256GCM.open(sealed, key: key, nonce: nonce, authenticating: data)
    #expect(bytes(of: opened) == hex(vector.text))
  }

  @Test("every flipped bit of message, nonce, data or key is refused")
  func flippedBits() throws {
    var random = SeededGenerator(seed: 1)
    let parts = [random.bytes(32), random.bytes(12), random.bytes(5)]
    let key = try secret(parts[0])
    let sealed = try AES256GCM.seal(
      try secret(Array("a small text".utf8)), key: key, nonce: parts[1], authenticating: parts[2])
    for part in 0..<4 {
      for bit in 0..<(part == 3 ? sealed : parts[part]).count * 8 {
        var inputs = parts + [sealed]
        inputs[part][bit / 8] ^= 1 << (bit % 8)
        let key = try secret(inputs[0])
        #expect(throws: SealingError(.authenticationFailed)) {
          _ = try AES256GCM.open(inputs[3], key: key, nonce: inputs[1], authenticating: inputs[2])
        }
      }
    }
  }

  @Test("random input of any length never opens")
  func randomInput() throws {
    var random = SeededGenerator(seed: 2)
    let key = try secret(random.bytes(32))
    for count in 0..<600 {
      let input = random.bytes(count % 200)
      let nonce = random.bytes(12)
      #expect(throws: SealingError(.authenticationFailed)) {
        _ = try AES256GCM.open(input, key: key, nonce: nonce, authenticating: [])
      }
    }
  }

  @Test("keys and nonces of other lengths are refused", arguments: [0, 1, 11, 13, 16, 31, 33])
  func wrongLengths(count: Int) throws {
    let none = try secret([])
    let key = try secret([UInt8](repeating: 1, count: 32))
    let wrong = try secret([UInt8](repeating: 1, count: count))
    #expect(throws: SealingError(.invalidKey)) {
      _ = try AES256GCM.seal(none, key: wrong, nonce: [UInt8](repeating: 0, count: 12), authenticating: [])
    }
    #expect(throws: SealingError(.invalidLength)) {
      _ = try AES256GCM.seal(none, key: key, nonce: [UInt8](repeating: 0, count: count), authenticating: [])
    }
  }

  @Test("a mebibyte goes through whole")
  func large() throws {
    var random = SeededGenerator(seed: 3)
    let text = random.bytes(1 << 20)
    let key = try secret(random.bytes(32))
    let nonce = random.bytes(12)
    let sealed = try AES256GCM.seal(try secret(text), key: key, nonce: nonce, authenticating: text)
    let opened = try AES256GCM.open(sealed, key: key, nonce: nonce, authenticating: text)
    #expect(bytes(of: opened) == text)
  }
}
