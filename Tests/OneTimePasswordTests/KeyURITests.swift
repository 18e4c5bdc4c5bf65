import OneTimePassword
import SecretMemory
import Testing

@Suite("Lines that begin with otpauth://")
struct KeyURITests {
  /// The key of RFC 4226 in Base32.
  private static let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  private func code(_ text: String, at seconds: Int64 = 0) throws -> String {
    let uri = try KeyURI(in: try SecretBytes(Array(text.utf8)))
    return try uri.password.code(at: seconds).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func raised(_ text: String) throws -> String? {
    let secret = try SecretBytes(Array(text.utf8))
    let uri = try KeyURI(in: secret)
    guard let raised = try uri.raised(in: secret) else { return nil }
    return raised.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func error(_ text: String) -> KeyURIError? {
    do throws(KeyURIError) {
      _ = try KeyURI(in: try! SecretBytes(Array(text.utf8)))
      return nil
    } catch { return error }
  }

  @Test("are read with all that they say, in any case and order, on any line of the text")
  func forms() throws {
    let key = Self.key
    #expect(try code("otpauth://totp/Example:ada?secret=\(key)&issuer=Example") == "755224")
    #expect(
      try code("Example\r\nada\r\notpauth://TOTP/x?issuer=%26secret&SECRET=\(key.lowercased())\r\nmore", at: 30)
        == "287082")
    #expect(try code("otpauth://totp/?secret=\(key)&algorithm=sha1&digits=8&period=60", at: 60) == "94287082")
    #expect(try code("otpauth://hotp/a?counter=9&secret=\(key)") == "520489")
    #expect(try code("otpauth://totp?secret=\(key)====") == "755224")
    #expect(try code("Mail\n \t\n \totpauth://totp?secret=\(key)") == "755224")
    #expect(try code("otpauth://totp?secret=\(key)%3D%3d#secret=AA") == "755224")
  }

  @Test("a counter is raised in its place, and nothing else of the text changes")
  func counter() throws {
    let key = Self.key
    #expect(
      try raised("Bank\notpauth://hotp/a?counter=9&secret=\(key)\nsee counter=9")
        == "Bank\notpauth://hotp/a?counter=10&secret=\(key)\nsee counter=9")
    #expect(try raised("otpauth://hotp/a?secret=\(key)&counter=0") == "otpauth://hotp/a?secret=\(key)&counter=1")
    #expect(try raised("otpauth://totp/a?secret=\(key)&counter=0") == nil)
    #expect(throws: KeyURIError.badCounter) { try raised("otpauth://hotp/a?secret=\(key)&counter=\(Int64.max)") }
  }

  @Test(
    "say what is wrong with them",
    arguments: [
      ("Buy milk", .noURI), ("", .noURI), ("x otpauth://totp/a?secret=AA", .noURI), ("otpauth://", .noURI),
      ("otpauth://steam/a?secret=AAAA", .unknownType), ("otpauth://totp/a", .noKey),
      ("otpauth://totp/a?issuer=x", .noKey), ("otpauth://totp/a?secret", .noKey),
      ("otpauth://totp/a?secret=", .badKey), ("otpauth://totp/a?secret=A", .badKey),
      ("otpauth://totp/a?secret=AA01", .badKey), ("otpauth://totp/a?secret=AA AA", .badKey),
      ("otpauth://totp/a?secret=\(String(repeating: "AAAAAAAA", count: 52))", .badKey),
      ("otpauth://totp/a?secret=AAAA&algorithm=MD5", .badAlgorithm),
      ("otpauth://totp/a?secret=AAAA&digits=5", .badDigits),
      ("otpauth://totp/a?secret=AAAA&digits=9", .badDigits), ("otpauth://totp/a?secret=AAAA&digits=", .badDigits),
      ("otpauth://totp/a?secret=AAAA&period=0", .badPeriod), ("otpauth://totp/a?secret=AAAA&period=3601", .badPeriod),
      ("otpauth://totp/a?secret=AAAA&period=-1", .badPeriod), ("otpauth://hotp/a?secret=AAAA", .badCounter),
      ("otpauth://hotp/a?secret=AAAA&counter=9223372036854775808", .badCounter),
      ("otpauth://hotp/a?secret=AAAA&counter=99999999999999999999", .badCounter),
      ("otpauth://totp/a?secret=AAAA&secret=BBBB", .repeated),
      ("otpauth://totp/\(String(repeating: "a", count: 4096))?secret=AAAA", .tooLong),
    ] as [(String, KeyURIError)])
  func refused(text: String, expected: KeyURIError) { #expect(error(text) == expected, "\(text)") }
}
