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
      draft.moveBackward()
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
        $0.moveBackward()
        $0.deleteBackward()
      } == "a|b")
    #expect(
      try typed("a" + character + "b") {
        $0.move(to: 1)
        $0.deleteForward()
      } == "a|b")
    #expect(
      try typed("a" + character + "b") {
        $0.move(to: 0)
        $0.moveForward()
        $0.moveForward()
      } == "a\(character)|b")
    #expect(
      try typed("a" + character + "b") { $0.move(to: 2) }.hasPrefix(character.utf8.count == 1 ? "a\(character)|" : "a|")
    )
  }

  @Test("stays as it is at its ends")
  func ends() throws {
    #expect(
      try typed("a") {
        $0.deleteForward()
        $0.moveForward()
      } == "a|")
    #expect(
      try typed("a") {
        $0.move(to: -5)
        $0.deleteBackward()
        $0.moveBackward()
      } == "|a")
    #expect(
      try typed("") {
        $0.deleteBackward()
        $0.deleteForward()
        $0.move(to: 9)
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
    draft.moveBackward()
    draft.deleteBackward()
    draft.deleteBackward()
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
          draft.deleteBackward()
          _ = before.popLast()
        case 3:
          draft.moveBackward()
          if let last = before.popLast() { after.insert(last, at: 0) }
        default:
          draft.moveForward()
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
