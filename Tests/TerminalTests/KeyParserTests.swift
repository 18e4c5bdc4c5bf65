import Terminal
import Testing

@Suite("Keys")
struct KeyParserTests {
  private func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    var parser = KeyParser()
    return bytes.flatMap { parser.parse($0) }
  }

  private func keys(_ text: String) -> [Key] { keys(text.utf8) }

  @Test("text, control keys, arrows, focus and pasted text are told apart")
  func known() {
    #expect(keys("aé漢🎉") == "aé漢🎉".unicodeScalars.map { .text($0) })
    #expect(
      keys("\n\r\t\u{7F}\u{8}\u{17}\u{15}\u{4}\u{C}\u{1}\u{5}").map { $0 } == [
        .enter, .enter, .tab, .backspace, .backspace, .deleteWord, .deleteLine, .endOfInput, .redraw, .home, .end,
      ])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
    #expect(keys("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[4~\u{1B}[3~") == [.pageUp, .pageDown, .home, .end, .delete])
    #expect(keys("\u{1B}[I\u{1B}[O") == [.focusIn, .focusOut])
    #expect(keys("\u{1B}[?1004;2$y\u{1B}[?1004;0$y\u{1B}[?2026;1$y") == [.reportsFocus(true), .reportsFocus(false)])
    #expect(keys("\u{1B}[?1004;2;1$y\u{1B}[?1004$y\u{1B}[3;5~\u{1B}[4c") == [])
    #expect(keys("\u{1B}[200~a\nb\u{3}\u{1B}[201~\n") == [.text("a"), .text("\n"), .text("b"), .enter])
  }

  @Test(
    "Sixel is what a terminal names after its kind, whatever else comes before",
    arguments: [
      ("\u{1B}[?63;1;2;4;6;9;15;22c", true), ("\u{1B}[?62;4c", true), ("\u{1B}[?1;2\u{1B}[?62;4c", true),
      ("\u{1B}[?64;1;2;6;22c", false), ("\u{1B}[?4c", false), ("\u{1B}[?62;44;14;40c", false), ("\u{1B}[?6c", false),
      ("\u{1B}[?99999999999999999999;4c", true), (String(repeating: "\u{1B}[?4;", count: 200) + "1c", false),
    ])
  func attributes(answer: String, showsSixel: Bool) { #expect(keys(answer) == [.attributes(showsSixel: showsSixel)]) }

  @Test("what means nothing is passed over to its end, however long it is")
  func unknown() {
    #expect(keys("\u{1B}[1;5A\u{1B}[<0;3;4M\u{1B}[c") == [])
    #expect(keys("\u{1B}[" + String(repeating: "1", count: 100_000) + "Ax") == [.text("x")])
    #expect(keys([0xC3, 0x28, 0xFF, 0x80, 0xF5, 0x61]) == [.text("("), .text("a")])
    #expect(keys([0xED, 0xA0, 0x80, 0xC2, 0x9B, 0x62]) == [.text("b")])
  }

  @Test(
    "what a terminal answers to another program's question is no key",
    arguments: [
      "\u{1B}]11;rgb:aaaa/aaaa/aaaa\u{7}", "\u{1B}]10;rgb:1d1d/1f1f/2121\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}_Gi=31;OK\u{1B}\\",
      "\u{1B}^aa\u{1B}\\", "\u{1B}Xaa\u{1B}\\", "\u{1B}]52;c;\(String(repeating: "YWFh", count: 30_000))\u{7}",
      "\u{1B}]0;é漢🎉\u{1B}\\", "\u{1B}]aa\r", "\u{1B}Paa\u{1B}]aa\u{1B}[I\u{7}",
    ])
  func strings(answer: String) {
    for reportsUnknown in [false, true] {
      var parser = KeyParser(reportsUnknown: reportsUnknown)
      let keys = (answer + "x").utf8.flatMap { parser.parse($0) }
      #expect(keys.filter { !$0.isReport && $0 != .unknown } == [.text("x")])
    }
  }

  @Test("what introduces a string is a key with Alt when nothing follows, and text in what is pasted")
  func introducer() {
    var parser = KeyParser()
    #expect("\u{1B}]".utf8.flatMap { parser.parse($0) }.isEmpty && parser.mayBeEscape)
    #expect(parser.flushEscape() == [.escape, .text("]")] && !parser.mayBeEscape)
    #expect(parser.parse(0x61) == [.text("a")])
    #expect("\u{1B}]11".utf8.flatMap { parser.parse($0) }.isEmpty && parser.isInString && !parser.mayBeEscape)
    parser.abandonString()
    #expect(parser.parse(0x61) == [.text("a")], "a string that stops ends after a pause")
    #expect(keys("\u{1B}[200~\u{1B}]a\u{1B}[201~b") == [.text("]"), .text("a"), .text("b")])
  }

  @Test("where everything is told, keys that mean nothing are, too, and no byte of a text is lost, whatever it is")
  func everything() {
    var parser = KeyParser(reportsUnknown: true)
    #expect("\u{1B}[1;5A\0\u{1B}OPa".utf8.flatMap { parser.parse($0) } == [.unknown, .unknown, .unknown, .text("a")])
    #expect("\u{1B}[\n\u{9B}".utf8.flatMap { parser.parse($0) } == [.unknown, .text("\u{9B}")])
    var generator = SystemLike(seed: 7)
    let likely: [UInt8] = [0xC3, 0xA9, 0xE6, 0xBC, 0xA2, 0xF0, 0x9F, 0x8E, 0x89, 0xED, 0xA0, 0x80, 0xFF, 0x61]
    for _ in 0..<500 {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &generator)
          ? likely.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0x20...0xFF, using: &generator)
      }.filter { $0 != 0x7F }
      // An ordinary character ends whatever was begun.
      let keys = (bytes + [0x61]).flatMap { parser.parse($0) }
      let told = keys.flatMap { key -> [UInt8] in
        switch key {
        case .text(let scalar): Array(String(Character(scalar)).utf8)
        case .byte(let byte): [byte]
        default: []
        }
      }
      #expect(told == bytes + [0x61])
    }
  }

  @Test("an Escape is the key itself when nothing follows, and when something follows that belongs to no sequence")
  func escape() {
    var parser = KeyParser()
    #expect(parser.parse(0x1B).isEmpty && parser.mayBeEscape)
    #expect(parser.flushEscape() == [.escape] && !parser.mayBeEscape && parser.flushEscape().isEmpty)
    #expect(keys("\u{1B}q") == [.escape, .text("q")] && keys("\u{1B}\u{1B}[A") == [.escape, .up])
  }

  @Test("no bytes end it, and afterwards it is as good as new", arguments: 0..<40 as Range<UInt64>)
  func fuzz(seed: UInt64) {
    var generator = SystemLike(seed: seed)
    let likely: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x49, 0x3F, 0x31, 0x30, 0x34, 0x3B, 0x7E, 0x32, 0x24, 0x79, 0xC3, 0xA9, 0x0A, 0x5D, 0x07,
    ]
    var parser = KeyParser()
    var count = 0
    for _ in 0..<20_000 {
      let isLikely = Int.random(in: 0..<4, using: &generator) > 0
      let byte = isLikely ? likely.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
      let keys = parser.parse(byte)
      // One byte completes what was begun, and is at most one key more.
      #expect(keys.count <= 2)
      for case .text(let scalar) in keys {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) || scalar == "\n" || scalar == "\t")
      }
      count += keys.count
    }
    #expect(count > 0)
    // The end of a paste and of whatever was begun.
    for byte in "~\u{1B}[201~".utf8 { _ = parser.parse(byte) }
    #expect("\u{1B}[Ox".utf8.flatMap { parser.parse($0) } == [.focusOut, .text("x")])
  }

  /// SplitMix64.
  private struct SystemLike: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  @Test("focus is known once the terminal tells of it")
  func focus() {
    var focus = LiveFocus.unknown
    focus.handle(.text("x"), wasOpened: false)
    focus.handle(.reportsFocus(false), wasOpened: false)
    #expect(focus == .unknown)
    focus.handle(.reportsFocus(true), wasOpened: false)
    #expect(focus == .gained)
    focus.handle(.focusOut, wasOpened: false)
    focus.handle(.reportsFocus(true), wasOpened: false)
    #expect(focus == .lost)
    focus.handle(.focusIn, wasOpened: false)
    #expect(focus == .gained)
  }

  @Test("a terminal that was opened for a command may not have the focus, until it says so or a key comes")
  func openedFocus() {
    for key in [.focusIn, .text("x"), .enter] as [Key] {
      var focus = LiveFocus.unknown
      focus.handle(.reportsFocus(true), wasOpened: true)
      #expect(focus == .unsaid)
      focus.handle(key, wasOpened: true)
      #expect(focus == .gained)
    }
    var silent = LiveFocus.unknown
    silent.handle(.reportsFocus(false), wasOpened: true)
    silent.handle(.text("x"), wasOpened: true)
    #expect(silent == .unknown)
  }
}
