import Foundation
import SecretMemory
import ServerAPI
import Testing

@testable import VaultServer

@Suite("Reading credentials")
struct JSONScannerTests {
  private func parse(_ text: String) throws -> Credentials { try parse(Array(text.utf8)) }

  private func parse(_ bytes: [UInt8]) throws -> Credentials {
    try bytes.withUnsafeBytes { try CredentialsBody.parse($0) }
  }

  private func password(_ credentials: Credentials) -> String {
    credentials.password.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test("both fields are read, in any order, and unknown ones are passed over")
  func fields() throws {
    let credentials = try parse(
      #" { "x" : [1, -2.5e+3, {"y": null}, "\u0041"], "password":"p\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00ü", "email":"a@b" } "#
    )
    #expect(credentials.email == "a@b")
    #expect(password(credentials) == "p\"\\/\u{8}\u{c}\n\r\té😀ü")
  }

  @Test(
    "what is no JSON is a bad request",
    arguments: [
      "", "{", "}", "{}x", "{\"email\"}", "{\"email\":}", "{\"email\":\"a", "{'email':'a'}", "{\"email\":\"a\",}", "[",
      "nul",
      "{\"email\":\"\\x\"}", "{\"email\":\"\\ud800\"}", "{\"email\":\"\\ud800\\u0041\"}", "{\"email\":\"\\u00g0\"}",
      "{\"email\":\"a\nb\"}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":+1}", "{\"a\":1e}", "{\"a\":NaN}",
      "{\"a\":1,\"a\":2}",
      "{\"a\":1,\"\\u0061\":2}", "{\"a\" 1}", "{,}", "\u{FEFF}{}",
      String(repeating: "[", count: 5000),
      "{\"a\":" + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}",
    ])
  func malformed(_ text: String) {
    #expect { try parse(text) } throws: { ($0 as? APIFailure)?.code == .badRequest }
  }

  @Test("bytes that are no UTF-8 are a bad request")
  func encoding() {
    let bytes = Array("{\"email\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    #expect { try parse(bytes) } throws: { ($0 as? APIFailure)?.code == .badRequest }
  }

  @Test(
    "JSON of another shape names the field",
    arguments: [
      "{}", "[]", "null", "\"a\"", "{\"email\":\"a@b\"}", "{\"password\":\"x\"}", "{\"email\":1,\"password\":\"x\"}",
      "{\"email\":\"a@b\",\"password\":null}",
    ])
  func shape(_ text: String) {
    #expect { try parse(text) } throws: { ($0 as? APIFailure)?.code == .invalidField }
  }

  @Test("damaged bodies are refused or read as Foundation reads them, and never crash")
  func fuzz() throws {
    struct Pair: Decodable {
      let email: String
      let password: String
    }
    var random = SeededGenerator(seed: 42)
    let seed = Array(#"{"email":"ada@example.org","password":"p\u00e9\ud83d\ude00\n","n":[1.5e3,{"a":null}]}"#.utf8)
    let alphabet = Array("{}[]\",:\\u0aeE+-.tn \u{0}\u{7f}".utf8) + [0xC3, 0xFF]
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = alphabet.randomElement(using: &random) ?? 0
        case 1 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.removeSubrange((place + 1)...)
        }
      }
      guard let credentials = try? parse(bytes) else { continue }
      accepted += 1
      let pair = try JSONDecoder().decode(Pair.self, from: Data(bytes))
      #expect(Array(pair.email.utf8) == Array(credentials.email.utf8))
      #expect(Array(pair.password.utf8) == Array(password(credentials).utf8))
    }
    #expect(accepted > 100)
  }
}

/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
