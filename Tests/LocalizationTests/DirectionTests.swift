import Testing

@testable import Localization

@Suite("The direction of a text", .serialized)
struct DirectionTests {
  @Test("is turned by nothing that somebody else wrote into it")
  func unturned() {
    #expect("abc".unturned == "abc")
    #expect("a\u{202E}gpj.exe\u{202C}".unturned == "agpj.exe")
    #expect("a\u{2067}b\u{2069}\u{2069}c".unturned == "abc")
    #expect("a\u{2068}b".unturned == "a\u{2068}b\u{2069}")
    #expect("\u{2068}a\u{2069} b".unturned == "\u{2068}a\u{2069} b")
  }

  @Test("of a value is its own where it could reach into the sentence around it")
  func isolated() {
    #expect("Buy milk".isolated == "Buy milk" && "Größe 文".isolated == "Größe 文")
    for text in ["אבג", "ab ت", "a\u{200F}"] { #expect(text.isolated == "\u{2068}\(text)\u{2069}") }
    // What would end the isolation is not in it.
    #expect("א\u{2069}\u{202E}b".isolated == "\u{2068}אb\u{2069}")
  }

  @Test("of a sentence is kept in a program that draws it, and its words are the same elsewhere")
  func sentences() {
    let name = "אבג"
    #expect(localized("Delete “\(name)”?") == "Delete “אבג”?")
    Localization.isolatesValues = true
    defer { Localization.isolatesValues = false }
    #expect(localized("Delete “\(name)”?") == "Delete “\u{2068}אבג\u{2069}”?")
    #expect(localized("\(name) follows you") == "\u{200E}\u{2068}אבג\u{2069} follows you")
    #expect(localized("Delete “\(name)”?", in: .english) == "Delete “אבג”?")
    #expect(LocalizedText(verbatim: name).text(in: .persons) == name)
  }
}
