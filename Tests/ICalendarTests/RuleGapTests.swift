import FoundationEssentials
import ICalendar
import Testing
import VaultModel

extension CalendarSuite {
  @Suite("A repetition at a time that a clock change leaves out")
  struct RuleGapTests {
    /// The due dates and rules of a task that is completed again and again.
    private func course(_ text: String, from start: Date, count: Int) throws -> [(date: Date, rule: String)] {
      var rule = try #require(RecurrenceRule(text))
      var due = start
      var course: [(Date, String)] = []
      while course.count < count, let next = rule.nextOccurrence(from: due, after: due) {
        (rule, due) = (rule.continued(from: due, at: next), next)
        course.append((due, rule.text))
      }
      return course
    }

    @Test("every day at half past two is so again on the day after the gap")
    func daily() throws {
      try inZone("America/New_York") {
        let course = try course("FREQ=DAILY", from: local(2027, 3, 13, 2, 30), count: 3)
        #expect(course.map(\.date) == [utc(2027, 3, 14, 7, 30), local(2027, 3, 15, 2, 30), local(2027, 3, 16, 2, 30)])
        #expect(course.map(\.rule) == ["FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0", "FREQ=DAILY", "FREQ=DAILY"])
      }
    }

    @Test("every week on a Sunday stays on Sundays at its time")
    func weekly() throws {
      try inZone("America/New_York") {
        let course = try course("FREQ=WEEKLY;UNTIL=20280101", from: local(2027, 3, 7, 2, 30), count: 3)
        #expect(course.map(\.date) == [utc(2027, 3, 14, 7, 30), local(2027, 3, 21, 2, 30), local(2027, 3, 28, 2, 30)])
        #expect(course.map { $0.rule.contains("BYHOUR=2") } == [true, false, false])
        #expect(course[2].rule == "FREQ=WEEKLY;UNTIL=20280101")
      }
    }

    @Test("a gap at midnight neither moves the day")
    func midnight() throws {
      try inZone("America/Santiago") {
        let course = try course("FREQ=WEEKLY", from: local(2026, 8, 30, 0, 30), count: 2)
        #expect(course.map(\.date) == [local(2026, 9, 6, 1, 30), local(2026, 9, 13, 0, 30)])
      }
    }

    @Test("of occurrences that are counted none is lost or added by a gap")
    func counts() throws {
      try inZone("America/New_York") {
        let moved = try #require(RecurrenceRule("FREQ=DAILY;COUNT=2;BYHOUR=2;BYMINUTE=30;BYSECOND=0"))
        let gap = local(2027, 3, 14, 3, 30)
        #expect(moved.latestOccurrence(from: gap, notAfter: local(2027, 4, 1)) == local(2027, 3, 15, 2, 30))
        #expect(moved.occurrenceCount(after: gap, upTo: local(2027, 3, 15, 2, 30)) == 1)
      }
    }

    @Test("a rule that names times itself keeps them, and so does every rule on ordinary days")
    func others() throws {
      try inZone("America/New_York") {
        let twice = try course("FREQ=DAILY;BYHOUR=2,14", from: local(2027, 3, 13, 14, 30), count: 3)
        #expect(twice.map(\.rule) == Array(repeating: "FREQ=DAILY;BYHOUR=2,14", count: 3))
        let own = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0"
        #expect(try course(own, from: local(2027, 3, 12, 9), count: 3).map(\.rule) == [own, own, own])
        let autumn = try course("FREQ=DAILY", from: local(2027, 11, 6, 1, 30), count: 2)
        #expect(autumn.map(\.rule) == ["FREQ=DAILY", "FREQ=DAILY"])
      }
    }
  }
}
