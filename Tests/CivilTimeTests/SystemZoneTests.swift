import CivilTime
import FoundationEssentials
import Glibc
import Testing

@Suite("Local time of the system", .serialized)
struct SystemZoneTests {
  /// Runs with `TZ` set, and sets it back.
  private func inZone(_ name: String, _ body: (LocalZone) throws -> Void) rethrows {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", name, 1)
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    try body(.system())
  }

  private func local(_ year: Int, _ month: Month, _ day: Int, _ hour: Int, _ minute: Int = 0) throws -> CivilDateTime {
    CivilDateTime(
      try #require(CivilDate(year: year, month: month, day: day)), try #require(ClockTime(hour: hour, minute: minute)))
  }

  @Test("Berlin changes its clocks in March and October")
  func berlin() throws {
    try inZone("Europe/Berlin") { zone in
      #expect(zone.moment(try local(2026, .december, 24, 18)).date.timeIntervalSince1970 == 1_798_131_600)
      let gap = zone.moment(try local(2026, .march, 29, 2, 30))
      #expect(gap.date.timeIntervalSince1970 == 1_774_746_000)
      #expect(gap.irregularity == .skipped(taken: try local(2026, .march, 29, 3)))
      let overlap = zone.moment(try local(2026, .october, 25, 2, 30))
      #expect(overlap.date.timeIntervalSince1970 == 1_792_888_200 && overlap.irregularity == .repeated)
      let changing = try local(2026, .march, 29, 0).date
      #expect(zone.end(of: changing).timeIntervalSince(zone.start(of: changing)) == 23 * 3600 - 1)
    }
  }

  @Test("New York changes its clocks in March and November")
  func newYork() throws {
    try inZone("America/New_York") { zone in
      let gap = zone.moment(try local(2026, .march, 8, 2, 15))
      #expect(gap.date.timeIntervalSince1970 == 1_772_953_200)
      #expect(gap.irregularity == .skipped(taken: try local(2026, .march, 8, 3)))
      let overlap = zone.moment(try local(2026, .november, 1, 1, 30))
      #expect(overlap.date.timeIntervalSince1970 == 1_793_511_000 && overlap.irregularity == .repeated)
    }
  }

  @Test("Lord Howe Island changes its clocks by half an hour")
  func lordHowe() throws {
    try inZone("Australia/Lord_Howe") { zone in
      let gap = zone.moment(try local(2026, .october, 4, 2, 15))
      #expect(gap.irregularity == .skipped(taken: try local(2026, .october, 4, 2, 30)))
      #expect(gap.date.timeIntervalSince1970 == 1_791_041_400)
      let overlap = zone.moment(try local(2026, .april, 5, 1, 45))
      #expect(overlap.date.timeIntervalSince1970 == 1_775_313_900 && overlap.irregularity == .repeated)
    }
  }

  /// A zone's local times on both sides of a gap and of an overlap, with the seconds since 1970 that they stand for: what is skipped
  /// is taken as the first time after the gap, or as if the clock had not been put forward.
  struct Change: Sendable, CustomTestStringConvertible {
    let zone: String
    let times: [(month: Month, day: Int, hour: Int, minute: Int, firstAfter: Double, asBefore: Double)]
    var testDescription: String { zone }
  }

  private static let changes = [
    Change(
      zone: "Europe/Berlin",
      times: [
        (.march, 29, 1, 59, 1_774_745_940, 1_774_745_940), (.march, 29, 2, 0, 1_774_746_000, 1_774_746_000),
        (.march, 29, 2, 30, 1_774_746_000, 1_774_747_800), (.march, 29, 2, 59, 1_774_746_000, 1_774_749_540),
        (.march, 29, 3, 0, 1_774_746_000, 1_774_746_000), (.october, 25, 1, 59, 1_792_886_340, 1_792_886_340),
        (.october, 25, 2, 0, 1_792_886_400, 1_792_886_400), (.october, 25, 2, 59, 1_792_889_940, 1_792_889_940),
        (.october, 25, 3, 0, 1_792_893_600, 1_792_893_600),
      ]),
    Change(
      zone: "America/New_York",
      times: [
        (.march, 8, 1, 59, 1_772_953_140, 1_772_953_140), (.march, 8, 2, 15, 1_772_953_200, 1_772_954_100),
        (.march, 8, 3, 0, 1_772_953_200, 1_772_953_200), (.november, 1, 0, 59, 1_793_509_140, 1_793_509_140),
        (.november, 1, 1, 30, 1_793_511_000, 1_793_511_000), (.november, 1, 2, 0, 1_793_516_400, 1_793_516_400),
      ]),
    Change(
      zone: "Australia/Lord_Howe",
      times: [
        (.october, 4, 1, 59, 1_791_041_340, 1_791_041_340), (.october, 4, 2, 15, 1_791_041_400, 1_791_042_300),
        (.october, 4, 2, 30, 1_791_041_400, 1_791_041_400), (.april, 5, 1, 29, 1_775_312_940, 1_775_312_940),
        (.april, 5, 1, 45, 1_775_313_900, 1_775_313_900), (.april, 5, 2, 0, 1_775_316_600, 1_775_316_600),
      ]),
  ]

  @Test("a skipped time is the first after the gap, or what it would be by the clock of before", arguments: changes)
  func gapRules(_ change: Change) throws {
    try inZone(change.zone) { zone in
      for time in change.times {
        let local = try local(2026, time.month, time.day, time.hour, time.minute)
        let first = zone.moment(local)
        let before = zone.moment(local, inGap: .asBefore)
        #expect(first.date.timeIntervalSince1970 == time.firstAfter, "\(local)")
        #expect(before.date.timeIntervalSince1970 == time.asBefore, "\(local)")
        for moment in [first, before] {
          let shown = zone.dateTime(at: moment.date)
          if shown != local { #expect(moment.irregularity == .skipped(taken: shown), "\(local)") }
        }
      }
    }
  }

  @Test("a moment outside of the years that calendars show has no local time where that is asked")
  func exactly() throws {
    let afterGap = try local(2026, .march, 29, 3)
    inZone("Europe/Berlin") { zone in
      #expect(zone.dateTime(exactlyAt: 1_774_746_000) == afterGap)
      #expect(zone.dateTime(exactlyAt: 253_402_300_800) == nil)
      #expect(zone.dateTime(exactlyAt: -62_135_600_400) == nil)
    }
  }

  @Test("Kathmandu and UTC never do")
  func unchanging() throws {
    try inZone("Asia/Kathmandu") { zone in
      let moment = zone.moment(try local(2026, .march, 29, 2, 30))
      #expect(moment.date.timeIntervalSince1970 == 1_774_730_700 && moment.irregularity == nil)
    }
    try inZone("UTC") { zone in
      let moment = zone.moment(try local(2026, .march, 29, 2, 30))
      #expect(moment.date.timeIntervalSince1970 == 1_774_751_400 && moment.irregularity == nil)
    }
  }

  @Test(
    "every hour of three years is found again, or told as one that comes twice",
    arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Santiago"])
  func roundTrip(_ name: String) {
    inZone(name) { zone in
      var repeats = 0
      for half in 0..<(3 * 366 * 48) {
        let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(half) * 1800)
        let moment = zone.moment(zone.dateTime(at: date))
        if moment.irregularity == .repeated { repeats += 1 } else if moment.irregularity != nil { repeats = .min }
        if moment.date != date, moment.irregularity != .repeated { Issue.record("\(date) in \(name)") }
      }
      #expect(name == "Asia/Kathmandu" ? repeats == 0 : (1...12).contains(repeats), "\(repeats)")
    }
  }

  @Test("it agrees with mktime on every local time that is one moment")
  func mktimeAgrees() {
    inZone("Europe/Berlin") { zone in
      var generator = SeededGenerator(seed: 3)
      for _ in 0..<5000 {
        let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...4_000_000_000, using: &generator)))
        let local = zone.dateTime(at: date)
        var fields = tm()
        fields.tm_year = Int32(local.date.year - 1900)
        fields.tm_mon = Int32(local.date.month.rawValue - 1)
        fields.tm_mday = Int32(local.date.day)
        fields.tm_hour = Int32(local.time.hour)
        fields.tm_min = Int32(local.time.minute)
        fields.tm_sec = Int32(local.time.second)
        fields.tm_isdst = -1
        let moment = zone.moment(local)
        guard moment.irregularity == nil else { continue }
        #expect(moment.date.timeIntervalSince1970 == Double(mktime(&fields)))
      }
    }
  }
}
