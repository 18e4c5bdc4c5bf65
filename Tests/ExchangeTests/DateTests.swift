import CivilTime
import FoundationEssentials
import Testing

@testable import Exchange

@Suite("Days and dates of the exchange formats")
struct DateTests {
  @Test("dates are read to the last bit, and in every form that is in use")
  func dates() {
    var random = RandomTasks(seed: 11)
    for _ in 0..<5000 {
      let date = random.date()
      #expect(MomentText.taskDate(MomentText.exact(date)) == date)
    }
    #expect(MomentText.taskDate("19700101T000010Z") == Date(timeIntervalSince1970: 10))
    #expect(MomentText.taskDate("1970-01-01T01:00:10+01:00") == Date(timeIntervalSince1970: 10))
  }

  @Test("days begin and end with the clocks of the place, also when these change at midnight")
  func localDays() throws {
    // Clocks go an hour forward at 00:00 of the tenth day, and back at 24:00 of the twentieth.
    let zone = LocalZone { (10 * 86_400..<21 * 86_400 - 3600).contains($0) ? 3600 : 0 }
    let tenth = try #require(CivilDate(dayNumber: 10))
    let twentieth = try #require(CivilDate(dayNumber: 20))
    #expect(zone.start(of: tenth) == Date(timeIntervalSince1970: 864_000))
    #expect(zone.end(of: tenth) == Date(timeIntervalSince1970: 864_000 + 23 * 3600 - 1))
    #expect(zone.end(of: twentieth) == Date(timeIntervalSince1970: 21 * 86_400 - 1))
    #expect(zone.day(Date(timeIntervalSince1970: 21 * 86_400 - 1)) == twentieth)
    #expect(zone.isEdge(Date(timeIntervalSince1970: 864_000)) && !zone.isEdge(Date(timeIntervalSince1970: 864_001)))
    let now = Date()
    let today = LocalZone.system().day(now)
    #expect(LocalZone.system().start(of: today) <= now && now < LocalZone.system().end(of: today).addingTimeInterval(1))
  }
}
