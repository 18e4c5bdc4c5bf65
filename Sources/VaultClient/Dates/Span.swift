internal import CivilTime

/// A span of time as it was typed: so many months, days and seconds.
struct Span: Equatable {
  /// The units people count in.
  enum Unit: CaseIterable {
    case second, minute, hour, day, week, month, year

    /// The unit that a word names; `m` are minutes, `mo` months.
    init?(_ word: String) {
      switch word {
      case "s", "sec", "secs", "second", "seconds": self = .second
      case "m", "min", "mins", "minute", "minutes": self = .minute
      case "h", "hr", "hrs", "hour", "hours": self = .hour
      case "d", "day", "days": self = .day
      case "w", "wk", "wks", "week", "weeks": self = .week
      case "mo", "month", "months": self = .month
      case "y", "yr", "yrs", "year", "years": self = .year
      default: return nil
      }
    }
  }

  /// The longest number of units that is accepted, in digits.
  static let maximumDigitCount = 7

  private(set) var months = 0
  private(set) var days = 0
  /// At most some 10 years for each part of the span.
  private(set) var seconds = 0
  /// Whether days or longer units were named: then it is counted on the calendar.
  private(set) var hasDayUnits = false
  /// Whether hours or shorter units were named: then it ends at a time, not on a day.
  private(set) var hasClockUnits = false

  mutating func add(_ count: Int, _ unit: Unit) {
    switch unit {
    case .second: seconds += count
    case .minute: seconds += count * 60
    case .hour: seconds += count * 3600
    case .day: days += count
    case .week: days += count * 7
    case .month: months += count
    case .year: months += count * 12
    }
    switch unit {
    case .second, .minute, .hour: hasClockUnits = true
    case .day, .week, .month, .year: hasDayUnits = true
    }
  }

  /// The day the days and months lead to, months first.
  ///
  /// - Returns: nil after the year 9999.
  func day(after day: CivilDate) -> CivilDate? { day.adding(months: months)?.adding(days: days) }

  /// Adds what a word of numbers and units in one says: `2h30m`.
  ///
  /// - Returns: false, with nothing added, when it is no such word.
  mutating func add(_ word: String) -> Bool {
    var sum = self
    var rest = Substring(word)
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let letters = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let count = String(digits).number(digits: 1...Self.maximumDigitCount), let unit = Unit(String(letters))
      else { return false }
      sum.add(count, unit)
      rest = rest.dropFirst(digits.count + letters.count)
    }
    self = sum
    return true
  }
}
