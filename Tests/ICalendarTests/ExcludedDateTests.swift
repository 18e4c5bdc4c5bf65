import FoundationEssentials
import ICalendar
import Testing
import VaultModel

extension CalendarSuite {
  @Suite("Dates that a calendar leaves out of a rule")
  struct ExcludedDateTests {
    private func file(_ lines: String...) throws -> CalendarFile {
      let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:a"] + lines + ["END:VTODO", "END:VCALENDAR"]
      return try CalendarFile(Array(all.joined(separator: "\r\n").utf8))
    }

    private func next(_ text: String, from start: Date, _ file: CalendarFile) throws -> Date? {
      try #require(RecurrenceRule(text)).nextOccurrence(
        from: start, after: start, excluding: file.excludedDates(of: "a"))
    }

    @Test("are passed over, whether each has a line of its own or not, and in whatever zone they are")
    func times() throws {
      try inZone("Europe/Berlin") {
        let file = try file(
          "DTSTART:20260601T090000", "DUE:20260601T090000", "EXDATE:20260602T070000Z",
          "EXDATE;TZID=America/New_York:20260603T030000,20260604T030000")
        #expect(try next("FREQ=DAILY", from: local(2026, 6, 1, 9), file) == local(2026, 6, 5, 9))
      }
    }

    @Test("name beginnings: what is due later than it begins is passed over with them")
    func lead() throws {
      try inZone("Europe/Berlin") {
        let file = try file("DTSTART:20260327T220000", "DUE:20260328T090000", "EXDATE:20260328T220000")
        #expect(try next("FREQ=DAILY", from: local(2026, 3, 28, 9), file) == local(2026, 3, 30, 9))
      }
    }

    @Test("may be days, of what is due on days and at times")
    func days() throws {
      try inZone("Europe/Berlin") {
        let day = try file(
          "DTSTART;VALUE=DATE:20260601", "DUE;VALUE=DATE:20260601", "EXDATE;VALUE=DATE:20260602")
        #expect(try next("FREQ=DAILY", from: local(2026, 6, 1, 23, 59, 59), day) == local(2026, 6, 3, 23, 59, 59))
        let time = try file("DTSTART:20260601T090000", "DUE:20260601T090000", "EXDATE;VALUE=DATE:20260602")
        #expect(try next("FREQ=DAILY", from: local(2026, 6, 1, 9), time) == local(2026, 6, 3, 9))
      }
    }

    @Test("at one of several times a day leave the others")
    func several() throws {
      try inZone("Europe/Berlin") {
        let file = try file("DTSTART:20260601T090000", "DUE:20260601T090000", "EXDATE:20260601T180000")
        let rule = "FREQ=DAILY;BYHOUR=9,18;BYMINUTE=0;BYSECOND=0"
        #expect(try next(rule, from: local(2026, 6, 1, 9), file) == local(2026, 6, 2, 9))
      }
    }

    @Test("also count where another program's clocks have changed and the vault's time is an hour off")
    func clocks() throws {
      try inZone("Europe/Berlin") {
        let file = try file("DTSTART:20260328T080000Z", "DUE:20260328T080000Z", "EXDATE:20260329T080000Z")
        #expect(try next("FREQ=DAILY", from: utc(2026, 3, 28, 8), file) == local(2026, 3, 30, 9))
      }
    }

    @Test("are no newest occurrence that has come either")
    func passed() throws {
      try inZone("Europe/Berlin") {
        let file = try file("DTSTART:20260601T090000", "DUE:20260601T090000", "EXDATE:20260604T090000")
        let rule = try #require(RecurrenceRule("FREQ=DAILY"))
        let latest = rule.latestOccurrence(
          from: local(2026, 6, 1, 9), notAfter: local(2026, 6, 4, 12), excluding: file.excludedDates(of: "a"))
        #expect(latest == local(2026, 6, 3, 9))
      }
    }

    @Test("that are over, or make no sense, are left out; more than a thousand are not looked at")
    func bounds() throws {
      let many = (0..<2000).map { _ in "20260602T090000Z" }.joined(separator: ",")
      let file = try file(
        "DTSTART:20260601T090000Z", "DUE:20260601T090000Z", "EXDATE:20200101T090000Z,nonsense,,\(many)")
      #expect(file.excludedDates(of: "a").count == 1000)
      #expect(file.excludedDates(of: "b").isEmpty)
    }
  }
}
