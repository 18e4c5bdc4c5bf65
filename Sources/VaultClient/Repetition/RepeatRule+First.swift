public import CivilTime

extension RepeatRule {
  /// Whether it names days of the week: of every week, or the first or last of a month.
  public var namesDays: Bool { draft.map { !$0.days.isEmpty } ?? false }

  /// Whether it comes by the month, on any days of it.
  public var isMonthly: Bool { draft?.frequency == .monthly }

  /// Whether it names days of the month by their numbers.
  public var namesMonthDays: Bool { draft.map { $0.frequency == .monthly && !$0.monthDays.isEmpty } ?? false }

  /// In so many days a rule that words can say comes at least once: 29 February, at a century without one.
  private static let horizon = 366 * 8

  /// The days that the rule fits, in their order, from a day on: where nothing else says when it is due first. How many days, weeks or months lie between two does not matter
  /// for that. Of a rule that was not typed in words it is every day.
  public func days(from day: CivilDate) -> some Sequence<CivilDate> {
    (day.dayNumber...day.dayNumber + Self.horizon).lazy.compactMap { CivilDate(dayNumber: $0) }
      .filter { draft?.fits($0) ?? true }
  }
}

extension RuleDraft {
  fileprivate func fits(_ date: CivilDate) -> Bool {
    if let month, month != date.month { return false }
    let count = date.month.dayCount(in: date.year)
    if !monthDays.isEmpty, !monthDays.contains(where: { $0 == date.day || $0 == date.day - count - 1 }) { return false }
    return days.isEmpty || days.contains { $0.fits(date, of: count) }
  }
}

extension RuleDraft.Day {
  /// - Parameter count: how many days the month has.
  fileprivate func fits(_ date: CivilDate, of count: Int) -> Bool {
    guard weekday == date.weekday else { return false }
    guard let ordinal else { return true }
    return ordinal > 0 ? (date.day - 1) / 7 + 1 == ordinal : (count - date.day) / 7 + 1 == -ordinal
  }
}
