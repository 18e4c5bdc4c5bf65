import DesktopModel
import SecretMemory
import Testing

@Suite("A protected text with nothing in it")
struct SecretBlankTests {
  @Test(
    "is one of blanks and line breaks, however wide", arguments: ["", " ", "\n", " \t\r\n", "\u{A0}\u{3000}\u{2003}"])
  func blank(text: String) throws {
    #expect(SharedSecret(try SecretBytes(Array(text.utf8))).isBlank)
  }

  @Test("is none with a letter, a sign, or bytes that are no text", arguments: ["a", " . ", "\n我", "\u{200B}"])
  func text(text: String) throws {
    #expect(!SharedSecret(try SecretBytes(Array(text.utf8))).isBlank)
    #expect(!SharedSecret(try SecretBytes([0xFF, 0x20])).isBlank)
  }
}
