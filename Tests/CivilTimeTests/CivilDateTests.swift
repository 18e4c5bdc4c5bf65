import CivilTime
import Testing

@Suite("Civil dates")
struct CivilDateTests {
  @Test("a day's number and its year, month and day belong together, over 9999 years")
  func numbers() throws {
    var expected = try #require(CivilDate(year: 1, month: .january, day: 1))
    for number in expected.dayNumber...CivilDate.last.dayNumber {
      let date = try #require(CivilDate(dayNumber: number))
      guard date == expected, date.dayNumber == number else {
        Issue.record("\(number) is \(date), not \(expected)")
        return
      }
      guard let next = Self.successor(date) else { break }
      expected = next
    }
    #expect(CivilDate(year: 1970, month: .january, day: 1)?.dayNumber == 0)
    #expect(CivilDate(year: 2000, month: .february, day: 29)?.dayNumber == 11_016)
    #expect(CivilDate(dayNumber: CivilDate.last.dayNumber + 1) == nil)
    #expect(CivilDate(dayNumber: CivilDate.first.dayNumber - 1) == nil)
  }

  /// The next day, found the slow way.
  private static func successor(_ date: CivilDate) -> CivilDate? {
    if let next = CivilDate(year: date.year, month: date.month, day: date.day + 1) { return next }
    if let month = Month(rawValue: date.month.rawValue + 1) { return CivilDate(year: date.year, month: month, day: 1) }
    return CivilDate(year: date.year + 1, month: .january, day: 1)
  }

  @Test("days that no calendar has are none")
  func impossible() {
    #expect(CivilDate(year: 2026, month: .february, day: 29) == nil)
    #expect(CivilDate(year: 2028, month: .february, day: 29) != nil)
    #expect(CivilDate(year: 1900, month: .february, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: .february, day: 29) != nil)
    #expect(CivilDate(year: 2026, month: .april, day: 31) == nil)
    #expect(CivilDate(year: 2026, month: .april, day: 0) == nil)
    #expect(CivilDate(year: 0, month: .april, day: 1) == nil)
    #expect(CivilDate(year: 10_000, month: .april, day: 1) == nil)
  }

  @Test("weekdays are those of the calendar on the wall")
  func weekdays() throws {
    let eve = try #require(CivilDate(year: 2026, month: .december, day: 24))
    #expect(eve.weekday == .thursday)
    #expect(CivilDate(dayNumber: 0)?.weekday == .thursday)
    #expect(CivilDate(dayNumber: -1)?.weekday == .wednesday)
    #expect(eve.next(.friday)?.description == "2026-12-25")
    #expect(eve.next(.thursday)?.description == "2026-12-31", "the next one is never the day itself")
    #expect(eve.endOfWeek?.description == "2026-12-27")
    #expect(eve.endOfWeek?.endOfWeek == eve.endOfWeek)
  }

  @Test("months and years end where they end, and adding them keeps within")
  func arithmetic() throws {
    let date = try #require(CivilDate(year: 2027, month: .january, day: 31))
    #expect(date.adding(months: 1)?.description == "2027-02-28")
    #expect(date.adding(months: 13)?.description == "2028-02-29")
    #expect(date.adding(months: -2)?.description == "2026-11-30")
    #expect(date.adding(days: -31)?.description == "2026-12-31")
    #expect(date.adding(weeks: 1)?.description == "2027-02-07")
    let leapDay = try #require(CivilDate(year: 2028, month: .february, day: 29))
    #expect(leapDay.adding(years: 1)?.description == "2029-02-28")
    #expect(leapDay.adding(years: 4)?.description == "2032-02-29")
    #expect(leapDay.endOfMonth == leapDay)
    #expect(leapDay.endOfYear.description == "2028-12-31")
  }

  @Test("what leads out of the years 1 to 9999 is nil and no trap", arguments: [1, -1, 9999, .max, .min])
  func bounds(_ count: Int) {
    for date in [CivilDate.first, .last] {
      let results = [date.adding(days: count), date.adding(weeks: count), date.adding(months: count)]
      for result in results + [date.adding(years: count)] {
        #expect(result.map { CivilDate.first <= $0 && $0 <= CivilDate.last } ?? true)
      }
    }
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.first.adding(months: -1) == nil)
    #expect(CivilDate.last.next(.friday) == nil && CivilDate.last.endOfWeek == nil)
  }

  @Test("dates and times are written as ISO 8601, and for people")
  func texts() throws {
    let early = try #require(CivilDate(year: 26, month: .march, day: 4))
    #expect("\(early)" == "0026-03-04")
    let date = try #require(CivilDate(year: 2026, month: .december, day: 4))
    #expect(date.words == "4 Dec 2026" && date.shortWords == "4 Dec")
    let time = try #require(ClockTime(hour: 9, minute: 5))
    #expect("\(time)" == "09:05" && time.words == "9:05")
    #expect("\(CivilDateTime(date, .lastSecond))" == "2026-12-04T23:59:59")
    #expect(ClockTime(hour: 24, minute: 0) == nil && ClockTime(hour: 23, minute: 60) == nil)
    #expect(ClockTime(hour: 23, minute: 59, second: 60) == nil)
    #expect(ClockTime.midnight < .noon && CivilDateTime(early, .noon) < CivilDateTime(date, .midnight))
  }
}
