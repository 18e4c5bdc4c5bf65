internal import CivilTime
internal import FoundationEssentials

/// Local clocks, those of the system's time zone, as calendars have them.
extension LocalZone {
  /// When clocks show this. In a gap they go on as before it (RFC 5545, section 3.3.5).
  func date(of local: CivilDateTime) -> Date { moment(local, inGap: .asBefore).date }
}

extension CivilDateTime {
  /// What local clocks show at `date`, fractions of a second cut off; nil outside the years 1 to 9999.
  init?(local date: Date) {
    guard let shown = date.wholeSeconds.flatMap({ LocalZone.system().dateTime(exactlyAt: $0) }) else { return nil }
    self = shown
  }

  /// When local clocks show this.
  var localDate: Date { LocalZone.system().date(of: self) }

  /// When clocks in UTC show this.
  var utcDate: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension CivilDate {
  /// The last second of the day.
  var end: CivilDateTime { CivilDateTime(self, .lastSecond) }
  /// The first second of the day.
  var beginning: CivilDateTime { CivilDateTime(self, .midnight) }
}

extension Date {
  /// Seconds since 1970, rounded down; nil for what is no date of the years up to 9999.
  var wholeSeconds: Int? {
    let seconds = timeIntervalSince1970.rounded(.down)
    return seconds.isFinite && abs(seconds) < 2.6e11 ? Int(seconds) : nil
  }
}
