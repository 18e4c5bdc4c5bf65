import OneTimePassword
import Sealing
import SecretMemory
import Testing

@Suite("Codes of one-time passwords")
struct OneTimePasswordTests {
  private static let digits = Array("12345678901234567890123456789012345678901234567890123456789012345678".utf8)

  private func text(_ secret: borrowing SecretBytes) -> String {
    secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "counted ones are those of RFC 4226, appendix D",
    arguments: zip(
      UInt64(0)...9,
      ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
  func counted(counter: UInt64, code: String) throws {
    let key = try SecretBytes(Array(Self.digits.prefix(20)))
    let password = OneTimePassword(key: key, factor: .counter(counter))
    #expect(text(try password.code(at: 1_800_000_000)) == code)
    #expect(password.validSeconds(at: 1_800_000_000) == nil)
  }

  @Test(
    "timed ones are those of RFC 6238, appendix B",
    arguments: [
      (59, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
      (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
      (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ] as [(Int64, String, String, String)])
  func timed(seconds: Int64, sha1: String, sha256: String, sha512: String) throws {
    for (hash, length, code) in [(HMACHash.sha1, 20, sha1), (.sha256, 32, sha256), (.sha512, 64, sha512)] {
      let key = try SecretBytes(Array(Self.digits.prefix(length)))
      let password = OneTimePassword(key: key, factor: .time(period: 30), hash: hash, digitCount: 8)
      #expect(text(try password.code(at: seconds)) == code, "\(hash)")
    }
  }

  @Test("a code is good until its step ends")
  func valid() throws {
    let password = OneTimePassword(key: try SecretBytes([1]), factor: .time(period: 30))
    #expect([0, 1, 29, 30].map { password.validSeconds(at: $0) } == [30, 29, 1, 30])
    #expect(password.validSeconds(at: -5) == 30, "a clock before 1970 is 1970")
  }
}
