internal import FoundationEssentials
internal import Glibc

/// A date and a time of day as a clock on the wall shows them, to the second.
struct CivilMoment: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0

  /// Whether there is such a day and time; years from 1 to 9999, seconds up to 59.
  var exists: Bool {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
    return day <= Self.dayCount(month, year) && (0...23).contains(hour) && (0...59).contains(minute)
      && (0...59).contains(second)
  }

  /// The last second of the same day.
  var endOfDay: CivilMoment {
    CivilMoment(year: year, month: month, day: day, hour: 23, minute: 59, second: 59)
  }

  private static func dayCount(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// The moment in UTC.
extension CivilMoment {
  /// Reads seconds since 1970 as UTC; nil outside the years 1 to 9999.
  init?(utcSeconds: Int) {
    var time = time_t(utcSeconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return nil }
    self.init(parts)
  }

  /// Seconds since 1970 if this is a moment in UTC.
  var utcSeconds: Int {
    var parts = broken
    return timegm(&parts)
  }

  fileprivate init?(_ parts: tm) {
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min), second: min(59, Int(parts.tm_sec)))
    guard exists else { return nil }
  }

  private var broken: tm {
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    return parts
  }
}

/// The moment in the system's time zone (`TZ`, `/etc/localtime`).
extension CivilMoment {
  /// What local clocks show at `date`, fractions of a second cut off; nil outside the years 1 to 9999.
  init?(local date: Date) {
    guard let seconds = date.wholeSeconds, let parts = Self.localParts(seconds) else { return nil }
    self.init(parts)
  }

  /// When local clocks show this. Of an hour that comes twice the first is meant; in a gap clocks go on as before it
  /// (RFC 5545, section 3.3.5). `mktime(3)` leaves both to chance.
  var localDate: Date {
    let asUTC = utcSeconds
    let before = asUTC - Self.offset(at: asUTC - 86_400)
    let after = asUTC - Self.offset(at: asUTC + 86_400)
    let found = [before, after].first { CivilMoment(localSeconds: $0) == self } ?? before
    return Date(timeIntervalSince1970: Double(found))
  }

  /// What local clocks show so many seconds after 1970; nil outside the years 1 to 9999.
  init?(localSeconds: Int) {
    guard let parts = Self.localParts(localSeconds) else { return nil }
    self.init(parts)
  }

  private static func offset(at seconds: Int) -> Int { localParts(seconds).map { Int($0.tm_gmtoff) } ?? 0 }

  private static func localParts(_ seconds: Int) -> tm? {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? nil : parts
  }
}

extension Date {
  /// Seconds since 1970, rounded down; nil for what is no date of the years up to 9999.
  var wholeSeconds: Int? {
    let seconds = timeIntervalSince1970.rounded(.down)
    return seconds.isFinite && abs(seconds) < 2.6e11 ? Int(seconds) : nil
  }
}
