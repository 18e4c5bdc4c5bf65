import FoundationEssentials
import ICalendar
import Testing
import VaultModel

extension CalendarSuite {
  @Suite("When a repeating task is due again")
  struct RecurrenceTests {
    private func rule(_ text: String) throws -> RecurrenceRule { try #require(RecurrenceRule(text)) }

    private func series(_ text: String, from start: Date, count: Int) throws -> [Date] {
      let rule = try rule(text)
      var dates: [Date] = []
      var last = start
      while dates.count < count, let next = rule.nextOccurrence(from: start, after: last) {
        dates.append(next)
        last = next
      }
      return dates
    }

    @Test("occurrences are counted, also very many, and a date that is none of them has no count")
    func counts() throws {
      let rule = try #require(RecurrenceRule("FREQ=DAILY;COUNT=90000"))
      let start = utc(1900, 1, 1, 9)
      try inZone("UTC") {
        #expect(rule.occurrenceCount(after: start, upTo: start) == 0)
        #expect(rule.occurrenceCount(after: start, upTo: utc(1900, 1, 4, 9)) == 3)
        #expect(rule.occurrenceCount(after: start, upTo: utc(1900, 1, 4, 10)) == nil)
        let last = try #require(rule.latestOccurrence(from: start, notAfter: utc(2200, 1, 1)))
        #expect(rule.occurrenceCount(after: start, upTo: last) == 89_999)
      }
    }

    @Test("every day at nine stays at nine when clocks go forward and back")
    func daylightSaving() throws {
      try inZone("Europe/Berlin") {
        let spring = try series("FREQ=DAILY", from: local(2026, 3, 28, 9), count: 2)
        #expect(spring == [utc(2026, 3, 29, 7), utc(2026, 3, 30, 7)])
        let autumn = try series("FREQ=DAILY", from: local(2026, 10, 24, 9), count: 2)
        #expect(autumn == [utc(2026, 10, 25, 8), utc(2026, 10, 26, 8)])
      }
    }

    @Test("a time that a clock change leaves out comes an hour later, one that comes twice the first time")
    func gaps() throws {
      try inZone("Europe/Berlin") {
        let gap = try series("FREQ=DAILY", from: local(2026, 3, 28, 2, 30), count: 2)
        #expect(gap == [utc(2026, 3, 29, 1, 30), utc(2026, 3, 30, 0, 30)])
        let twice = try series("FREQ=DAILY", from: local(2026, 10, 24, 2, 30), count: 2)
        #expect(twice == [utc(2026, 10, 25, 0, 30), utc(2026, 10, 26, 1, 30)])
      }
    }

    @Test("what is due on a day is due on its last second again")
    func allDay() throws {
      try inZone("Europe/Berlin") {
        let days = try series("FREQ=DAILY;INTERVAL=2", from: local(2026, 3, 27, 23, 59, 59), count: 2)
        #expect(days == [local(2026, 3, 29, 23, 59, 59), local(2026, 3, 31, 23, 59, 59)])
      }
    }

    @Test("the last day of every month is the 28th, 29th, 30th or 31st")
    func lastDays() throws {
      let dates = try series("FREQ=MONTHLY;BYMONTHDAY=-1", from: local(2028, 1, 31, 8), count: 4)
      #expect(dates == [local(2028, 2, 29, 8), local(2028, 3, 31, 8), local(2028, 4, 30, 8), local(2028, 5, 31, 8)])
    }

    @Test("29 February comes in leap years only")
    func leapDays() throws {
      let dates = try series("FREQ=YEARLY", from: local(2096, 2, 29, 8), count: 2)
      #expect(dates == [local(2104, 2, 29, 8), local(2108, 2, 29, 8)])
    }

    @Test("weekly on several days, every other week")
    func weekly() throws {
      let dates = try series("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", from: local(2026, 6, 1, 18), count: 4)
      #expect(dates == [local(2026, 6, 3, 18), local(2026, 6, 5, 18), local(2026, 6, 15, 18), local(2026, 6, 17, 18)])
    }

    @Test("a rule ends with its COUNT or UNTIL, whichever zone that is in")
    func ends() throws {
      try inZone("Europe/Berlin") {
        let start = local(2026, 6, 1, 9)
        let counts = try [
          "COUNT=3", "UNTIL=20260604", "UNTIL=20260604T070000Z", "UNTIL=20260604T065959Z", "UNTIL=20260604T090000",
        ].map { try series("FREQ=DAILY;" + $0, from: start, count: 9).count }
        #expect(counts == [2, 3, 3, 2, 3])
      }
    }

    @Test("the latest occurrence is the last that is not after a date")
    func latest() throws {
      let start = local(2026, 6, 1, 9)
      let rule = try rule("FREQ=WEEKLY")
      #expect(rule.latestOccurrence(from: start, notAfter: local(2026, 7, 1)) == local(2026, 6, 29, 9))
      #expect(rule.latestOccurrence(from: start, notAfter: start) == start)
      #expect(rule.latestOccurrence(from: start, notAfter: local(2026, 5, 31)) == nil)
      let ended = try self.rule("FREQ=DAILY;COUNT=2")
      #expect(ended.latestOccurrence(from: start, notAfter: local(2030, 1, 1)) == local(2026, 6, 2, 9))
    }

    @Test(
      "a rule that occurs every hour or oftener is refused",
      arguments: [
        "FREQ=SECONDLY", "FREQ=MINUTELY;INTERVAL=90", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=1,2,3,4;BYMINUTE=0,15,30,45",
      ])
    func tooOften(text: String) throws {
      let rule = try rule(text)
      #expect(throws: RecurrenceProblem.tooOften) { try rule.validate() }
      #expect(rule.nextOccurrence(from: local(2026, 1, 1), after: local(2026, 1, 1)) == nil)
    }

    @Test(
      "a rule that no date fits is refused, and looking for one ends",
      arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=13",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=5", "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31;INTERVAL=7",
      ])
    func never(text: String) throws {
      let rule = try rule(text)
      #expect(throws: RecurrenceProblem.neverOccurs) { try rule.validate() }
      let begin = ContinuousClock.now
      #expect(rule.nextOccurrence(from: local(2026, 1, 1), after: local(2026, 1, 1)) == nil)
      #expect(ContinuousClock.now - begin < .seconds(60))
    }

    @Test(
      "what is no rule is refused",
      arguments: [
        "FREQ=FOO", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;BYMONTH=99", "FREQ=WEEKLY;BYDAY=XX", "FREQ=DAILY;UNTIL=X",
        "FREQ=DAILY;COUNT=5;UNTIL=20300101", "FREQ=DAILY;COUNT=99999999999",
      ])
    func malformed(text: String) throws {
      #expect(try !rule(text).isValid)
    }

    @Test(
      "ordinary rules are valid",
      arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24",
        "FREQ=DAILY;BYHOUR=8,20",
      ])
    func valid(text: String) throws {
      #expect(try rule(text).isValid)
    }

    @Test("dates beyond all calendars give no occurrence", arguments: [Double.infinity, .nan, 1e300, -1e300, 3e11])
    func extremes(seconds: Double) throws {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let rule = try rule("FREQ=DAILY")
      #expect(rule.nextOccurrence(from: date, after: date) == nil)
      #expect(rule.latestOccurrence(from: local(2026, 1, 1), notAfter: date) == nil)
    }
  }
}
