import CivilTime
import FoundationEssentials
import Testing

@Suite("Local time, by a table")
struct LocalZoneTests {
  /// Central European time in 2026.
  private static let berlin = LocalZone { seconds in
    (1_774_746_000..<1_792_890_000).contains(seconds) ? 7200 : 3600
  }
  /// A zone whose clocks go back from midnight to 23:00, at 2026-10-24T22:00Z, and one that skips 2011-12-30.
  private static let backAtMidnight = LocalZone { $0 < 1_792_879_200 ? 7200 : 3600 }
  private static let apia = LocalZone { $0 < 1_325_239_200 ? -36_000 : 50_400 }

  private func local(_ year: Int, _ month: Month, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws
    -> CivilDateTime
  {
    CivilDateTime(
      try #require(CivilDate(year: year, month: month, day: day)), try #require(ClockTime(hour: hour, minute: minute)))
  }

  @Test("a time that the clock skips becomes the first after it, and says so")
  func gap() throws {
    let moment = Self.berlin.moment(try local(2026, .march, 29, 2, 30))
    #expect(moment.date.timeIntervalSince1970 == 1_774_746_000)
    #expect(moment.irregularity == .skipped(taken: try local(2026, .march, 29, 3)))
    let first = Self.berlin.moment(try local(2026, .march, 29, 2))
    #expect(
      first.date == moment.date && first.irregularity == moment.irregularity)
    #expect(Self.berlin.moment(try local(2026, .march, 29, 3)).irregularity == nil)
    #expect(Self.berlin.moment(try local(2026, .march, 29, 1, 59)).irregularity == nil)
  }

  @Test("of a time that comes twice the first is taken, and that is said")
  func overlap() throws {
    let moment = Self.berlin.moment(try local(2026, .october, 25, 2, 30))
    #expect(moment.date.timeIntervalSince1970 == 1_792_888_200 && moment.irregularity == .repeated)
    #expect(Self.berlin.moment(try local(2026, .october, 25, 2)).irregularity == .repeated)
    #expect(Self.berlin.moment(try local(2026, .october, 25, 3)).irregularity == nil)
    #expect(Self.berlin.moment(try local(2026, .october, 25, 1, 59)).irregularity == nil)
  }

  @Test("a day ends with its last second, also where its last hour comes twice")
  func dayEnds() throws {
    let day = try local(2026, .october, 24).date
    let next = try #require(day.adding(days: 1))
    let end = Self.backAtMidnight.end(of: day)
    #expect(Self.backAtMidnight.dateTime(at: end) == CivilDateTime(day, .lastSecond))
    #expect(end.addingTimeInterval(1) == Self.backAtMidnight.start(of: next))
    #expect(Self.backAtMidnight.moment(CivilDateTime(day, .lastSecond)).irregularity == .repeated)
    #expect(end.timeIntervalSince(Self.backAtMidnight.start(of: day)) == 25 * 3600 - 1)
  }

  @Test("a day that a country left out becomes the start of the next one")
  func skippedDay() throws {
    let moment = Self.apia.moment(try local(2011, .december, 30, 12))
    #expect(moment.irregularity == .skipped(taken: try local(2011, .december, 31)))
    #expect(moment.date.timeIntervalSince1970 == 1_325_239_200)
  }

  @Test("in a zone without changes every local time is one moment, and back")
  func fixed() throws {
    let kathmandu = LocalZone(secondsEast: 20_700)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let seconds = Double(Int.random(in: -60_000_000_000...250_000_000_000, using: &generator))
      let moment = kathmandu.moment(kathmandu.dateTime(at: Date(timeIntervalSince1970: seconds)))
      #expect(moment.date.timeIntervalSince1970 == seconds && moment.irregularity == nil)
    }
  }

  @Test(
    "a moment that no calendar shows is shown as the nearest one, and is no trap",
    arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
  func outOfRange(_ seconds: Double) {
    let shown = Self.berlin.dateTime(at: Date(timeIntervalSince1970: seconds)).date
    #expect(CivilDate.first <= shown && shown <= CivilDate.last)
    #expect(LocalZone.utc.start(of: .first).timeIntervalSince1970 == -62_135_596_800)
    #expect(LocalZone.utc.end(of: .last).timeIntervalSince1970 == 253_402_300_799)
  }
}
