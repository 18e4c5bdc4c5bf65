import FoundationEssentials
import Testing

@testable import Exchange

@Suite("Days and dates of the exchange formats")
struct DateTests {
  @Test("every day of four hundred years has its number, and no other")
  func days() throws {
    var expected = try #require(CivilDay(year: 1799, month: 12, day: 31)).number
    for year in 1800..<2200 {
      for month in 1...12 {
        for day in 1...31 {
          guard let civil = CivilDay(year: year, month: month, day: day) else { continue }
          expected += 1
          #expect(civil.number == expected && CivilDay(number: expected) == civil)
        }
      }
    }
    #expect(CivilDay(year: 1970, month: 1, day: 1)?.number == 0)
    #expect(CivilDay(year: 2030, month: 1, day: 1)?.weekday == 2)
    #expect(CivilDay(year: 1, month: 1, day: 1)?.number == -719_162)
    for text in ["2030-2-01", "2030-02-29", "0000-01-01", "2030-01-01x", "+030-01-01", "2030-13-01"] {
      #expect(CivilDay(text[...]) == nil)
    }
  }

  @Test("dates are read to the last bit, and in every form that is in use")
  func dates() {
    var random = RandomTasks(seed: 11)
    for _ in 0..<5000 {
      let date = random.date()
      #expect(UTCText.date(UTCText.exact(date)) == date)
    }
    #expect(UTCText.exact(Date(timeIntervalSince1970: 0.5)) == "1970-01-01T00:00:00.5Z")
    #expect(UTCText.date("19700101T000010Z") == Date(timeIntervalSince1970: 10))
    #expect(UTCText.date("1970-01-01T01:00:10+01:00") == Date(timeIntervalSince1970: 10))
    #expect(UTCText.exact(.distantPast) == "0001-01-01T00:00:00Z")
    #expect(UTCText.exact(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59Z")
    for text in ["", "20300101", "2030-01-01T24:00:00Z", "2030-01-01T00:00:00", "2030-01-01T00:00:00.Z"] {
      #expect(UTCText.date(text) == nil)
    }
  }

  @Test("days begin and end with the clocks of the place, also when these change at midnight")
  func localDays() throws {
    // Clocks go an hour forward at 00:00 of the tenth day, and back at 24:00 of the twentieth.
    let zone = LocalDays(offset: { (10 * 86_400..<21 * 86_400 - 3600).contains($0) ? 3600 : 0 })
    let tenth = try #require(CivilDay(number: 10))
    let twentieth = try #require(CivilDay(number: 20))
    #expect(zone.start(tenth) == Date(timeIntervalSince1970: 864_000))
    #expect(zone.end(tenth) == Date(timeIntervalSince1970: 864_000 + 23 * 3600 - 1))
    #expect(zone.end(twentieth) == Date(timeIntervalSince1970: 21 * 86_400 - 1))
    #expect(zone.day(Date(timeIntervalSince1970: 21 * 86_400 - 1)) == twentieth)
    let now = Date()
    let today = LocalDays.system.day(now)
    #expect(LocalDays.system.start(today) <= now && now < LocalDays.system.end(today).addingTimeInterval(1))
  }
}
