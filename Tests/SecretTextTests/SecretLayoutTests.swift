import Testing

@testable import SecretText

@Suite("A text that is drawn piece by piece")
struct SecretLayoutTests {
  /// Lays out a text in which every byte is one unit wide.
  private func lines(_ text: String, width: Double = 1_000) -> [[String]] {
    let bytes = Array(text.utf8)
    return layout(bytes, width: width).lines.map { $0.map { String(decoding: bytes[$0.bytes], as: UTF8.self) } }
  }

  private func layout(_ bytes: [UInt8], width: Double) -> SecretLayout {
    bytes.withUnsafeBytes { SecretLayout($0, width: width) { Double($0.count) } }
  }

  @Test("has a piece for each character, however many scalars that has")
  func characters() {
    #expect(lines("ab") == [["a", "b"]])
    #expect(lines("e\u{301}x") == [["e\u{301}", "x"]])
    #expect(lines("👩‍👩‍👧‍👦!") == [["👩‍👩‍👧‍👦", "!"]])
    #expect(lines("🇩🇪🇺🇦") == [["🇩🇪", "🇺🇦"]])
    #expect(lines("Київ") == [["К", "и", "ї", "в"]])
  }

  @Test("has a piece for each word of a script whose letters join")
  func joined() {
    #expect(lines("سلام دنیا") == [["سلام", " ", "دنیا"]])
    #expect(lines("नमस्ते a") == [["नमस्ते", " ", "a"]])
  }

  @Test("begins its lines at the right edge where it runs from right to left")
  func direction() {
    let bytes = Array("שלום".utf8)
    #expect(layout(bytes, width: 100).lines == [[SecretLayout.Piece(bytes: 0..<8, x: 92, width: 8)]])
    #expect(layout(Array("ab".utf8), width: 100).lines[0].map(\.x) == [0, 1])
  }

  @Test("breaks its lines between words, without the blanks there, and inside words that are too long")
  func breaks() {
    #expect(lines("one two", width: 4).map { $0.joined() } == ["one ", "two"])
    #expect(lines("one two", width: 3).map { $0.joined() } == ["one", "two"])
    #expect(lines("abcdefg", width: 3).map { $0.joined() } == ["abc", "def", "g"])
  }

  @Test("keeps empty lines, but not one behind the last")
  func paragraphs() {
    #expect(lines("a\n\nb\n").map { $0.joined() } == ["a", "", "b"])
    #expect(lines("").map { $0.joined() } == [""])
  }

  @Test("shows what is no text byte by byte, and loses nothing")
  func invalid() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xE2, 0x82, 0x62, 0xF0]
    let pieces = layout(bytes, width: 100).lines.flatMap { $0 }
    #expect(pieces.map(\.bytes) == [0..<1, 1..<2, 2..<3, 3..<4, 4..<5, 5..<6])
  }

  @Test("holds each byte but line ends once, in order, whatever the text is and however wide the lines are")
  func whole() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ab \tдש سि👩‍👧e\u{301}\n".utf8) + [0xFF, 0xC3]
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
      let width = Double(Int.random(in: 1...40, using: &generator))
      let covered = layout(bytes, width: width).lines.flatMap { $0.flatMap { Array($0.bytes) } }
      #expect(covered == covered.sorted() && Set(covered).count == covered.count, "\(bytes)")
      let missing = bytes.indices.filter { !covered.contains($0) }.map { bytes[$0] }
      #expect(missing.allSatisfy { [0x0A, 0x20, 0x09].contains($0) }, "\(bytes) at \(width)")
    }
  }
}
