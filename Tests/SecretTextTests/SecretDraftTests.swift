import SecretMemory
import SecretText
import Testing

@Suite("A secret text that is typed")
struct SecretDraftTests {
  /// What a draft holds after some keys, with the caret as a bar.
  private func typed(_ text: String, _ act: (inout SecretDraft) -> Void = { _ in }) throws -> String {
    var draft = try SecretDraft(capacity: 64)
    let isTaken = draft.insert(text)
    #expect(isTaken)
    act(&draft)
    let caret = draft.caret
    return draft.withText {
      String(decoding: $0.prefix(caret), as: UTF8.self) + "|" + String(decoding: $0.dropFirst(caret), as: UTF8.self)
    }
  }

  @Test("grows at the caret")
  func insertion() throws {
    #expect(try typed("abc") == "abc|")
    let inserted = try typed("ac") { draft in
      draft.move(.characterBackward)
      _ = draft.insert("b")
    }
    #expect(inserted == "ab|c")
  }

  @Test(
    "is deleted and walked through by characters as people see them",
    arguments: ["é", "e\u{301}", "👩‍👩‍👧‍👦", "🇺🇦", "س", "\n", " "])
  func characters(character: String) throws {
    #expect(
      try typed("a" + character + "b") {
        $0.move(.characterBackward)
        $0.delete(.characterBackward)
      } == "a|b")
    #expect(
      try typed("a" + character + "b") {
        $0.move(.place(1))
        $0.delete(.characterForward)
      } == "a|b")
    #expect(
      try typed("a" + character + "b") {
        $0.move(.place(0))
        $0.move(.characterForward)
        $0.move(.characterForward)
      } == "a\(character)|b")
    #expect(
      try typed("a" + character + "b") { $0.move(.place(2)) }.hasPrefix(
        character.utf8.count == 1 ? "a\(character)|" : "a|")
    )
  }

  @Test("is walked through and deleted by words, past blanks and signs")
  func words() throws {
    #expect(try typed("one, two  drei") { $0.move(.wordBackward) } == "one, two  |drei")
    let twice = try typed("one, two  drei") {
      $0.move(.wordBackward)
      $0.delete(.wordBackward)
    }
    #expect(twice == "one, |drei")
    let forward = try typed("e\u{301}ins\nשלום!") {
      $0.move(.place(0))
      $0.move(.wordForward)
      $0.delete(.wordForward)
    }
    #expect(forward == "e\u{301}ins|!")
    #expect(try typed("...") { $0.delete(.wordBackward) } == "|")
  }

  @Test("is written over, deleted and left where it is selected")
  func selection() throws {
    let all = try typed("secret") {
      $0.selectAll()
      _ = $0.insert("x")
    }
    #expect(all == "x|")
    let part = try typed("one two three") {
      $0.move(.wordBackward)
      $0.move(.wordBackward, isSelecting: true)
      $0.delete(.characterBackward)
    }
    #expect(part == "one |three")
    let left = try typed("abc") {
      $0.selectAll()
      $0.move(.characterBackward)
    }
    #expect(left == "|abc")
    for place in [4, 5, 7] {
      let word = try typed("one two three") {
        $0.move(.place(place))
        $0.selectWord()
        $0.delete(.characterForward)
      }
      #expect(word == "one | three")
    }
  }

  @Test("has room for what takes the place of what is selected, and is erased behind it")
  func replaced() throws {
    var draft = try SecretDraft(capacity: 4)
    _ = draft.insert("abcd")
    let isTooMuch = draft.insert("e")
    draft.selectAll()
    let isTaken = draft.insert("xy")
    let bytes = draft.withText { Array(UnsafeRawBufferPointer(start: $0.baseAddress, count: 4)) }
    #expect(!isTooMuch && isTaken && bytes == Array("xy".utf8) + [0, 0])
  }

  @Test("stays as it is at its ends")
  func ends() throws {
    #expect(
      try typed("a") {
        $0.delete(.characterForward)
        $0.move(.characterForward)
      } == "a|")
    #expect(
      try typed("a") {
        $0.move(.place(-5))
        $0.delete(.characterBackward)
        $0.move(.characterBackward)
      } == "|a")
    #expect(
      try typed("") {
        $0.delete(.characterBackward)
        $0.delete(.characterForward)
        $0.move(.place(9))
      } == "|")
  }

  @Test("takes no more than it has room for")
  func capacity() throws {
    var draft = try SecretDraft(capacity: 4)
    let taken = [draft.insert("abc"), draft.insert("de"), draft.insert("d")]
    let count = draft.count
    #expect(taken == [true, false, true] && count == 4)
  }

  @Test("may hold bytes that are no text, each a character of its own")
  func damaged() throws {
    var draft = try SecretDraft(capacity: 8)
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x62]
    _ = bytes.withUnsafeBytes { draft.insert($0) }
    draft.move(.characterBackward)
    draft.delete(.characterBackward)
    draft.delete(.characterBackward)
    let rest = draft.withText { Array($0) }
    #expect(rest == [0x61, 0x62])
  }

  @Test("is copied to be sent, and erased where it was deleted")
  func erased() throws {
    var draft = try SecretDraft(capacity: 8)
    _ = draft.insert("secret")
    let copy = try draft.text().withUnsafeBytes { Array($0) }
    #expect(copy == Array("secret".utf8))
    draft.deleteAll()
    let (count, caret) = (draft.count, draft.caret)
    let isErased = draft.withText { UnsafeRawBufferPointer(start: $0.baseAddress, count: 8).allSatisfy { $0 == 0 } }
    #expect(count == 0 && caret == 0 && isErased)
  }

  @Test("does what a plain string would, whatever keys are pressed")
  func anyKeys() throws {
    var random = SystemRandomNumberGenerator()
    let pool = ["a", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\n", " ", "שלום", "字"]
    for _ in 0..<300 {
      var draft = try SecretDraft(capacity: 4096)
      var (before, after): ([Character], [Character]) = ([], [])
      for _ in 0..<20 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let word = pool[Int.random(in: 0..<pool.count, using: &random)]
          // Characters that would join with their neighbours make others than both had.
          guard String(before + Array(word) + after).count == before.count + word.count + after.count else { continue }
          _ = draft.insert(word)
          before += word
        case 2:
          draft.delete(.characterBackward)
          _ = before.popLast()
        case 3:
          draft.move(.characterBackward)
          if let last = before.popLast() { after.insert(last, at: 0) }
        default:
          draft.move(.characterForward)
          if !after.isEmpty { before.append(after.removeFirst()) }
        }
        let (text, caret) = (draft.withText { String(decoding: $0, as: UTF8.self) }, draft.caret)
        #expect(text == String(before + after) && caret == String(before).utf8.count)
      }
    }
  }
}

extension SecretDraft {
  fileprivate mutating func insert(_ text: String) -> Bool {
    var bytes = text
    return bytes.withUTF8 { insert(UnsafeRawBufferPointer($0)) }
  }
}

@Suite("The caret in a text that is typed")
struct CaretTests {
  private func layout(_ text: String, width: Double) -> SecretLayout {
    Array(text.utf8).withUnsafeBytes { SecretLayout($0, width: width, isEdited: true) { Double($0.count) } }
  }

  private func caret(_ text: String, at place: Int, width: Double = 4) -> SecretLayout.Caret {
    layout(text, width: width).caret(at: place, width: width) { Double($0.count) }
  }

  @Test("is before its character, and behind the last one; a line break at the end begins another line")
  func places() {
    #expect(caret("abc", at: 1) == SecretLayout.Caret(line: 0, x: 1))
    #expect(caret("abc", at: 3) == SecretLayout.Caret(line: 0, x: 3))
    #expect(caret("a\n", at: 2) == SecretLayout.Caret(line: 1, x: 0))
    #expect(caret("a\n\nb", at: 2) == SecretLayout.Caret(line: 1, x: 0))
    #expect(caret("a\n\nb", at: 4) == SecretLayout.Caret(line: 2, x: 1))
    #expect(caret("", at: 0) == SecretLayout.Caret(line: 0, x: 0))
    #expect(caret("abcdef", at: 5) == SecretLayout.Caret(line: 1, x: 1))
  }

  @Test("runs from the right edge where the text does")
  func rightToLeft() {
    #expect(caret("שלום", at: 0, width: 20) == SecretLayout.Caret(line: 0, x: 20))
    #expect(caret("שלום", at: 4, width: 20) == SecretLayout.Caret(line: 0, x: 16))
    #expect(caret("שלום", at: 8, width: 20) == SecretLayout.Caret(line: 0, x: 12))
  }

  @Test("goes where somebody points")
  func pointing() {
    let layout = layout("abcdef\ng", width: 4)
    #expect(layout.place(at: SecretLayout.Caret(line: 0, x: 0)) == 0)
    #expect(layout.place(at: SecretLayout.Caret(line: 0, x: 2.6)) == 3)
    #expect(layout.place(at: SecretLayout.Caret(line: 1, x: 0.2)) == 4)
    #expect(layout.place(at: SecretLayout.Caret(line: 9, x: 9)) == 8)
    #expect(layout.place(at: SecretLayout.Caret(line: -1, x: -3)) == 0)
  }

  @Test("shows what is selected where it is drawn")
  func spans() {
    func spans(_ text: String, _ part: Range<Int>, width: Double) -> [SecretLayout.Span] {
      layout(text, width: width).spans(of: part, width: width) { Double($0.count) }
    }
    #expect(spans("abcdef", 2..<5, width: 4).map(\.line) == [0, 0, 1])
    #expect(spans("abcdef", 2..<5, width: 4).map(\.x) == [2, 3, 0])
    #expect(spans("abc", 1..<1, width: 4).isEmpty && spans("a\n\nb", 1..<3, width: 4).isEmpty)
    // A word of joined letters is cut where the caret would be.
    let cut = spans("שלום", 2..<6, width: 20)
    #expect(cut.map(\.x) == [14] && cut.map(\.width) == [4])
  }

  @Test("has a place for every byte of every line")
  func everyPlace() {
    let text = "one two\n\nthree 👩‍👩‍👧‍👦 four\n"
    for width in [1.0, 3, 7, 100] {
      let layout = layout(text, width: width)
      #expect(layout.starts.count == layout.lines.count && layout.starts == layout.starts.sorted())
      for place in 0...text.utf8.count { _ = layout.caret(at: place, width: width) { Double($0.count) } }
    }
  }
}
