import Testing
import VaultModel

@Suite("Search words")
struct SearchWordsTests {
  @Test("are runs of letters and digits in lower case")
  func words() {
    #expect(
      SearchWords.words(of: "Call Ann: 2nd report\r\n(week_52)!") == ["call", "ann", "2nd", "report", "week", "52"])
    #expect(SearchWords.words(of: "Ünïcode №5 straße") == ["ünïcode", "5", "straße"])
    #expect(SearchWords.words(of: " \t.-_") == [])
  }

  @Test("of an ASCII text are the same as in a text with other letters")
  func asciiAgreesWithUnicode() {
    let everything = String(String.UnicodeScalarView((0..<128).compactMap(Unicode.Scalar.init)))
    for first in everything.unicodeScalars {
      let text = "aZ\(first)9 \(everything)"
      #expect(SearchWords.words(of: text) + ["ä"] == SearchWords.words(of: text + " ä"))
    }
  }
}
