extension CivilDate {
  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday; `first` was a Monday.
    Weekday(rawValue: (dayNumber - Self.first.dayNumber) % 7 + 1) ?? .monday
  }

  /// The day so many days later, or earlier where `days` is negative.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public func adding(days: Int) -> CivilDate? {
    let (number, isTooFar) = dayNumber.addingReportingOverflow(days)
    return isTooFar ? nil : CivilDate(dayNumber: number)
  }

  /// The day so many weeks later.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public func adding(weeks: Int) -> CivilDate? {
    let (days, isTooFar) = weeks.multipliedReportingOverflow(by: 7)
    return isTooFar ? nil : adding(days: days)
  }

  /// The same day of the month so many months later; the month's last day where that month is shorter.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public func adding(months: Int) -> CivilDate? {
    let (total, isTooFar) = (year * 12 + month.rawValue - 1).addingReportingOverflow(months)
    guard !isTooFar, total >= 12, let month = Month(rawValue: total % 12 + 1) else { return nil }
    return CivilDate(year: total / 12, month: month, day: min(day, month.dayCount(in: total / 12)))
  }

  /// The same day so many years later; 28 February for a leap day where there is none.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public func adding(years: Int) -> CivilDate? {
    let (months, isTooFar) = years.multipliedReportingOverflow(by: 12)
    return isTooFar ? nil : adding(months: months)
  }

  /// The first such weekday after this day, never the day itself.
  ///
  /// - Returns: nil after the year 9999.
  public func next(_ wanted: Weekday) -> CivilDate? {
    let days = (wanted.rawValue - weekday.rawValue + 6) % 7 + 1
    return adding(days: days)
  }

  /// The last day of its month.
  public var endOfMonth: CivilDate {
    CivilDate(year: year, month: month, day: month.dayCount(in: year)) ?? self
  }

  /// The last day of its year.
  public var endOfYear: CivilDate { CivilDate(year: year, month: .december, day: 31) ?? self }

  /// The Sunday that ends its week (ISO 8601), which may be the day itself.
  ///
  /// - Returns: nil after the year 9999.
  public var endOfWeek: CivilDate? { adding(days: 7 - weekday.rawValue) }
}
