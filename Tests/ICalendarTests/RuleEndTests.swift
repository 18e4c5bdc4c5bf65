import FoundationEssentials
import Testing
import VaultModel

@testable import ICalendar

extension CalendarSuite {
  @Suite("How the end of a repetition is written")
  struct RuleEndTests {
    private static let end = "UNTIL=20270101T225959Z"

    private func item(_ rule: String, due: Date, isAllDay: Bool = false) -> TodoItem {
      let made = utc(2026, 1, 1)
      var item = TodoItem(id: UUID(), order: made.timeIntervalSinceReferenceDate, createdAt: made)
      (item.summary, item.dueDate, item.isAllDay) = ("Water", due, isAllDay)
      item.recurrence = RecurrenceRule(rule)
      return item
    }

    /// A file of one to-do with these lines.
    private func file(_ lines: String...) throws -> CalendarFile {
      let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:1"] + lines + ["END:VTODO", "END:VCALENDAR"]
      return try CalendarFile(Array(all.joined(separator: "\n").utf8))
    }

    private func lines(_ file: CalendarFile) -> [String] { file.calendars.flatMap(\.lines) }

    @Test("what is due on a day ends on a day, and comes back as its last second")
    func day() throws {
      try inZone("Europe/Berlin") {
        let item = item("FREQ=WEEKLY;" + Self.end, due: local(2026, 11, 23, 23, 59, 59), isAllDay: true)
        let file = try CalendarFile(item)
        #expect(lines(file).contains("DTSTART;VALUE=DATE:20261123"))
        #expect(lines(file).contains("RRULE:FREQ=WEEKLY;UNTIL=20270101"))
        #expect(!lines(file).contains { $0.hasPrefix("X-VAULT-EXACT-RRULE") })
        #expect(try CalendarFile(file.bytes).todos() == [item])
      }
    }

    @Test("what ends within a day ends on the day before, and comes back exactly")
    func withinDay() throws {
      try inZone("Europe/Berlin") {
        let item = item("FREQ=DAILY;UNTIL=20270101T120000Z", due: local(2026, 11, 23, 23, 59, 59), isAllDay: true)
        let file = try CalendarFile(item)
        #expect(lines(file).contains("RRULE:FREQ=DAILY;UNTIL=20261231"))
        #expect(try CalendarFile(file.bytes).todos() == [item])
      }
    }

    @Test("what is due at a time and ends is written in UTC, both")
    func time() throws {
      try inZone("Europe/Berlin") {
        let item = item("FREQ=WEEKLY;" + Self.end, due: local(2026, 11, 23, 9))
        let file = try CalendarFile(item)
        #expect(lines(file).contains("DTSTART:20261123T080000Z") && lines(file).contains("DUE:20261123T080000Z"))
        #expect(lines(file).contains("RRULE:FREQ=WEEKLY;" + Self.end))
        #expect(try CalendarFile(file.bytes).todos() == [item])
      }
    }

    @Test(
      "an end of any form comes back as it was",
      arguments: ["UNTIL=20270101", "UNTIL=20270101T120000", "UNTIL=20261025T013000Z", "UNTIL=99991231T235959Z"])
    func anyForm(end: String) throws {
      try inZone("Europe/Berlin") {
        for isAllDay in [true, false] {
          let due = isAllDay ? local(2026, 3, 23, 23, 59, 59) : local(2026, 3, 23, 9)
          let item = item("FREQ=WEEKLY;" + end, due: due, isAllDay: isAllDay)
          let file = try CalendarFile(item)
          #expect(try CalendarFile(file.bytes).todos() == [item])
        }
      }
    }

    @Test(
      "an end of another program is read, whatever its form",
      arguments: [
        ("DTSTART;VALUE=DATE:20261123", "DUE;VALUE=DATE:20261123", "UNTIL=20270101", "UNTIL=20270101T225959Z"),
        ("DTSTART:20261123T090000", "DUE:20261123T090000", "UNTIL=20270101T090000", "UNTIL=20270101T080000Z"),
        ("DTSTART:20261123T090000Z", "DUE:20261123T090000Z", "UNTIL=20270101T090000Z", "UNTIL=20270101T090000Z"),
        (
          "DTSTART;TZID=Europe/London:20261123T090000", "DUE;TZID=Europe/London:20261123T090000",
          "UNTIL=20270101T090000Z", "UNTIL=20270101T090000Z"
        ),
      ])
    func reading(start: String, due: String, end: String, rule: String) throws {
      try inZone("Europe/Berlin") {
        var file = try file(start, due, "RRULE:UNTIL=x;FREQ=WEEKLY".replacing("UNTIL=x", with: end))
        var item = try #require(try file.todos().first)
        #expect(item.recurrence?.text == rule + ";FREQ=WEEKLY")
        // Neither another change nor a later date touches its form.
        item.summary = "changed"
        try file.write(item)
        #expect(lines(file).contains("RRULE:\(end);FREQ=WEEKLY") && lines(file).contains(start))
        item.dueDate? += 7 * 86_400
        try file.write(item)
        #expect(lines(file).contains("RRULE:\(end);FREQ=WEEKLY"))
        #expect(lines(file).contains(start.replacing("20261123", with: "20261130")))
        #expect(try file.todos() == [item])
      }
    }

    @Test("a task that gets an end is due in UTC from then on, and one that becomes due on a day ends on a day")
    func changes() throws {
      try inZone("Europe/Berlin") {
        var item = item("FREQ=WEEKLY", due: local(2026, 11, 23, 9))
        var file = try CalendarFile(item)
        #expect(lines(file).contains("DTSTART:20261123T090000"))
        item.recurrence = RecurrenceRule("FREQ=WEEKLY;" + Self.end)
        try file.write(item)
        #expect(lines(file).contains("DTSTART:20261123T080000Z") && lines(file).contains("DUE:20261123T080000Z"))
        #expect(try file.todos() == [item])
        (item.dueDate, item.isAllDay) = (local(2026, 11, 24, 23, 59, 59), true)
        try file.write(item)
        #expect(lines(file).contains("RRULE:FREQ=WEEKLY;UNTIL=20270101"))
        #expect(try file.todos() == [item])
        item.recurrence = nil
        try file.write(item)
        #expect(!lines(file).contains { $0.contains("RRULE") })
      }
    }

    @Test("what is noted beside a line counts no more once another program has changed the line")
    func outdated() throws {
      let lines = ["DUE;VALUE=DATE:20261123", "X-VAULT-EXACT-RRULE:FREQ=DAILY\\;UNTIL=20270101"]
      let same = try file(lines[0], lines[1], "RRULE:UNTIL=20270101;FREQ=DAILY").todos()
      #expect(same.first?.recurrence?.text == "FREQ=DAILY;UNTIL=20270101")
      let other = try file(lines[0], lines[1], "RRULE:FREQ=WEEKLY").todos()
      #expect(other.first?.recurrence?.text == "FREQ=WEEKLY")
    }
  }
}
