import CivilTime
import FoundationEssentials
import Glibc
import Testing

@testable import ICalendar

/// Everything here that has to do with the local time zone runs one after the other.
@Suite("iCalendar", .serialized) enum CalendarSuite {}

/// Runs `body` with another local time zone.
func inZone<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
  let former = getenv("TZ").map { String(cString: $0) }
  setenv("TZ", name, 1)
  tzset()
  defer {
    if let former { setenv("TZ", former, 1) } else { unsetenv("TZ") }
    tzset()
  }
  return try body()
}

/// A date from what local clocks show.
func local(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) -> Date {
  civil(year, month, day, hour, minute, second).localDate
}

/// A date from what clocks in UTC show.
func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) -> Date {
  civil(year, month, day, hour, minute, second).utcDate
}

private func civil(
  _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int
) -> CivilDateTime {
  guard let month = Month(rawValue: month), let date = CivilDate(year: year, month: month, day: day),
    let time = ClockTime(hour: hour, minute: minute, second: second)
  else { preconditionFailure("no clock shows that") }
  return CivilDateTime(date, time)
}

/// SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
