import FoundationEssentials
import NIOCore
import SecretMemory
import Testing

@testable import ServerClient

@Suite("What is stored of a login, and what is sent")
struct CodecTests {
  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

  @Test("a login comes back as it was stored, whatever the password's bytes")
  func roundTrip() throws {
    let password = [UInt8](0...255)
    let item = LoginItem(
      origin: try ServerOrigin("https://vault.example:8443"), email: "ann@example.org",
      password: try SecretBytes(password))
    guard let read = LoginItem(decoding: try item.encoded()) else {
      Issue.record("it is not read")
      return
    }
    let (origin, email) = (read.origin, read.email)
    let readBytes = bytes(read.password)
    #expect(origin.description == "https://vault.example:8443")
    #expect(email == "ann@example.org")
    #expect(readBytes == password)
  }

  @Test("no cut, longer or changed value crashes, and a cut one is none")
  func damaged() throws {
    let item = LoginItem(origin: try ServerOrigin("https://a.example"), email: "a@b", password: try secret("secret"))
    let whole = bytes(try item.encoded())
    for count in 0..<whole.count {
      let isNone = LoginItem(decoding: try SecretBytes(Array(whole[..<count]))) == nil
      #expect(isNone)
    }
    let isNone = LoginItem(decoding: try SecretBytes(whole + [0])) == nil
    #expect(isNone)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var changed = whole
      changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      _ = LoginItem(decoding: try SecretBytes(changed))
    }
  }

  @Test("the stored bytes are the documented ones")
  func format() throws {
    let item = LoginItem(origin: try ServerOrigin("https://a.example"), email: "a@b", password: try secret("pw"))
    var expected: [UInt8] = [0x4C, 1, 0, 17] + Array("https://a.example".utf8)
    expected += [0, 3] + Array("a@b".utf8) + [0, 2] + Array("pw".utf8)
    #expect(bytes(try item.encoded()) == expected)
  }

  private struct Decoded: Decodable {
    var email: String
    var password: String
  }

  @Test(
    "the body is JSON that says exactly the email and the password",
    arguments: [
      "simple", "\"quoted\\\"", "\u{0}\u{1}\u{8}\t\n\u{c}\r\u{1f}\u{7f}", "pässwörd ✅ 👩‍👩‍👧 \u{2028}", "</script>",
    ])
  func body(password: String) throws {
    let body = try CredentialBody.make(email: "ann\"@example.org", password: try secret(password))
    let decoded = try JSONDecoder().decode(Decoded.self, from: Data(bytes(body)))
    #expect(decoded.email == "ann\"@example.org")
    #expect(decoded.password.utf8.elementsEqual(password.utf8))
  }

  @Test("random passwords are escaped rightly")
  func fuzz() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 1...60, using: &generator)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x7F : 0x10FFFF), using: &generator))
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      let password = String(text) + "x"
      let body = try CredentialBody.make(email: "e", password: try secret(password))
      let decoded = try JSONDecoder().decode(Decoded.self, from: Data(bytes(body)))
      #expect(decoded.password.utf8.elementsEqual(password.utf8))
    }
  }

  @Test(
    "what can't be sent is refused before anything is",
    arguments: [[], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]])
  func invalid(password: [UInt8]) throws {
    #expect(throws: ServerClientError(.invalidInput)) {
      try CredentialBody.make(email: "e", password: try SecretBytes(password)).count
    }
  }

  @Test("too long is refused too")
  func tooLong() throws {
    #expect(throws: ServerClientError(.invalidInput)) {
      try CredentialBody.make(email: "e", password: try SecretBytes([UInt8](repeating: 65, count: 1025))).count
    }
    #expect(throws: ServerClientError(.invalidInput)) {
      try CredentialBody.make(email: String(repeating: "e", count: 255), password: try secret("pw")).count
    }
  }

  @Test("the buffer that was sent holds nothing afterwards, also where the client still has it")
  func erased() throws {
    let buffer = ErasableBuffer(SharedSecret(try secret("password")))
    let held = buffer.buffer
    #expect(held.readableBytesView.elementsEqual("password".utf8))
    buffer.erase()
    #expect(held.readableBytesView.allSatisfy { $0 == 0 })
  }
}
