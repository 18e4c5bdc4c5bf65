internal import AgentAPI
internal import CivilTime
internal import Localization

/// A day as it was typed.
struct NamedDay {
  let date: CivilDate
  /// Whether year, month and day were given as numbers in the order of ISO 8601.
  let isISO: Bool

  init(_ date: CivilDate, isISO: Bool = false) {
    self.date = date
    self.isISO = isISO
  }
}

extension WhenParser {
  /// Parses a day; nil when the next word begins none.
  ///
  /// - Throws: a failure for a day that does not exist or may be several.
  mutating func parseDay() throws(Failure) -> NamedDay? {
    guard let word = words.next else { return nil }
    if let day = try parseNumberedDay() { return day }
    if let day = words.consume(WhenWords.ordinalDay) { return try NamedDay(coming(day)) }
    if let keyword = Keyword(rawValue: word) {
      _ = words.consume()
      return try NamedDay(far(keyword.day(today)))
    }
    if word == "next" || word == "this" { return try parseQualifiedDay() }
    if let weekday = words.consume(WhenWords.weekday) { return try NamedDay(coming(weekday)) }
    guard let month = words.consume(WhenWords.month) else { return nil }
    guard let day = words.next.flatMap(WhenWords.dayOfMonth), !isTimeNext else {
      throw .typed(
        localized("\"\(word)\" names a month but no day."),
        hint: localized("For instance: \(month.shortName.lowercased()) 24"))
    }
    _ = words.consume()
    return try NamedDay(date(day, month, parseYear()))
  }

  /// Days that are words of their own.
  private enum Keyword: String {
    case today, tomorrow, yesterday, eod, eow, eom, eoy

    func day(_ today: CivilDate) -> CivilDate? {
      switch self {
      case .today, .eod: today
      case .tomorrow: today.adding(days: 1)
      case .yesterday: today.adding(days: -1)
      case .eow: today.endOfWeek
      case .eom: today.endOfMonth
      case .eoy: today.endOfYear
      }
    }
  }

  /// The first such weekday after today.
  private mutating func coming(_ weekday: Weekday) throws(Failure) -> CivilDate {
    let day = try far(today.next(weekday))
    if today.weekday == weekday {
      notes.append("Today is a \(weekday.name); the one after it is meant, \(day.shortWords).")
    }
    return day
  }

  /// The day of this month, or of the first month after it in which it is not over.
  private func coming(_ day: Int) throws(Failure) -> CivilDate {
    guard (1...31).contains(day) else {
      throw .typed(localized("No month has a day \(day)."), hint: WhenWords.examples)
    }
    // Of two months one at least has the day.
    var month = today.endOfMonth
    for _ in 0...2 {
      if let date = CivilDate(year: month.year, month: month.month, day: day), date >= today { return date }
      month = try far(month.adding(days: 1)).endOfMonth
    }
    throw WhenWords.tooFar
  }

  /// Parses `next mon`, a day of the week after this one, or `this mon`, one of this week; weeks begin on Monday.
  private mutating func parseQualifiedDay() throws(Failure) -> NamedDay {
    let isNext = words.consume() == "next"
    guard let weekday = words.consume(WhenWords.weekday) else {
      throw .typed(
        localized("\"\(isNext ? "next" : "this")\" needs a weekday."),
        hint: localized("For instance: next mon, eow, eom, in 1 week"))
    }
    let thisWeek = try far(today.adding(days: weekday.rawValue - today.weekday.rawValue))
    guard isNext else { return NamedDay(thisWeek) }
    let day = try far(thisWeek.adding(weeks: 1))
    if let sooner = today.next(weekday), sooner != day {
      notes.append(
        "That is the \(weekday.name) of next week, \(day.shortWords);"
          + " \(weekday.shortName.lowercased()) alone is \(sooner.shortWords).")
    }
    return NamedDay(day)
  }

  /// Parses a year of four digits.
  mutating func parseYear() -> Int? { words.consume { $0.number(digits: 4...4) } }

  /// Whether the next word begins a time rather than a number.
  private var isTimeNext: Bool {
    var ahead = self
    do throws(Failure) { return try ahead.parseTime() != nil } catch { return true }
  }

  /// The day, in the year given, or else in the first year in which it is not over.
  func date(_ day: Int, _ month: Month, _ year: Int?) throws(Failure) -> CivilDate {
    if let year {
      if let date = CivilDate(year: year, month: month, day: day) { return date }
      let count = month.dayCount(in: year)
      throw .typed(
        year == 0 ? localized("There is no year 0.") : localized("\(month.name) \(year) has no day \(day)."),
        hint: localized("Its last day is \(count) \(month.shortName.lowercased())."))
    }
    // Leap years are at most eight years apart.
    for year in today.year...(today.year + 8) {
      if let date = CivilDate(year: year, month: month, day: day), date >= today { return date }
    }
    throw .typed(
      localized("\(month.name) has no day \(day)."),
      hint: localized("Give a day that it has, for instance: 28 \(month.shortName.lowercased())"))
  }

  func far(_ date: CivilDate?) throws(Failure) -> CivilDate {
    guard let date else { throw WhenWords.tooFar }
    return date
  }
}
