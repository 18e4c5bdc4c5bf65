import Testing

@testable import ServerAPI

@Suite("Nicknames")
struct NicknameTests {
  private func refusal(_ text: String) -> Nickname.Refusal? {
    do throws(Nickname.Refusal) {
      _ = try Nickname(text)
      return nil
    } catch { return error }
  }

  @Test(
    "are what can be read and typed",
    arguments: [
      "a", "Mum", "Grace H.", "Ada 👩", "王小明", "Nguyễn Thị", "O'Hara", "Jean-Luc", "علي", "deadbee", "1234567", "🇩🇪",
      "x@y".replacing("@", with: "+"),
    ])
  func taken(text: String) { #expect(refusal(text) == nil) }

  @Test("have 1 to 40 characters, each of few parts")
  func lengths() {
    #expect(refusal("") == .length && refusal(String(repeating: "é", count: 40)) == nil)
    #expect(refusal(String(repeating: "e\u{301}", count: 40)) == nil)
    #expect(refusal(String(repeating: "x", count: 41)) == .length)
    #expect(refusal("x" + String(repeating: "\u{301}", count: 120)) == .length)
    #expect(refusal(String(repeating: "👨‍👩‍👧‍👦", count: 100_000)) == .length)
  }

  @Test(
    "hold nothing that can't be seen",
    arguments: [
      "a\u{0}b", "a\nb", "a\u{7F}b", "a\u{85}b", "a\u{200B}b", "a\u{200D}b", "a\u{202E}b", "a\u{2066}b", "a\u{FEFF}b",
      "a\u{AD}b",
      "a\u{A0}b", "a\u{3000}b", "a\u{2028}b", "\u{3164}", "\u{115F}", "\u{2800}", "a\u{FE0F}b", "\u{E0041}", "\u{E000}",
      "\u{378}", "\u{301}a", "a \u{301}b", "a \u{20DD}", "a \u{903}b", "a\u{34F}b",
    ])
  func unseen(text: String) { #expect(refusal(text) == .unseen) }

  @Test("have single spaces inside alone", arguments: [" a", "a ", "a  b", " "])
  func spaces(text: String) { #expect(refusal(text) == .spaces) }

  @Test(
    "are nothing that stands for somebody otherwise",
    arguments: [
      "ada@example.org", "@", "deadbeef", "DEADBEEF", "dead-beef", "4f2a6c1e-8d3b-4e5f-9a7b-1c2d3e4f5a6b",
      "0123-4567-89ab-cdef-0123-4567-89ab-cdef", "0123 4567",
    ])
  func references(text: String) { #expect(refusal(text) == .reference) }
}
