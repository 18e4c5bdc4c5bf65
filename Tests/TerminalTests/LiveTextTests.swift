import Foundation
import Testing
import VaultTesting

@testable import Terminal

@Suite("Rows of live views")
struct LiveTextTests {
  @Test("a row is cut where the terminal ends, and a wide character that does not fit is left out")
  func clipping() {
    #expect(LiveText("abcdef").clipped(to: 4) == "abcd")
    #expect(LiveText("漢字漢").clipped(to: 5) == "漢字")
    #expect(LiveText("e\u{301}\u{301}x").clipped(to: 1) == "e\u{301}\u{301}")
    let painted = LiveText([.init("ab", paint: { "<\($0)>" }), .init("cd", paint: { "[\($0)]" })])
    #expect(painted.clipped(to: 3) == "<ab>[c]" && painted.clipped(to: 2) == "<ab>" && painted.columns == 4)
    #expect(LiveText([.init("a漢"), .init("b")]).clipped(to: 2) == "a")
  }

  @Test("what would steer the terminal is shown as escapes")
  func hostile() {
    #expect(LiveText("a\u{1B}[2Jb\nc\u{202E}").clipped(to: 80) == #"a\x1B[2Jb\nc\u{202E}"#)
    #expect(LiveText.wrapped("\u{9B}1\n2", columns: 80, limit: 9) == [#"\x9B1"#, "2"])
  }

  @Test("a text is broken at blanks, at its newlines, and where there is no blank")
  func wrapping() {
    #expect(LiveText.wrapped("the tea is ready", columns: 10, limit: 9) == ["the tea is", "ready"])
    #expect(LiveText.wrapped("the teapot is", columns: 8, limit: 9) == ["the teap", "ot is"])
    #expect(LiveText.wrapped("abc teapot", columns: 6, limit: 9) == ["abc te", "apot"])
    #expect(LiveText.wrapped("a\n\nb", columns: 6, limit: 9) == ["a", "", "b"])
    #expect(LiveText.wrapped("漢字漢字", columns: 5, limit: 9) == ["漢字", "漢字"])
    #expect(LiveText.wrapped(String(repeating: "x", count: 100), columns: 10, limit: 3).count == 3)
    #expect(LiveText.wrapped("", columns: 6, limit: 9) == [""])
    for columns in 0...3 { #expect(LiveText.wrapped("漢字 ab", columns: columns, limit: 99).joined().contains("漢")) }
  }

  @Test("only rows that changed are written")
  func frames() {
    var first = LiveFrame(rows: 3, columns: 10)
    first.set(0, LiveText("one"))
    first.set(7, LiveText("nowhere"))
    var second = first
    second.set(2, LiveText("three"))
    #expect(first.output(after: nil).contains("\u{1B}[2J") && first.output(after: nil).contains("one"))
    let output = second.output(after: first)
    #expect(output.contains("\u{1B}[3;1H") && output.contains("three") && !output.contains("one"))
    #expect(!output.contains("\u{1B}[2J") && !output.contains("\u{1B}[?25h"))
    second.cursor = (2, 99)
    #expect(second.output(after: first).hasSuffix("\u{1B}[3;10H\u{1B}[?25h") && second != first)
    #expect(LiveFrame(rows: 0, columns: 0).rows == 1)
  }

  @Test("a line is written, changed in its middle, and bounded")
  func field() {
    var field = LineField(maximumByteCount: 12)
    for scalar in "grün ist".unicodeScalars { field.handle(.text(scalar)) }
    #expect(field.text == "grün ist")
    field.handle(.deleteWord)
    #expect(field.text == "grün ")
    for key in [Key.home, .delete, .text("G"), .end, .backspace] { field.handle(key) }
    #expect(field.text == "Grün")
    for key in [Key.left, .left, .text("\u{301}")] { field.handle(key) }
    #expect(field.text == "Gŕün" && !field.handle(.enter))
    for _ in 0..<99 { field.handle(.text("漢")) }
    #expect(field.text.utf8.count <= 12)
    field.handle(.deleteLine)
    #expect(field.isEmpty)
    for _ in 0..<12 { field.handle(.text("x")) }
    #expect(field.text.count == 12)
  }

  @Test("of a long line the part around the cursor is shown")
  func shown() {
    var field = LineField(maximumByteCount: 100)
    for scalar in "0123456789\u{1B}".unicodeScalars { field.handle(.text(scalar)) }
    #expect(field.shown(columns: 5).text == #"\x1B"# && field.shown(columns: 5).column == 4)
    for _ in 0..<4 { field.handle(.left) }
    #expect(field.shown(columns: 5).text == "34567" && field.shown(columns: 5).column == 4)
    field.handle(.home)
    #expect(field.shown(columns: 5).text == "01234" && field.shown(columns: 5).column == 0)
  }
}

@Suite("Pictures in live views")
struct LivePictureTests {
  private func frame(_ picture: LivePicture?, _ text: String = "text") -> LiveFrame {
    var frame = LiveFrame(rows: 6, columns: 20)
    frame.set(4, LiveText(text))
    if let picture { frame.set(picture) }
    return frame
  }

  @Test("an image is written once while it is shown, and the screen is emptied when it goes or another comes")
  func images() {
    let image = LivePicture(drawing: "\u{1B}_Ga=T;AAAA\u{1B}\\", rows: 3, columns: 9)
    #expect(image.rows == 3)
    let first = frame(image).output(after: frame(nil))
    #expect(first.contains("\u{1B}[1;1H\u{1B}[0m\u{1B}_G") && !first.contains("\u{1B}[2J"))
    let same = frame(image, "other").output(after: frame(image))
    #expect(!same.contains("_G") && same.contains("other"))
    let gone = frame(nil).output(after: frame(image))
    #expect(gone.contains("\u{1B}[2J") && gone.contains("text"))
    let other = frame(LivePicture(drawing: "##", rows: 1, columns: 2)).output(after: frame(image))
    #expect(other.contains("\u{1B}[2J") && other.contains("##") && frame(image) != frame(nil))
  }

  @Test("characters are written row by row, so that no newline moves what is shown")
  func rows() {
    let picture = LivePicture(drawing: "##\n#.\n", rows: 9, columns: 2)
    #expect(picture.rows == 2)
    let output = frame(picture).output(after: nil)
    #expect(output.contains("\u{1B}[1;1H\u{1B}[0m##") && output.contains("\u{1B}[2;1H\u{1B}[0m#."))
    #expect(!output.contains("\n"))
  }
}

@Suite("Several pictures in live views")
struct LivePicturesTests {
  private static let kitty = LivePicture(drawing: "\u{1B}_Ga=T,c=3,r=2;AAAA\u{1B}\\", rows: 2, columns: 3)
  private static let sixel = LivePicture(drawing: "\u{1B}P0;1;0q#0!9~\u{1B}\\", rows: 2, columns: 3)

  /// A list of three items of two rows, with pictures left of some of them.
  private func frame(_ picture: LivePicture, _ rows: [Int], _ texts: [String] = ["a", "b", "c"]) -> LiveFrame {
    var frame = LiveFrame(rows: 8, columns: 20)
    for (index, text) in texts.enumerated() { frame.set(1 + 2 * index, LiveText("      \(text)")) }
    for row in rows { frame.set(picture, row: row, column: 1) }
    return frame
  }

  /// The screen after some frames.
  private func screen(_ frames: LiveFrame...) -> ScreenEmulator {
    var screen = ScreenEmulator(rows: 8, columns: 20)
    var shown: LiveFrame?
    for frame in frames {
      screen.feed(Array(frame.output(after: shown).utf8))
      shown = frame
    }
    return screen
  }

  @Test("each is where it should be when others come and go, in either protocol", arguments: [kitty, sixel])
  func places(_ picture: LivePicture) {
    #expect(picture.isImage)
    func rows(_ screen: ScreenEmulator) -> [Int] { screen.images.map(\.row).sorted() }
    #expect(rows(screen(frame(picture, [1, 5]))) == [1, 5])
    #expect(rows(screen(frame(picture, [1, 5]), frame(picture, [1, 3]))) == [1, 3])
    #expect(rows(screen(frame(picture, [1, 3, 5]), frame(picture, [3]))) == [3])
    #expect(rows(screen(frame(picture, [1]), frame(picture, []))) == [])
    // What is written in its row leaves one that lies over the text, and is followed by one in the cells.
    let changed = screen(frame(picture, [1, 3]), frame(picture, [1, 3], ["x", "b", "c"]))
    #expect(rows(changed) == [1, 3] && changed.lines[1] == "      x" && changed.lines[3] == "      b")
  }

  @Test("no more is written than has changed, and what leaves is taken away")
  func output() {
    let first = frame(Self.kitty, [1, 3])
    let text = frame(Self.kitty, [1, 3], ["x", "b", "c"]).output(after: first)
    #expect(!text.contains("_G") && text.contains("x") && !text.contains("b"))
    let sixel = frame(Self.sixel, [1, 3], ["x", "b", "c"]).output(after: frame(Self.sixel, [1, 3]))
    #expect(sixel.components(separatedBy: "\u{1B}P").count == 2)
    let fewer = frame(Self.kitty, [3]).output(after: first)
    #expect(fewer.contains("\u{1B}_Ga=d,d=P,x=2,y=2,q=2\u{1B}\\") && !fewer.contains("[2J") && !fewer.contains("a=T"))
    #expect(first.pictureRemoval.contains("x=2,y=4") && frame(Self.kitty, []).pictureRemoval.isEmpty)
    #expect(!LivePicture(drawing: "##\n##", rows: 2, columns: 2).isImage)
  }
}
