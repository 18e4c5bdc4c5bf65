import Sealing
import SecretMemory
import Testing

@Suite("SHA-256, HMAC and HKDF")
struct HashTests {
  @Test("SHA-256 of FIPS 180's examples")
  func digests() throws {
    let examples = [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ]
    for (text, digest) in examples {
      #expect(SHA256.digest(of: Array(text.utf8)) == hex(digest))
      let same = try secret(Array(text.utf8))
      #expect(SHA256.digest(of: same) == hex(digest))
    }
  }

  @Test("HMAC of RFC 4231's cases 1, 2 and 6")
  func codes() throws {
    let cases = [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (keyBytes, text, code) in cases {
      let key = try secret(keyBytes)
      #expect(try HMACSHA256.code(for: Array(text.utf8), key: key) == hex(code))
      #expect(try HMACSHA256.isValid(hex(code), for: Array(text.utf8), key: key))
    }
  }

  @Test("a code that is changed, cut or empty is not valid")
  func wrongCodes() throws {
    let key = try secret([1, 2, 3])
    let message: [UInt8] = [4, 5, 6]
    let code = try HMACSHA256.code(for: message, key: key)
    for bit in 0..<256 {
      var changed = code
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(try !HMACSHA256.isValid(changed, for: message, key: key))
    }
    for count in 0..<32 { #expect(try !HMACSHA256.isValid(Array(code.prefix(count)), for: message, key: key)) }
    #expect(try !HMACSHA256.isValid(code + [0], for: message, key: key))
    let empty = try secret([])
    #expect(throws: SealingError(.invalidKey)) { _ = try HMACSHA256.code(for: message, key: empty) }
  }

  @Test("HKDF of RFC 5869's cases 1 to 3")
  func derivation() throws {
    let cases: [(input: [UInt8], salt: [UInt8], info: [UInt8], extracted: String, output: String)] = [
      (
        [UInt8](repeating: 0x0b, count: 22), Array(0x00...0x0c), Array(0xf0...0xf9),
        "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
      ),
      (
        Array(0x00...0x4f), Array(0x60...0xaf), Array(0xb0...0xff),
        "06a6b88c5853361a06104c9ceb35b45cef760014904671014a193f40c15fc244",
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
          + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
      ),
      (
        [UInt8](repeating: 0x0b, count: 22), [], [],
        "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04",
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
      ),
    ]
    for vector in cases {
      let input = try secret(vector.input)
      let expected = hex(vector.output)
      let extracted = try HKDFSHA256.extract(from: input, salt: vector.salt)
      #expect(bytes(of: extracted) == hex(vector.extracted))
      let expanded = try HKDFSHA256.expand(extracted, info: vector.info, count: expected.count)
      #expect(bytes(of: expanded) == expected)
      let derived = try HKDFSHA256.derive(
        from: input, salt: vector.salt, info: vector.info, count: expected.count)
      #expect(bytes(of: derived) == expected)
    }
  }

  @Test("HKDF gives 1 to 8160 bytes and no more")
  func lengths() throws {
    let input = try secret([1])
    let longest = try HKDFSHA256.derive(from: input, salt: [], info: [], count: 8160)
    #expect(longest.count == 8160)
    for count in [-1, 0, 8161] {
      #expect(throws: SealingError(.invalidLength)) {
        _ = try HKDFSHA256.derive(from: input, salt: [], info: [], count: count)
      }
    }
    #expect(throws: SealingError(.invalidKey)) { _ = try HKDFSHA256.expand(input, info: [], count: 1) }
  }
}
