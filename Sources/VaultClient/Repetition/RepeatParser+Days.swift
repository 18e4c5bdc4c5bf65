internal import AgentAPI
internal import CivilTime
internal import Localization

/// On which days.
extension RepeatParser {
  /// Parses what may follow a frequency: `on mon, wed`, `on 15`, `on the last day`, `on first mon`, `on 24 dec`.
  mutating func parseDays(_ draft: inout RuleDraft) throws(Failure) {
    let isExplicit = words.consume("on")
    let before = words.rest
    switch draft.frequency {
    case .daily: break
    case .weekly: try parseWeekdays(&draft)
    case .monthly: try parseMonthDays(&draft)
    case .yearly: try parseDayOfYear(&draft)
    }
    guard isExplicit, words.rest == before else { return }
    throw .typed(
      localized("\(Failure.quoted("on " + words.rest)) fits no such repetition."),
      hint: localized("For instance: weekly on mon, monthly on 15, monthly on last fri, yearly on 24 dec"))
  }

  /// Parses days of the month with how often behind them: `on the 1st every month`, `15th of each month`, `first mon every 2 months`; nil where it is the other way round.
  mutating func parseDaysFirst() -> RuleDraft? {
    var ahead = self
    _ = ahead.words.consume("on")
    var days = RuleDraft(frequency: .monthly)
    do throws(Failure) {
      try ahead.parseMonthDays(&days)
      _ = ahead.words.consume("of")
      let rest = ahead.words.rest
      var draft = try ahead.parseFrequency()
      guard !(days.days.isEmpty && days.monthDays.isEmpty), draft.frequency == .monthly, ahead.words.rest != rest
      else { return nil }
      (draft.days, draft.monthDays) = (days.days, days.monthDays)
      self = ahead
      return draft
    } catch {
      return nil
    }
  }

  private mutating func parseWeekdays(_ draft: inout RuleDraft) throws(Failure) {
    var days: [Weekday] = []
    while let day = words.consume(WhenWords.weekday) {
      days.append(day)
      try parseAnd()
    }
    guard draft.days.isEmpty || days.isEmpty else { throw Self.misunderstood(days[0].shortName.lowercased()) }
    if !days.isEmpty {
      draft.days = Weekday.allCases.filter(days.contains).map { RuleDraft.Day(weekday: $0) }
    }
  }

  /// Parses the `and` between two days. One behind the last was meant for another one, which must not be lost.
  private mutating func parseAnd() throws(Failure) {
    guard words.consume("and", "&") else { return }
    guard words.isAtEnd || words.next == "until" || words.next == "till" || words.afterNext == "times" else { return }
    throw .typed(localized("No day follows the last \"and\"."), hint: Self.examples)
  }

  private mutating func parseMonthDays(_ draft: inout RuleDraft) throws(Failure) {
    while try parseMonthDay(&draft) { try parseAnd() }
    guard draft.days.isEmpty || draft.monthDays.isEmpty else {
      throw .typed(
        localized("Days of the month and weekdays don't go together."),
        hint: localized("For instance: monthly on 15, or monthly on last fri")
      )
    }
    // The last day, -1, comes last.
    draft.monthDays = Set(draft.monthDays).sorted { ($0 < 0 ? 99 : $0) < ($1 < 0 ? 99 : $1) }
  }

  /// Parses `15`, `day 15`, `the last day` or `first mon`.
  private mutating func parseMonthDay(_ draft: inout RuleDraft) throws(Failure) -> Bool {
    _ = words.consume("the")
    guard words.afterNext != "times" else { return false }
    if let ordinal = words.next.flatMap(Self.ordinal), let behind = words.afterNext,
      behind == "day" || WhenWords.weekday(behind) != nil
    {
      _ = words.consume()
      _ = words.consume()
      add(ordinal, WhenWords.weekday(behind), to: &draft)
      return true
    }
    _ = words.consume("day", "days")
    guard let day = words.consume(WhenWords.dayOfMonth) else { return false }
    guard (1...31).contains(day) else {
      throw .typed(
        localized("No month has a day \(day)."), hint: localized("For instance: monthly on 15, monthly on last day"))
    }
    draft.monthDays.append(day)
    return true
  }

  private func add(_ ordinal: Int, _ weekday: Weekday?, to draft: inout RuleDraft) {
    if let weekday {
      draft.days.append(RuleDraft.Day(ordinal: ordinal, weekday: weekday))
    } else {
      draft.monthDays.append(ordinal)
    }
  }

  private mutating func parseDayOfYear(_ draft: inout RuleDraft) throws(Failure) {
    let first = words.next
    guard let month = first.flatMap(WhenWords.month) ?? words.afterNext.flatMap(WhenWords.month),
      let day = first.flatMap(WhenWords.dayOfMonth) ?? words.afterNext.flatMap(WhenWords.dayOfMonth)
    else { return }
    // 29 February is a day of some years.
    guard (1...month.dayCount(in: 2000)).contains(day) else {
      throw .typed(localized("\(month.name) has no day \(day)."), hint: localized("For instance: yearly on 24 dec"))
    }
    _ = words.consume()
    _ = words.consume()
    draft.month = month
    draft.monthDays = [day]
  }
}
