import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("A task in one line")
struct QuickEntryTests {
  /// A Thursday, noon.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000 - 7_200 * 2)
  private static let zone = LocalZone(secondsEast: 0)

  private func entry(_ line: String) -> QuickEntry? { QuickEntry(line, now: Self.now, zone: Self.zone) }

  @Test("has a name, a due date at its end, and tags")
  func whole() throws {
    let draft = try #require(entry("Water plants fri 18:00 +home")).draft
    #expect(draft.name == "Water plants")
    #expect(draft.tags == ["home"])
    let due = try #require(draft.due)
    let local = Self.zone.dateTime(at: due.date)
    #expect(!due.isAllDay && local.time.words == "18:00" && local.date.weekday.shortName == "Fri")
  }

  @Test(
    "ends with its due date, however many words that has",
    arguments: [
      ("Call mom today", "Call mom", true), ("Call mom tomorrow 9:00", "Call mom", false),
      ("Call mom in 2h", "Call mom", false), ("Call mom 24 dec", "Call mom", true),
      ("Call mom 24 dec at 18:00", "Call mom", false), ("Call mom on fri", "Call mom", true),
    ])
  func due(line: String, name: String, isAllDay: Bool) throws {
    let draft = try #require(entry(line)).draft
    #expect(draft.name == name)
    #expect(draft.due?.isAllDay == isAllDay)
  }

  @Test(
    "keeps as its name what is no date, what is quoted, and one word at least",
    arguments: [
      ("Read about fridays", "Read about fridays"), ("tomorrow", "tomorrow"), ("Watch \"today\"", "Watch today"),
      ("Learn C++ + more", "Learn C++ + more"), ("Size 5\" disk", "Size 5\" disk"), ("! now", "!"),
    ])
  func names(line: String, name: String) throws {
    #expect(try #require(entry(line)).draft.name == name)
  }

  @Test("has a project and a priority")
  func fields() throws {
    let draft = try #require(entry("Fix roof project:home.garden !high +a +b +a")).draft
    #expect(draft.project == "home.garden" && draft.priority == .high && draft.tags == ["a", "b"])
    #expect(draft.name == "Fix roof")
  }

  @Test("is none without a name", arguments: ["", "   ", "+home", "!high +home", "\"\""])
  func nameless(line: String) {
    #expect(entry(line) == nil)
  }

  @Test("says what was understood before it is added")
  func summary() throws {
    let text = try #require(entry("Fix roof today +home !low")).summary(now: Self.now, zone: Self.zone)
    #expect(text == "due today · low priority · tag home")
    #expect(try #require(entry("Fix roof")).summary(now: Self.now, zone: Self.zone).isEmpty)
  }
}
