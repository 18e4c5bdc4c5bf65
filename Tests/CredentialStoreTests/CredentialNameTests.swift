import CredentialStore
import Testing

@Suite("Credential names")
struct CredentialNameTests {
  @Test("take 1 to 512 bytes", arguments: [("", false), ("a", true), (String(repeating: "x", count: 512), true)])
  func length(name: String, isValid: Bool) { #expect((CredentialName(name) != nil) == isValid) }

  @Test("of 513 bytes are refused, also when they have fewer characters")
  func tooLong() {
    #expect(CredentialName(String(repeating: "x", count: 513)) == nil)
    #expect(CredentialName(String(repeating: "ä", count: 257)) == nil)
  }

  @Test("refuse control characters", arguments: ["a\nb", "\0", "tab\t", "\u{85}", "\u{7F}"])
  func control(name: String) { #expect(CredentialName(name) == nil) }

  @Test("differ where their bytes differ")
  func canonicalEquivalence() throws {
    let composed = try credentialName("\u{E9}")
    let decomposed = try credentialName("e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
  }
}
