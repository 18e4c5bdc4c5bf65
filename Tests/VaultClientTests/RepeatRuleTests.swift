import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultModel
import VaultTesting

@testable import VaultClient

@Suite("How often, as people type it")
struct RepeatRuleTests {
  private static let forms: [(typed: String, rule: String, words: String)] = [
    ("daily", "FREQ=DAILY", "every day"), ("weekly", "FREQ=WEEKLY", "every week"),
    ("Monthly", "FREQ=MONTHLY", "every month"), ("yearly", "FREQ=YEARLY", "every year"),
    ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
    ("every 3 days", "FREQ=DAILY;INTERVAL=3", "every 3 days"),
    ("every other week", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
    ("every 2 weeks on mon", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 2 weeks on Monday"),
    ("every other thursday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "every 2 weeks on Thursday"),
    ("every other tue & thu", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "every 2 weeks on Tuesday and Thursday"),
    ("mon,wed", "FREQ=WEEKLY;BYDAY=MO,WE", "every week on Monday and Wednesday"),
    ("wed, mon and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "every week on Monday, Wednesday and Friday"),
    ("every fri", "FREQ=WEEKLY;BYDAY=FR", "every week on Friday"),
    ("weekly on tue", "FREQ=WEEKLY;BYDAY=TU", "every week on Tuesday"),
    ("monthly on 31", "FREQ=MONTHLY;BYMONTHDAY=31", "every month on day 31"),
    ("on the 1st every month", "FREQ=MONTHLY;BYMONTHDAY=1", "every month on day 1"),
    ("the 1st and 15th of every month", "FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on day 1 and day 15"),
    ("15th quarterly", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15", "every 3 months on day 15"),
    ("first mon every 2 months", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO", "every 2 months on the first Monday"),
    ("monthly on 15th and 1st", "FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on day 1 and day 15"),
    ("last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("monthly on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
    ("monthly on last fri", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("every last friday", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("monthly on first mon", "FREQ=MONTHLY;BYDAY=1MO", "every month on the first Monday"),
    ("yearly on 24 dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "every year on 24 Dec"),
    ("every 2 years on dec 24th", "FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=24", "every 2 years on 24 Dec"),
    ("weekly 5 times", "FREQ=WEEKLY;COUNT=5", "every week, 5 times"),
    ("monthly on 15 5 times", "FREQ=MONTHLY;BYMONTHDAY=15;COUNT=5", "every month on day 15, 5 times"),
    ("daily until 2026-12-31", "FREQ=DAILY;UNTIL=20261231T225959Z", "every day, until 31 Dec 2026"),
    (
      "every 2 weeks on mon until eoy", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20261231T225959Z",
      "every 2 weeks on Monday, until 31 Dec 2026"
    ), ("FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO", "every week on Monday"),
    ("rrule:freq=daily; interval=2", "FREQ=DAILY;INTERVAL=2", "every 2 days"),
  ]

  @Test("each form makes its rule, the rule is said in words, and the words make the rule again", arguments: forms)
  func agrees(_ form: (typed: String, rule: String, words: String)) throws {
    let rule = try RepeatRule(form.typed, now: saturday, zone: berlin).rule
    #expect(rule.text == form.rule)
    let words = RuleDescription(rule, zone: berlin).text
    #expect(words == form.words)
    #expect(try RepeatRule(words, now: saturday, zone: berlin).rule == rule)
  }

  @Test("days that some months lack are told")
  func shortMonths() throws {
    let notes = { (text: String) in try RepeatRule(text, now: saturday, zone: berlin).notes }
    #expect(try notes("monthly on 31").first?.contains("without a day 31 are left out") == true)
    #expect(try notes("monthly on 28").isEmpty && notes("last day").isEmpty && notes("FREQ=DAILY").isEmpty)
  }

  @Test(
    "a rule that words can't say is shown as it is",
    arguments: [
      "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=9,17", "FREQ=WEEKLY;WKST=SU", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
      "FREQ=YEARLY;BYDAY=MO", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=DAILY;UNTIL=2026", "FREQ=DAILY;INTERVAL=X",
      "FREQ=MONTHLY;BYDAY=6MO", "FREQ=YEARLY;BYMONTHDAY=1", "FREQ=WEEKLY;BYDAY=XX", "FREQ=DAILY;UNTIL=20261331",
    ])
  func unsayable(_ text: String) throws {
    let rule = try #require(RecurrenceRule(text))
    #expect(RuleDescription(rule, zone: berlin).text == text)
  }

  @Test("an end that is a day or a local time is said as that day")
  func localEnds() throws {
    for text in ["FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;UNTIL=20261231T180000"] {
      #expect(RuleDescription(try #require(RecurrenceRule(text)), zone: berlin).text == "every day, until 31 Dec 2026")
    }
  }

  @Test(
    "what makes no sense is refused with the reason",
    arguments: [
      ("", "nothing that says how often"), ("dayly", "did you mean \"daily\"?"), ("every", "does not say how often"),
      ("every 0 days", "can't repeat every 0 times"), ("every 3", "names no unit"), ("every 3 fri", "names no unit"),
      ("every second tue", "may count weeks or the weekdays of a month"), ("monthly on 32", "No month has a day 32."),
      ("monthly on 0", "No month has a day 0."), ("daily on mon", "fits no such repetition"),
      ("monthly on 13 and last fri", "don't go together"), ("yearly on 30 feb", "February has no day 30."),
      ("weekly until 2020-01-01", "is in the past"), ("weekly until 18:00", "ends on a day, not at a time"),
      ("weekly until", "There is no date or time."), ("weekly until 3/4", "may be 3 Apr or 4 Mar"),
      ("weekly 5 times until eoy", "only once"), ("weekly 0 times", "says nothing here"),
      ("weekdays mon", "says nothing"), ("every tue and", "No day follows"), ("tue and until eoy", "No day follows"),
      ("monthly on 15 and", "No day follows"), ("every tue and thu 18:00", "\"18:00\" says nothing"),
      ("every other", "does not say how often"), ("every other blue moon", "\"blue\" says nothing"),
      ("FREQ=", "is not a recurrence rule of RFC 5545"), ("INTERVAL=2", "is not a recurrence rule"),
    ])
  func refused(_ text: String, _ reason: String) throws {
    let failure = try #require(throws: Failure.self) { try RepeatRule(text, now: saturday, zone: berlin) }
    #expect(failure.message.contains(reason), "\(failure.message)")
    #expect(failure.exitStatus == 64 && !failure.hint.isEmpty)
  }

  @Test("no text is a trap")
  func garbage() {
    let pieces = [
      "every ", "on ", "mon", "last ", "day ", "31 ", "the ", "and ", ",", "until ", "5 ", "times ", "monthly ",
      "weekly ",
      "yearly ", "dec ", "24 ", "=", ";", "FREQ", "-1", "first ", "weekdays ", "2nd ",
    ]
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      do throws(Failure) {
        let rule = try RepeatRule(text, now: saturday, zone: berlin).rule
        #expect(!RuleDescription(rule, zone: berlin).text.isEmpty)
      } catch { #expect(!error.message.isEmpty && !error.hint.isEmpty) }
    }
  }
}
