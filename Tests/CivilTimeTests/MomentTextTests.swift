import CivilTime
import Foundation
import Testing

@Suite("Dates and times as text")
struct MomentTextTests {
  private static let foundation = Date.ISO8601FormatStyle()

  /// From the year 1600, before which Foundation counts by the Julian calendar, to 9999.
  private static func moment(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double.random(in: -12_654_403_200..<252_423_993_600, using: &random))
  }

  @Test("what is written is what Foundation writes, and what it writes is read")
  func agreement() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let date = Self.moment(&random)
      let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
      #expect(MomentText.whole(date) == whole.formatted(Self.foundation))
      #expect(MomentText.date(whole.formatted(Self.foundation)) == whole)
      #expect(MomentText.date(MomentText.exact(date)) == date)
      #expect(MomentText.date(MomentText.basic(date), .rfc3339OrBasic) == whole)
    }
  }

  @Test("a zone is read as Foundation reads it")
  func zones() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
      let zone = try #require(TimeZone(secondsFromGMT: Int.random(in: -1079...1079, using: &random) * 60))
      let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
      let text = Self.moment(&random).formatted(style)
      #expect(try MomentText.date(text) == style.parse(text))
    }
  }

  @Test("fractions are written with no more digits than they need, and what is beyond the calendar at its end")
  func writing() {
    #expect(MomentText.exact(Date(timeIntervalSince1970: 0.5)) == "1970-01-01T00:00:00.5Z")
    #expect(MomentText.whole(Date(timeIntervalSince1970: -0.25)) == "1969-12-31T23:59:59Z")
    #expect(MomentText.basic(Date(timeIntervalSince1970: 10.75)) == "19700101T000010Z")
    #expect(MomentText.exact(Date(timeIntervalSince1970: 253_402_300_799.5)) == "9999-12-31T23:59:59.5Z")
    #expect(MomentText.exact(.distantPast) == "0001-01-01T00:00:00Z")
    #expect(MomentText.exact(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59Z")
  }

  @Test("each reader takes its forms and no others")
  func forms() {
    let second = Date(timeIntervalSince1970: 10)
    #expect(MomentText.date("19700101T000010Z", .rfc3339OrBasic) == second)
    #expect(MomentText.date("19700101T000010Z") == nil && MomentText.date("19700101T000010Z", .extended) == nil)
    for text in ["1970-01-01T01:00:10+01:00", "1970-01-01t00:00:10z", "1970-01-01 00:00:10Z"] {
      #expect(MomentText.date(text) == second)
    }
    #expect(MomentText.date("2016-12-31T23:59:60Z") == MomentText.date("2016-12-31T23:59:59Z"))
    for text in ["1970-01-01T00:00:10Z", "1970-01-01T01:00:10+01", "1970-01-01T01:00:10+0100"] {
      #expect(MomentText.date(text, .extended) == second)
    }
    #expect(MomentText.date("1970-01-01T00:01Z", .extended) == Date(timeIntervalSince1970: 60))
    #expect(MomentText.date("1970-01-01T00:00:10,5Z", .extended) == second.addingTimeInterval(0.5))
    for text in ["1970-01-01 00:00:10Z", "2016-12-31T23:59:60Z", "1970-01-01T00:01.5Z"] {
      #expect(MomentText.date(text, .extended) == nil)
    }
  }

  @Test(
    "what is no moment is read by none",
    arguments: [
      "", "20300101", "2030-01-01T24:00:00Z", "2030-01-01T00:00:00", "2030-01-01T00:00:00.Z", "2030-02-29T00:00:00Z",
      "0000-01-01T00:00:00Z", "2030-01-01T00:00:00Zx", "+030-01-01T00:00:00Z", "2030-01-01T00:00:00+24:00",
      "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59.99999999999Z", "0001-01-01T00:00:00+00:01",
      "٢٠٣٠-01-01T00:00:00Z",
    ])
  func refusals(text: String) {
    #expect(MomentText.date(text) == nil)
    #expect(MomentText.date(text, .rfc3339OrBasic) == nil)
    #expect(MomentText.date(text, .extended) == nil)
  }

  @Test("days, and moments in the basic format, are read as they are written")
  func days() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let number = Int.random(in: CivilDate.first.dayNumber...CivilDate.last.dayNumber, using: &random)
      guard let date = CivilDate(dayNumber: number),
        let time = ClockTime(hour: Int.random(in: 0...23, using: &random), minute: 7, second: 59)
      else { continue }
      #expect(CivilDate(iso: date.description) == date)
      #expect(BasicMoment(date.basic)?.date == date && BasicMoment(date.basic)?.time == nil)
      let moment = BasicMoment(CivilDateTime(date, time).basic + "Z")
      #expect(moment?.date == date && moment?.time == time && moment?.isUTC == true)
    }
    #expect(BasicMoment("20301224T180060")?.time == ClockTime(hour: 18, minute: 0, second: 59))
    for text in ["2030-2-01", "2030-02-29", "0000-01-01", "2030-01-01x", "+030-01-01", "2030-13-01"] {
      #expect(CivilDate(iso: text) == nil)
    }
    for text in ["", "2030122", "20301224Z", "20301224T1800", "20301224T180000ZZ", "20301232", "20301224T246000"] {
      #expect(BasicMoment(text) == nil)
    }
  }
}
