import Foundation
import LinuxSystem
import SecretMemory
import Testing
import VaultTesting

@testable import Terminal

@Suite("Text at a terminal")
struct TextTests {
  @Test("control characters, direction changes and broken UTF-8 are shown as escapes, newline and tab stay")
  func escaping() throws {
    #expect(Escaping.escaped("a\u{1B}[2J\u{7F}\u{9B}31m\u{202E}b\n\tc") == #"a\x1B[2J\x7F\x9B31m\u{202E}b"# + "\n\tc")
    #expect(Escaping.line("a\n\tb") == #"a\n\tb"#)
    #expect(Escaping.escaped("Größe 🔒 日本") == "Größe 🔒 日本")
    let bytes = try SecretBytes(Array("ok\u{1B}\n".utf8) + [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5])
    let shown = try EscapedText.render(bytes, keeping: .lines).text
    #expect(text(shown.bytes) == #"ok\x1B"# + "\r\n" + #"\xFF\xC0\x80\xED\xA0\x80\xF5"#)
  }

  @Test("JSON keeps its meaning when its dangerous characters become escapes")
  func json() throws {
    let original = ["a": "x\u{202E}\u{9B}\u{E0041}y\nz"]
    let json = String(decoding: try JSONEncoder().encode(original), as: UTF8.self)
    let escaped = Escaping.json(json)
    #expect(!escaped.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x9B || $0.value == 0xE0041 })
    #expect(try JSONDecoder().decode([String: String].self, from: Data(escaped.utf8)) == original)
  }

  @Test("whatever the bytes, nothing that steers a terminal comes out", arguments: 0..<4)
  func fuzz(seed: UInt64) throws {
    var state = seed
    for _ in 0..<300 {
      let bytes = (0..<40).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      let shown = text(try EscapedText.render(SecretBytes(bytes), keeping: .nothing).text.bytes)
      #expect(!shown.unicodeScalars.contains(where: Escaping.isDangerous))
      #expect(shown.utf8.count >= bytes.count)
    }
  }

  @Test("what a terminal gets for its clipboard is the text in base64, of every length")
  func clipboard() throws {
    for count in 0...260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ count) }
      let sequence = text(try ClipboardSequence.render(SecretBytes(bytes)).bytes)
      #expect(sequence == "\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{1B}\\")
    }
    #expect(OutputStream.readsStrings(term: "xterm-256color"))
    for term in ["linux", "linux-16color", "dumb", "", nil] { #expect(!OutputStream.readsStrings(term: term)) }
  }

  @Test("valid UTF-8 is decoded as the standard library does")
  func scanner() {
    let sample = "aé€𐍈🔒\u{7FF}\u{FFFF}\u{10FFFF}"
    let bytes = Array(sample.utf8)
    var scalars: [Unicode.Scalar] = []
    var offset = 0
    bytes.withUnsafeBytes { buffer in
      while offset < buffer.count {
        let (unit, count) = UTF8Scanner.unit(in: buffer, at: offset)
        if case .scalar(let scalar) = unit { scalars.append(scalar) }
        offset += count
      }
    }
    #expect(scalars == Array(sample.unicodeScalars))
  }

  @Test("wide characters take two columns, combining ones none")
  func width() {
    #expect(ScalarWidth.columns(of: "abc") == 3)
    #expect(ScalarWidth.columns(of: "日本語") == 6)
    #expect(ScalarWidth.columns(of: "e\u{301}") == 1)
    #expect(ScalarWidth.columns(of: "🔒") == 2)
  }

  @Test("lines break at the width, wide characters whole, and pages at the height")
  func layout() throws {
    let secret = try SecretBytes(Array("abcdef\n日本語\n\nx".utf8))
    let layout = PageLayout(secret, columns: 5, rows: 3)
    #expect(layout.pageCount == 2)
    var screen = ScreenEmulator(rows: 3, columns: 5)
    screen.feed(bytes(try layout.render(page: 0, of: secret, firstRow: 1)))
    #expect(screen.lines[0] == "abcde" && screen.lines[1] == "f")
    #expect(PageLayout(try SecretBytes(count: 0), columns: 5, rows: 3).pageCount == 1)
    #expect(PageLayout(try SecretBytes(Array("a\n".utf8)), columns: 5, rows: 1).pageCount == 1)
  }

  @Test("a table aligns, escapes, and cuts its last column to the terminal")
  func table() {
    let rows = [["4f2a", "Buy milk"], ["b", "日\u{1B}[31m and a very long text"]]
    let table = Table(rows.map { $0.map { Table.Cell($0) } })
    #expect(table.lines(width: nil)[0] == "4f2a  Buy milk")
    let narrow = table.lines(width: 20)
    #expect(narrow[1].hasPrefix(#"b     日\x1B[31m"#) && narrow[1].hasSuffix("…"))
    #expect(narrow.allSatisfy { ScalarWidth.columns(of: $0) <= 20 })
  }

  @Test("a table's last column goes on below itself, between words, for as long as its text is")
  func paragraphs() {
    let rows = [["Account", "logged in, but not connected since noon"], ["Store", "a file"]].map {
      $0.map { Table.Cell($0) }
    }
    let broken = [["Account  logged in, but", "         not connected", "         since noon"], ["Store    a file"]]
    #expect(Table(rows).paragraphs(width: 24) == broken)
    #expect(Table(rows).paragraphs(width: nil).map(\.count) == [1, 1] && Table([]).paragraphs(width: 24).isEmpty)
  }

  @Test("columns that are empty in every row can be left out, with the blanks behind them")
  func emptyColumns() {
    let rows = [["4f2a", "", "", "Buy milk"], ["b", "", "high", ""]].map { $0.map { Table.Cell($0) } }
    #expect(Table(rows).lines(width: nil) == ["4f2a          Buy milk", "b       high"])
    #expect(Table(rows).withoutEmptyColumns.lines(width: nil) == ["4f2a        Buy milk", "b     high"])
    #expect(Table([]).withoutEmptyColumns.lines(width: 20).isEmpty)
  }

  @Test("colours need a terminal, and NO_COLOR forbids them")
  func style() throws {
    let terminal = try PseudoTerminal()
    let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    #expect(Style(descriptor: descriptor, environment: ["TERM": "xterm"]).isColoured)
    #expect(!Style(descriptor: descriptor, environment: ["TERM": "dumb"]).isColoured)
    #expect(!Style(descriptor: descriptor, environment: ["TERM": "xterm", "NO_COLOR": "1"]).isColoured)
    #expect(!Style(descriptor: -1, environment: ["TERM": "xterm"]).isColoured)
    #expect(Style(descriptor: -1, environment: ["CLICOLOR_FORCE": "1"]).isColoured)
  }

  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
  private func text(_ secret: borrowing SecretBytes) -> String { String(decoding: bytes(secret), as: UTF8.self) }
}
