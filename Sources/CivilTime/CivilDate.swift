/// A day of the Gregorian calendar, which is taken to have always been in force (ISO 8601), in the years 1 to 9999.
public struct CivilDate: Hashable, Sendable {
  /// 1 January of the year 1.
  public static let first = CivilDate(checkedYear: 1, .january, 1)
  /// 31 December 9999.
  public static let last = CivilDate(checkedYear: 9999, .december, 31)

  /// The year, 1 to 9999.
  public let year: Int
  /// The month.
  public let month: Month
  /// The day of the month; the first is 1.
  public let day: Int

  /// Names a day.
  ///
  /// - Returns: nil when there is no such day.
  public init?(year: Int, month: Month, day: Int) {
    guard (1...9999).contains(year), day >= 1, day <= month.dayCount(in: year) else { return nil }
    self.init(checkedYear: year, month, day)
  }

  /// The day so many days after 1970-01-01.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public init?(dayNumber: Int) {
    guard (Self.first.dayNumber...Self.last.dayNumber).contains(dayNumber) else { return nil }
    // Years are counted from 1 March of the year 0, so that a leap day is the last day of its year; 146 097 days are
    // 400 years.
    let days = dayNumber + Self.daysBefore1970
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let number = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    guard let month = Month(rawValue: number) else { return nil }
    let year = yearOfEra + days / 146_097 * 400 + (number <= 2 ? 1 : 0)
    self.init(checkedYear: year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private init(checkedYear year: Int, _ month: Month, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The days since 1970-01-01; negative before it.
  public var dayNumber: Int {
    let number = month.rawValue
    let yearFromMarch = number <= 2 ? year - 1 : year
    let yearOfEra = yearFromMarch % 400
    let dayOfYear = (153 * (number > 2 ? number - 3 : number + 9) + 2) / 5 + day - 1
    return yearFromMarch / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - Self.daysBefore1970
  }

  /// From 1 March of the year 0.
  private static let daysBefore1970 = 719_468
}

extension CivilDate: Comparable {
  /// Earlier is less.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month.rawValue, left.day) < (right.year, right.month.rawValue, right.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// As ISO 8601 has it: `2026-12-24`.
  public var description: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + "-\(ClockTime.twoDigits(month.rawValue))-\(ClockTime.twoDigits(day))"
  }

  /// As people read it: `24 Dec 2026`.
  public var words: String { "\(shortWords) \(year)" }

  /// The same without the year: `24 Dec`.
  public var shortWords: String { "\(day) \(month.shortName)" }
}
