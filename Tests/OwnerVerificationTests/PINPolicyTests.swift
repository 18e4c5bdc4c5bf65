import OwnerVerification
import SecretMemory
import Testing

@Suite("PIN policy")
struct PINPolicyTests {
  @Test(
    "refuses what is short or tried first",
    arguments: [
      "", "1", "48271", "äöüÄÖ", "111111", "aaaaaaaa", "123456", "654321", "890123", "024680", "135791", "abcdef",
      "fedcba", "123123", "121212", "abcabcabc", "482748274827", "password", "PassWord", "qwertz", "1q2w3e", "112233",
    ])
  func weak(pin: String) throws {
    let bytes = try secret(pin)
    #expect(throws: OwnerVerificationError(.weakPIN)) { try PINPolicy.check(bytes) }
  }

  @Test(
    "takes the others, digits or not",
    arguments: ["482719", "271904", "h7 k2q", "correct horse battery staple", "äöüÄÖß", "Passwort!", "111112"])
  func good(pin: String) throws {
    let bytes = try secret(pin)
    try PINPolicy.check(bytes)
  }

  @Test("takes up to 1,024 bytes of any kind")
  func long() throws {
    var random = SeededGenerator(seed: 1)
    let longest = try SecretBytes(random.bytes(1024))
    let tooLong = try SecretBytes(random.bytes(1025))
    try PINPolicy.check(longest)
    #expect(throws: OwnerVerificationError(.weakPIN)) { try PINPolicy.check(tooLong) }
  }

  @Test("never crashes and never says the PIN")
  func fuzz() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<3000 {
      let alphabet = Array("0123ab".utf8)
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let pin = try SecretBytes(text)
      do { try PINPolicy.check(pin) } catch {
        #expect(error.code == .weakPIN)
        if text.count > 2 { #expect(!error.detail.contains(String(decoding: text, as: UTF8.self))) }
      }
    }
  }

  @Test("says what guessing six digits costs and offers a passphrase")
  func cost() throws {
    let digits = try secret("482719")
    let cost = GuessingCost(of: digits, secondsPerGuess: 1)
    #expect(cost.combinations == 1e6)
    #expect(cost.seconds == 1e6)
    #expect(cost.message.contains("A guess takes one core here 1.00 s."))
    #expect(
      cost.message.contains("6 digits in about 12 days on one core like this one, in about 17 minutes on a thousand"))
    #expect(cost.message.contains("passphrase"))
    let many = try secret("4827190382716450")
    #expect(!GuessingCost(of: many, secondsPerGuess: 1).message.contains("passphrase"))
    let words = try secret("correct horse battery")
    #expect(GuessingCost(of: words, secondsPerGuess: 1).combinations == nil)
    #expect(GuessingCost(of: words, secondsPerGuess: 0.934).message.contains("0.93 s"))
    #expect(GuessingCost(of: words, secondsPerGuess: 1e-6).message.contains("less than 0.01 s"))
  }
}
