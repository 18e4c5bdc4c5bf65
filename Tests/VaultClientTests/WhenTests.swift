import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultTesting

@testable import VaultClient

@Suite("When, as people type it")
struct WhenTests {
  /// What a text means in Berlin: a day, or a local time to the second, where there are seconds.
  static func read(_ text: String, now: Date = saturday) throws -> String {
    let when = try When(text, now: now, zone: berlin)
    let local = berlin.dateTime(at: when.date)
    #expect(local.date == when.day)
    #expect(when.isAllDay == (local.time == .lastSecond), "\(text)")
    return when.isAllDay ? "\(local.date)" : "\(local)"
  }

  @Test(
    "days",
    arguments: [
      ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"), ("yesterday", "2026-11-20"), ("eod", "2026-11-21"),
      ("eow", "2026-11-22"), ("eom", "2026-11-30"), ("EOY", "2026-12-31"), ("fri", "2026-11-27"),
      ("on friday", "2026-11-27"), ("sun", "2026-11-22"), ("sat", "2026-11-28"), ("thurs", "2026-11-26"),
      ("next mon", "2026-11-23"), ("next sat", "2026-11-28"), ("next fri", "2026-11-27"), ("this sun", "2026-11-22"),
      ("24.12.", "2026-12-24"), ("24.12.2026", "2026-12-24"), ("1.2.", "2027-02-01"), ("24. 12. 2027", "2027-12-24"),
      ("24.12. 2028", "2028-12-24"), ("dec 24", "2026-12-24"), ("24 dec 2026", "2026-12-24"), ("24 Dec", "2026-12-24"),
      ("december 24, 2027", "2027-12-24"), ("24th dec", "2026-12-24"), ("dec 1st", "2026-12-01"),
      ("24dec", "2026-12-24"),
      ("24. december", "2026-12-24"), ("sept. 3", "2027-09-03"), ("21 nov", "2026-11-21"), ("20 nov", "2027-11-20"),
      ("29 feb", "2028-02-29"), ("2026-12-24", "2026-12-24"), ("2027-1-5", "2027-01-05"), ("2026/12/24", "2026-12-24"),
      ("1st", "2026-12-01"), ("on the 1st", "2026-12-01"), ("21st", "2026-11-21"), ("on 22nd", "2026-11-22"),
      ("3rd", "2026-12-03"), ("31st", "2026-12-31"),
      ("  24   dec\t2026 ", "2026-12-24"), ("may 5", "2027-05-05"), ("5 may", "2027-05-05"),
    ])
  func days(_ text: String, _ expected: String) throws { #expect(try Self.read(text) == expected) }

  @Test(
    "days with times, and times alone, which are the next such moment",
    arguments: [
      ("tomorrow 9:00", "2026-11-22T09:00"), ("tomorrow at 9", nil), ("fri 18:00", "2026-11-27T18:00"),
      ("friday at 6pm", "2026-11-27T18:00"), ("next mon noon", "2026-11-23T12:00"),
      ("24.12. 18:00", "2026-12-24T18:00"),
      ("24. 12. 2026 18:00", "2026-12-24T18:00"), ("dec 24 18:00", "2026-12-24T18:00"),
      ("24 dec 2027 7:30 pm", "2027-12-24T19:30"), ("2026-12-24 18:00", "2026-12-24T18:00"),
      ("2026-12-24 9am", "2026-12-24T09:00"), ("18:00 tomorrow", "2026-11-22T18:00"),
      ("9am on fri", "2026-11-27T09:00"),
      ("9:00", "2026-11-22T09:00"), ("10:15", "2026-11-22T10:15"), ("10:16", "2026-11-21T10:16"),
      ("9am", "2026-11-22T09:00"), ("18:30", "2026-11-21T18:30"), ("at 18:30:15", "2026-11-21T18:30:15"),
      ("noon", "2026-11-21T12:00"), ("midnight", "2026-11-22T00:00"), ("12am", "2026-11-22T00:00"),
      ("12 pm", "2026-11-21T12:00"), ("12:30 am", "2026-11-22T00:30"), ("tomorrow 12am", "2026-11-22T00:00"),
      ("in 3 days 9:00", "2026-11-24T09:00"), ("eom 17:00", "2026-11-30T17:00"),
      ("on the 1st at 9:00", "2026-12-01T09:00"), ("9:00 on the 15th", "2026-12-15T09:00"), ("1st 9", nil),
      ("32nd", nil), ("0th", nil), ("the 1st of dec", nil), ("on the fri", nil), ("now", "2026-11-21T10:15:30"),
    ] as [(String, String?)])
  func times(_ text: String, _ expected: String?) throws {
    guard let expected else {
      #expect(throws: Failure.self) { try Self.read(text) }
      return
    }
    #expect(try Self.read(text) == expected)
  }

  @Test(
    "spans of hours end at a time, spans of days on a day",
    arguments: [
      ("in 2h", "2026-11-21T12:15:30"), ("in 30 min", "2026-11-21T10:45:30"), ("in 3 days", "2026-11-24"),
      ("in 2 weeks", "2026-12-05"), ("+3d", "2026-11-24"), ("+2h30m", "2026-11-21T12:45:30"), ("+1w", "2026-11-28"),
      ("+ 90 min", "2026-11-21T11:45:30"), ("in an hour", "2026-11-21T11:15:30"), ("in a week", "2026-11-28"),
      ("in 1 hour and 5 minutes", "2026-11-21T11:20:30"), ("in 1 month", "2026-12-21"), ("in 2 years", "2028-11-21"),
      ("in 1d2h", "2026-11-22T12:15:30"), ("in 45s", "2026-11-21T10:16:15"), ("in 0 days", "2026-11-21"),
      ("+3mo", "2027-02-21"),
    ])
  func spans(_ text: String, _ expected: String) throws { #expect(try Self.read(text) == expected) }

  @Test("a span of hours is so many hours, one of days so many days, also when the clocks change")
  func spansAcrossChanges() throws {
    // 28 March 2026, 12:00, a day before the clocks go forward.
    let noon = Date(timeIntervalSince1970: 1_774_695_600)
    #expect(try Self.read("in 24h", now: noon) == "2026-03-29T13:00")
    #expect(try Self.read("in 1 day 1 min", now: noon) == "2026-03-29T12:01")
    #expect(try Self.read("in 1 day", now: noon) == "2026-03-29")
  }

  @Test("ISO 8601 means a moment with a zone, local time without one, and the day's end without a time")
  func iso() throws {
    for text in ["2026-12-24T18:00:00Z", "2026-12-24 18:00Z", "2026-12-24t18:00z"] {
      #expect(try When(text, now: saturday, zone: berlin).date.timeIntervalSince1970 == 1_798_135_200)
    }
    for text in ["2026-12-24T19:00:00.25+01:00", "2026-12-24T13:00-0500", "2026-12-24T19:00:00,5+01"] {
      #expect(try When(text, now: saturday, zone: berlin).date.timeIntervalSince1970 == 1_798_135_200)
    }
    #expect(try Self.read("2026-12-24T18:00:30") == "2026-12-24T18:00:30")
    let day = try When("2026-12-24", now: saturday, zone: berlin)
    let lastSecond = try When("2026-12-24T23:59:59", now: saturday, zone: berlin)
    #expect(day.date == lastSecond.date && day.isAllDay && !lastSecond.isAllDay)
  }

  @Test("what a person would want to know is told")
  func notes() throws {
    let told = { (text: String) in try When(text, now: saturday, zone: berlin).notes }
    #expect(try told("fri 18:00").isEmpty && told("today").isEmpty && told("now").isEmpty)
    #expect(try told("yesterday") == ["That is in the past."])
    #expect(try told("today 9:00") == ["That is in the past."])
    #expect(try told("2026-12-24T18:00Z").isEmpty)
    #expect(try told("28.3.2027 2:30") == ["02:30 does not exist on that day; 03:00 is used."])
    #expect(try told("31.10.2027 2:30") == ["02:30 comes twice on that day; the first is used."])
    #expect(try told("sat") == ["Today is a Saturday; the one after it is meant, 28 Nov."])
    #expect(try told("next sun") == ["That is the Sunday of next week, 29 Nov; sun alone is 22 Nov."])
    #expect(try told("next mon").isEmpty)
  }
}
