import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("A task in one line")
struct QuickEntryTests {
  /// Friday, 15 January 2027, 4:00.
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

  @Test(
    "repeats as it says behind its date, or before",
    arguments: [
      ("Pay rent 2026-12-01 every month", "Pay rent", "FREQ=MONTHLY"),
      ("Weekly review mon weekly", "Weekly review", "FREQ=WEEKLY"),
      ("Water plants every 2 weeks fri 18:00 +home", "Water plants", "FREQ=WEEKLY;INTERVAL=2"),
      ("Stand up tomorrow weekdays", "Stand up", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ])
  func repetition(line: String, name: String, rule: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.draft.due != nil)
    #expect(entry.draft.recurrence == RecurrenceRule(rule))
    #expect(entry.doubts.isEmpty && entry.parts.count >= 2)
  }

  @Test(
    "takes a time behind its repetition, wherever the day stands",
    arguments: [
      ("Walk dog tomorrow daily 7:00", "Walk dog", "2027-01-16 7:00", "FREQ=DAILY"),
      ("Walk dog fri weekly at 18:00", "Walk dog", "2027-01-22 18:00", "FREQ=WEEKLY"),
      ("Walk dog 7:00 daily", "Walk dog", "2027-01-15 7:00", "FREQ=DAILY"),
      ("Walk dog daily tomorrow 7:00", "Walk dog", "2027-01-16 7:00", "FREQ=DAILY"),
    ])
  func timeBehindRepetition(line: String, name: String, due: String, rule: String) throws {
    try expect(line, name, due, rule)
  }

  @Test(
    "is due first on the next day that its repetition fits",
    arguments: [
      ("Call mum every monday", "Call mum", "2027-01-18", "FREQ=WEEKLY;BYDAY=MO"),
      ("Call mum every monday 9:00", "Call mum", "2027-01-18 9:00", "FREQ=WEEKLY;BYDAY=MO"),
      ("Call mum at 9:00 every monday", "Call mum", "2027-01-18 9:00", "FREQ=WEEKLY;BYDAY=MO"),
      ("Gym every friday 18:00", "Gym", "2027-01-15 18:00", "FREQ=WEEKLY;BYDAY=FR"),
      ("Gym every friday 3:00", "Gym", "2027-01-22 3:00", "FREQ=WEEKLY;BYDAY=FR"),
      ("Rent monthly", "Rent", "2027-01-15", "FREQ=MONTHLY"), ("Water daily", "Water", "2027-01-15", "FREQ=DAILY"),
      ("Water daily 7:00", "Water", "2027-01-15 7:00", "FREQ=DAILY"),
      ("Water daily 3:00", "Water", "2027-01-16 3:00", "FREQ=DAILY"),
      ("Stand up weekdays 3:00", "Stand up", "2027-01-18 3:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("Pay rent monthly on last day", "Pay rent", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("Meet every last friday", "Meet", "2027-01-29", "FREQ=MONTHLY;BYDAY=-1FR"),
      ("Meet monthly on second tue +work", "Meet", "2027-02-09", "FREQ=MONTHLY;BYDAY=2TU"),
    ])
  func firstFit(line: String, name: String, due: String, rule: String) throws {
    try expect(line, name, due, rule)
  }

  private func expect(_ line: String, _ name: String, _ due: String, _ rule: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.doubts.isEmpty)
    #expect(entry.draft.recurrence == RecurrenceRule(rule))
    let moment = try #require(entry.draft.due)
    let local = Self.zone.dateTime(at: moment.date)
    #expect((moment.isAllDay ? "\(local.date)" : "\(local.date) \(local.time.words)") == due)
  }

  @Test(
    "says what stays in the name and looks as if something else were meant",
    arguments: [
      ("Dance every blue moon", "Dance every blue moon", [QuickEntry.Doubt.unknownRepetition("every blue moon")]),
      (
        "Overdue thing yesterday project:House Move", "Overdue thing yesterday Move",
        [.dateInside("yesterday"), .behindProject("Move")]
      ),
      ("Call mom today +home about cars", "Call mom today about cars", [.dateInside("today")]),
      ("Learn every word", "Learn every word", [.unknownRepetition("every word")]),
      ("Fix roof project:House fri", "Fix roof", []), ("Fix the roof +home today", "Fix the roof", []),
    ])
  func doubts(line: String, name: String, doubts: [QuickEntry.Doubt]) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.doubts == doubts)
    #expect(entry.warning.isEmpty == doubts.isEmpty)
  }

  @Test(
    "says what can't be a time or a day, and what is one but for a slip",
    arguments: [
      ("Buy milk fri 25:00", [QuickEntry.Doubt.noSuchTime("fri 25:00")]), ("Buy milk 9:75", [.noSuchTime("9:75")]),
      ("Buy milk 13pm", [.noSuchTime("13pm")]), ("Pay rent 31 feb", [.noSuchDay("31 feb")]),
      ("Pay rent feb 30 2027", [.noSuchDay("feb 30 2027")]), ("Pay rent 2026-13-01", [.noSuchDay("2026-13-01")]),
      ("Call mum tomorow", [.misspelt("tomorow", meant: "tomorrow")]),
      ("Call mum tomorow 9:00", [.misspelt("tomorow", meant: "tomorrow")]),
      ("Call mum tomorro at 9:00", [.misspelt("tomorro", meant: "tomorrow")]),
      ("Call mum Firday", [.misspelt("Firday", meant: "friday")]),
      // Words of their own, words that are still being typed, and what is read whole.
      ("Clean the fridge", []), ("Send money", []), ("Read about fridays", []), ("Study Torah", []),
      ("Call mum tomorro", []), ("Buy sundae fri 18:00", []), ("Meet Jane", []), ("Watch the match", []),
      ("25:00", []), ("Read \"25:00\"", []), ("Psalm 119:105", []), ("Buy 3 of them", []),
    ])
  func slips(line: String, doubts: [QuickEntry.Doubt]) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.doubts == doubts)
    #expect(entry.warning.isEmpty == doubts.isEmpty)
  }

  @Test(
    "says that a date in the midst of a name, or in numbers, is a part of it",
    arguments: [
      ("Tomorrow buy bread", [QuickEntry.Doubt.dateInside("Tomorrow")]),
      ("Buy bread tomorrow for Anna", [.dateInside("tomorrow")]),
      ("Ping in 2 minutes remind", [.dateInside("in 2 minutes")]),
      ("Meet at 18:00 in the garden", [.dateInside("at 18:00")]), ("Pack 24 dec the bags", [.dateInside("24 dec")]),
      ("Pack bags 24.12. 15 Uhr", [.dateInNumbers("24.12.")]), ("Haircut 12/5 3pm", [.dateInNumbers("12/5")]),
      ("Pay 24.12.2026", []),
      ("Monday meeting fri", []), ("Eat 1/2 pizza", []), ("Buy 1.5 litres", []), ("Buy sun cream now", []),
      ("Read \"tomorrow\" again", []), ("Update to 1.2.3", []), ("Buy 3 of them", []),
    ])
  func strays(line: String, doubts: [QuickEntry.Doubt]) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.doubts == doubts)
    #expect(entry.warning.isEmpty == doubts.isEmpty)
  }

  private static let german = DateVocabulary(
    relative: [
      ("today", "heute"), ("tomorrow", "morgen"), ("yesterday", "gestern"), ("+2d", "übermorgen"),
    ],
    weekdays: [("thursday", "donnerstag do"), ("friday", "freitag fr"), ("saturday", "samstag sonnabend sa")],
    months: [("may", "mai"), ("december", "dezember dez")],
    units: [("hours", "stunden stunde"), ("days", "tagen tage tag"), ("weeks", "wochen woche")],
    others: [("1", "einer einem"), ("next", "nächsten nächste")], leading: "am um", clock: "uhr")

  @Test(
    "takes days and months in the words of another language, and in English all the same",
    arguments: [
      ("Milch kaufen Freitag", "Milch kaufen", "2027-01-22", nil),
      ("Milch kaufen am Freitag um 18:00 +home", "Milch kaufen", "2027-01-22", "18:00"),
      ("Milch kaufen Fr. 18:00", "Milch kaufen", "2027-01-22", "18:00"),
      ("Milch kaufen 18:00 Sonnabend", "Milch kaufen", "2027-01-16", "18:00"),
      ("Milch kaufen MORGEN", "Milch kaufen", "2027-01-16", nil),
      ("Milch kaufen 24. Dez.", "Milch kaufen", "2027-12-24", nil),
      ("Milch kaufen am 1. Mai 9:30", "Milch kaufen", "2027-05-01", "9:30"),
      ("Milch kaufen fri 9am", "Milch kaufen", "2027-01-22", "9:00"),
      ("Milch kaufen tomorrow", "Milch kaufen", "2027-01-16", nil),
      ("Milch kaufen übermorgen", "Milch kaufen", "2027-01-17", nil),
      ("Milch kaufen morgen um 18 Uhr", "Milch kaufen", "2027-01-16", "18:00"),
      ("Milch kaufen 18.30 Uhr Freitag", "Milch kaufen", "2027-01-22", "18:30"),
      ("Milch kaufen morgen 9:15 uhr", "Milch kaufen", "2027-01-16", "9:15"),
      ("Milch kaufen in 3 Tagen", "Milch kaufen", "2027-01-18", nil),
      ("Milch kaufen in einer Woche", "Milch kaufen", "2027-01-22", nil),
      ("Milch kaufen nächsten Freitag", "Milch kaufen", "2027-01-22", nil),
    ])
  func otherLanguage(line: String, name: String, day: String, time: String?) throws {
    let entry = try #require(QuickEntry(line, now: Self.now, zone: Self.zone, vocabulary: Self.german))
    #expect(entry.draft.name == name && entry.doubts.isEmpty)
    let due = try #require(entry.draft.due)
    let local = Self.zone.dateTime(at: due.date)
    #expect(local.date.description == day && due.isAllDay == (time == nil))
    if let time { #expect(local.time.words == time) }
  }

  private static let chinese = DateVocabulary(
    relative: [("tomorrow", "明天")], weekdays: [], months: [], leading: "在", clock: "点 点钟")

  @Test("takes an hour and its mark in one word", arguments: ["买牛奶 明天 18点", "买牛奶 明天 18点钟", "买牛奶 明天 18 点"])
  func hourAndMark(line: String) throws {
    let entry = try #require(QuickEntry(line, now: Self.now, zone: Self.zone, vocabulary: Self.chinese))
    let local = Self.zone.dateTime(at: try #require(entry.draft.due).date)
    #expect(entry.draft.name == "买牛奶" && local.date.description == "2027-01-16" && local.time.words == "18:00")
  }

  private static let russian = DateVocabulary(
    relative: [], weekdays: [], months: [], units: [("hours", "часов часа час"), ("weeks", "недель недели неделю")],
    others: [("in", "через")], leading: "в")

  @Test(
    "takes a span without a number for one",
    arguments: [("Позвонить через неделю", "2027-01-22"), ("Позвонить через 2 недели", "2027-01-29")])
  func oneOfThem(line: String, day: String) throws {
    let entry = try #require(QuickEntry(line, now: Self.now, zone: Self.zone, vocabulary: Self.russian))
    #expect(Self.zone.dateTime(at: try #require(entry.draft.due).date).date.description == day)
    #expect(entry.draft.name == "Позвонить")
  }

  @Test(
    "says of another language's days what it says of English ones",
    arguments: [
      ("Milch Fretag", [QuickEntry.Doubt.misspelt("Fretag", meant: "freitag")]),
      ("Morgen Brot kaufen", [.dateInside("Morgen")]), ("Brot Freitag 25:00", [.noSuchTime("Freitag 25:00")]),
      ("Pack 24. Dez. die Koffer", [.dateInside("24. Dez.")]), ("Lade Leute ein", []), ("Sitz am Fenster", []),
      ("Do it", []), ("\"Freitag\" lesen", []), ("Nach der Uhr sehen", []),
    ])
  func otherLanguageDoubts(line: String, doubts: [QuickEntry.Doubt]) throws {
    let entry = try #require(QuickEntry(line, now: Self.now, zone: Self.zone, vocabulary: Self.german))
    #expect(entry.doubts == doubts && entry.draft.due == nil)
  }

  @Test(
    "is due as the filter's word says, wherever that stands",
    arguments: [
      ("Call mum due:wed", "Call mum", "2027-01-20"), ("Call due:2026-12-03 mum", "Call mum", "2026-12-03"),
      ("Call mum due:tomorrow +home", "Call mum", "2027-01-16"),
      ("Call mum Due:fri 18:00", "Call mum", "2027-01-22 18:00"),
      ("due:tomorrow call mum", "call mum", "2027-01-16"),
      ("Call mum due:\"24 dec\" soon", "Call mum soon", "2027-12-24"),
    ])
  func dueWord(line: String, name: String, due: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.doubts.isEmpty)
    let moment = try #require(entry.draft.due)
    let local = Self.zone.dateTime(at: moment.date)
    #expect((moment.isAllDay ? "\(local.date)" : "\(local.date) \(local.time.words)") == due)
  }

  @Test("repeats from the day that the filter's word says")
  func dueWordRepeats() throws {
    try expect("Pay rent monthly due:2027-02-01", "Pay rent", "2027-02-01", "FREQ=MONTHLY")
    try expect("Pay rent due:2027-02-01 every month", "Pay rent", "2027-02-01", "FREQ=MONTHLY")
  }

  @Test(
    "keeps in its name what the filter's word does not make a date, and says so",
    arguments: ["Call mum due:soon", "Call mum due:", "Call due:week mum", "Call mum due:none"])
  func unknownDueWord(line: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == line && entry.draft.due == nil && !entry.warning.isEmpty)
  }

  @Test("is none where the filter's word is all there is", arguments: ["due:tomorrow", "due:wed +home remind:on"])
  func onlyDueWord(line: String) {
    #expect(entry(line) == nil)
  }

  @Test(
    "reminds where it says so, whatever stands around that",
    arguments: [
      "Call mum tomorrow 9:00 remind:on", "Call remind:on mum tomorrow 9:00", "Call mum Remind:ON due:tomorrow 9:00",
    ])
  func reminder(line: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == "Call mum" && entry.draft.notify && entry.draft.due != nil && entry.doubts.isEmpty)
    #expect(entry.summary(now: Self.now, zone: Self.zone).hasSuffix(" · reminder"))
  }

  @Test(
    "keeps in its name a reminder that it can't have, and says so",
    arguments: [
      ("Call mum remind:on", "Call mum remind:on"), ("Call mum fri remind:10m", "Call mum remind:10m"),
      ("Call mum remind:10m due:fri", "Call mum remind:10m"),
    ])
  func noReminder(line: String, name: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && !entry.draft.notify && !entry.warning.isEmpty)
  }

  @Test("may be overdue", arguments: ["Overdue thing yesterday", "Overdue thing 2020-01-02"])
  func overdue(line: String) throws {
    #expect(try #require(entry(line)).draft.due != nil)
  }
}
