import AgentAPI
import CivilTime
import Foundation
import Terminal
import Testing
import VaultClient
import VaultModel

@testable import vault

@Suite("The selection of a live list of tasks")
struct TaskSelectionTests {
  private static let tasks = (0..<12).map { number in
    TaskRow(
      shortID: "000\(number)",
      task: TodoTask(id: UUID(), name: "\(number)", createdAt: Date(timeIntervalSinceReferenceDate: 0)))
  }

  private func page(_ numbers: [Int], total: Int? = nil) -> TaskPage {
    TaskPage(rows: numbers.map { Self.tasks[$0] }, total: total ?? numbers.count)
  }

  private func name(_ selection: TaskSelection) -> String? { selection.selected?.name }

  @Test("is on the first task at first, and on none where there is none")
  func beginning() {
    var selection = TaskSelection()
    #expect(selection.selected == nil && selection.visible(height: 3).isEmpty)
    selection.move(.down, height: 3)
    selection.show(page([4, 5]))
    #expect(name(selection) == "4")
    selection.show(page([]))
    #expect(selection.selected == nil && selection.total == 0)
  }

  @Test("stays on its task, and on its row of the screen, when others come and go around it")
  func stays() {
    var selection = TaskSelection()
    selection.show(page([2, 3, 4, 5, 6, 7]))
    for _ in 0..<3 { selection.move(.down, height: 3) }
    #expect(name(selection) == "5" && selection.visible(height: 3) == 1..<4)
    selection.show(page([0, 1, 2, 3, 4, 5, 6, 7]))
    #expect(name(selection) == "5" && selection.visible(height: 3) == 3..<6)
    selection.show(page([3, 5, 7]))
    #expect(name(selection) == "5" && selection.visible(height: 3) == 0..<3)
  }

  @Test("goes to the task that came next when its own goes, or else to the one before")
  func heirs() {
    var selection = TaskSelection()
    selection.show(page([0, 1, 2, 3, 4]))
    selection.move(.down, height: 9)
    selection.show(page([0, 2, 3, 4]))
    #expect(name(selection) == "2")
    selection.show(page([4, 0]))
    #expect(name(selection) == "4")
    selection.show(page([0]))
    #expect(name(selection) == "0")
    selection.show(page([9]))
    #expect(name(selection) == "9")
  }

  @Test("of any list, after any moves, is a task of it that is on the screen", arguments: 0..<60 as Range<UInt64>)
  func properties(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var selection = TaskSelection()
    for _ in 0..<400 {
      let height = Int.random(in: -1...6, using: &generator)
      let before = selection
      if Bool.random(using: &generator) {
        let numbers = (0..<12).filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
        selection.show(page(numbers, total: Int.random(in: 0...20, using: &generator)))
        if let task = before.selected, numbers.contains(where: { Self.tasks[$0] == task }) {
          #expect(selection.selected == task)
        }
        #expect(selection.rows.map(\.name) == numbers.map { "\($0)" } && selection.total >= numbers.count)
      } else if let motion = TaskSelection.Motion.allCases.randomElement(using: &generator) {
        selection.move(motion, height: height)
        #expect(selection.rows == before.rows)
      }
      let shown = selection.visible(height: height)
      #expect(shown.count == min(max(1, height), selection.rows.count), "as many as fit are shown")
      #expect(selection.rows.isEmpty == (selection.index == nil))
      if let index = selection.index { #expect(shown.contains(index)) }
      var again = selection
      #expect(again.visible(height: height) == shown, "what is shown does not move by itself")
    }
  }
}

@Suite("The filter of a live list")
struct FilterLineTests {
  private let now = Date(timeIntervalSince1970: 1_900_000_000)

  private func line(_ words: String..., showsDone: Bool = false) throws -> FilterLine {
    try FilterLine(words, showsDone: showsDone, now: now, zone: .utc)
  }

  private func type(_ text: String, _ line: inout FilterLine) {
    for scalar in text.unicodeScalars { line.handle(.text(scalar), now: now) }
  }

  @Test("means what the words of the command line mean, done tasks included where that is asked for")
  func words() throws {
    let line = try line("+shop", "tag:-home", "milk")
    #expect(line.filter == (try FilterWords(["+shop", "-home", "milk"], now: now, zone: .utc).filter))
    #expect(line.text == "+shop tag:-home milk" && !line.isEditing)
    #expect(try self.line(showsDone: true).filter.state == .any)
    #expect(try self.line("is:done", showsDone: true).filter.state == .done)
    #expect(throws: Failure.self) { try self.line("due:") }
  }

  @Test("follows each key; a last word that makes no sense yet is left out, with the reason")
  func typing() throws {
    var line = try line()
    line.begin()
    type("mil", &line)
    #expect(line.filter.words == ["mil"] && line.problem == nil && line.isEditing)
    type(" due:", &line)
    #expect(line.filter.words == ["mil"] && line.problem?.contains("due:") == true)
    line.handle(.deleteWord, now: now)
    #expect(line.problem == nil)
    type("+shop", &line)
    line.handle(.enter, now: now)
    #expect(!line.isEditing && line.filter.tags == ["shop"] && line.text == "mil +shop")
  }

  @Test("is as before after Escape, and after Enter where the words make no sense")
  func leaving() throws {
    for key in [Key.escape, .enter] {
      var line = try line("milk")
      let before = line.filter
      line.begin()
      #expect(line.field?.text == "milk ")
      type("due:xyzzy", &line)
      #expect(line.problem != nil)
      line.handle(key, now: now)
      #expect(!line.isEditing && line.filter == before && line.text == "milk" && line.problem == nil)
    }
    var line = try line("milk")
    line.begin()
    line.handle(.deleteLine, now: now)
    #expect(line.filter.words.isEmpty)
    line.handle(.endOfInput, now: now)
    #expect(line.filter.words == ["milk"])
  }

  @Test("keeps blanks between quotation marks")
  func quotes() throws {
    let line = try line("due:24 dec", "milk")
    #expect(line.text == #""due:24 dec" milk"# && line.filter.dueFrom != nil && line.filter.words == ["milk"])
    #expect(FilterLine.words(in: #"a  "b c" d"e f"g "open"#) == ["a", "b c", "de fg", "open"])
    #expect(FilterLine.words(in: #" "" "#).isEmpty)
    for words in [["a"], ["a b", "c"], ["due:24 dec", "+x"], []] {
      #expect(FilterLine.words(in: FilterLine.line(of: words)) == words)
    }
  }

  @Test("means another time when time has passed")
  func passing() throws {
    var line = try line("due:overdue")
    line.refresh(now: now + 60)
    #expect(line.filter.dueBefore == now + 60)
  }

  @Test("whatever is typed, some filter is in force, and nothing grows without end", arguments: 0..<20 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var line = try line()
    let keys: [Key] =
      [
        .enter, .escape, .backspace, .deleteWord, .left, .home, .delete, .endOfInput, .tab, .text("\n"), .text("\""),
      ] + "due:week +-isproject 24\u{301}é漢".unicodeScalars.map { .text($0) }
    for _ in 0..<2000 {
      if !line.isEditing {
        #expect(line.problem == nil)
        line.begin()
      }
      guard let key = keys.randomElement(using: &generator) else { return }
      line.handle(key, now: now)
      #expect(line.text.utf8.count <= 500)
    }
  }
}
