internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// Reads a ``RuleDraft`` from words: how often, on which days, until when or how many times.
struct RepeatParser {
  var words: WordCursor
  private let now: Date
  private let zone: LocalZone

  static let examples = localized(
    "For instance: daily, every 2 weeks, mon,wed, monthly on last day, weekly until 2026-12-31")

  init(_ text: String, now: Date, zone: LocalZone) {
    words = WordCursor(text.pieces(",").joined(separator: " "))
    self.now = now
    self.zone = zone
  }

  mutating func parse() throws(Failure) -> RuleDraft {
    guard !words.isAtEnd else { throw .typed(localized("There is nothing that says how often."), hint: Self.examples) }
    var draft: RuleDraft
    if let days = parseDaysFirst() {
      draft = days
    } else {
      draft = try parseFrequency()
      try parseDays(&draft)
    }
    while !words.isAtEnd { try parseEnd(&draft) }
    return draft
  }

  mutating func parseFrequency() throws(Failure) -> RuleDraft {
    if let draft = words.consume(Self.adverb) { return draft }
    if words.consume("weekdays", "workdays") { return Self.everyWorkday }
    let saysEvery = words.consume("every", "each")
    if saysEvery, words.consume("weekday", "workday") { return Self.everyWorkday }
    if saysEvery, let frequency = try parseInterval() { return frequency }
    if words.next.flatMap(WhenWords.weekday) != nil { return RuleDraft(frequency: .weekly) }
    if let ordinal = words.next.flatMap(Self.ordinal) {
      guard !saysEvery || ordinal == -1 else { throw Self.everySecond(words.rest) }
      return RuleDraft(frequency: .monthly)
    }
    throw Self.misunderstood(words.next)
  }

  /// Parses `day`, `3 days`, `other week`, and `other` of `other thursday`.
  private mutating func parseInterval() throws(Failure) -> RuleDraft? {
    if let frequency = words.consume(Self.unit) { return RuleDraft(frequency: frequency) }
    if words.consume("other") {
      if let frequency = words.consume(Self.unit) { return RuleDraft(frequency: frequency, interval: 2) }
      guard words.next.flatMap(WhenWords.weekday) != nil else { throw Self.misunderstood(words.next) }
      return RuleDraft(frequency: .weekly, interval: 2)
    }
    guard let count = words.next?.number(digits: 1...4) else { return nil }
    _ = words.consume()
    guard count > 0, let frequency = words.consume(Self.unit) else {
      throw .typed(
        count > 0
          ? localized("\"every \(count)\" names no unit that is known here.")
          : localized("It can't repeat every 0 times."),
        hint: localized("For instance: every 3 days, every 2 weeks, every 6 months"))
    }
    return RuleDraft(frequency: frequency, interval: count)
  }

  /// Parses `until 2026-12-31` or `5 times`.
  private mutating func parseEnd(_ draft: inout RuleDraft) throws(Failure) {
    guard draft.until == nil, draft.count == nil else {
      throw .typed(
        localized("It can end only once: at a date, or after so many times."),
        hint: localized("Leave one of the two out."))
    }
    if words.consume("until", "till") {
      draft.until = try lastMoment()
      words = WordCursor("")
    } else if words.afterNext == "times" || words.afterNext == "time",
      let count = words.next?.number(digits: 1...6), count > 0
    {
      draft.count = count
      _ = words.consume()
      _ = words.consume()
    } else {
      throw Self.misunderstood(words.next)
    }
  }

  /// The end of the day that the rest names, in UTC.
  private func lastMoment() throws(Failure) -> CivilDateTime {
    let when = try When(words.rest, now: now, zone: zone)
    guard when.isAllDay else {
      throw .typed(
        localized("A repetition ends on a day, not at a time."),
        hint: localized("For instance: weekly until 2026-12-31"))
    }
    guard when.date > now else {
      throw .typed(
        localized("\(when.day.words) is in the past."), hint: localized("Give a day to come, for instance: until eoy"))
    }
    return LocalZone.utc.dateTime(at: when.date)
  }
}

/// The words.
extension RepeatParser {
  private static let everyWorkday = RuleDraft(
    frequency: .weekly, days: Weekday.workdays.map { RuleDraft.Day(weekday: $0) })

  private static func adverb(_ word: String) -> RuleDraft? {
    switch word {
    case "daily": RuleDraft(frequency: .daily)
    case "weekly": RuleDraft(frequency: .weekly)
    case "biweekly", "fortnightly": RuleDraft(frequency: .weekly, interval: 2)
    case "monthly": RuleDraft(frequency: .monthly)
    case "quarterly": RuleDraft(frequency: .monthly, interval: 3)
    case "yearly", "annually": RuleDraft(frequency: .yearly)
    default: nil
    }
  }

  private static func unit(_ word: String) -> RuleDraft.Frequency? {
    switch word {
    case "day", "days", "d": .daily
    case "week", "weeks", "w": .weekly
    case "month", "months", "mo": .monthly
    case "year", "years", "y": .yearly
    default: nil
    }
  }

  /// `first` to `fifth`; -1 for `last`.
  static func ordinal(_ word: String) -> Int? {
    switch word {
    case "first", "1st": 1
    case "second", "2nd": 2
    case "third", "3rd": 3
    case "fourth", "4th": 4
    case "fifth", "5th": 5
    case "last": -1
    default: nil
    }
  }

  private static func everySecond(_ text: String) -> Failure {
    .typed(
      localized("\(Failure.quoted("every " + text)) may count weeks or the weekdays of a month."),
      hint: localized("Write every 2 weeks on tue, or monthly on second tue."))
  }

  static func misunderstood(_ word: String?) -> Failure {
    guard let word else { return .typed(localized("It does not say how often."), hint: examples) }
    let known =
      [
        "daily", "weekly", "biweekly", "monthly", "quarterly", "yearly", "weekdays", "every", "until", "times", "last",
        "first",
      ]
      + Weekday.allCases.map { $0.name.lowercased() }
    let quoted = Failure.quoted(word)
    let message =
      SpellingSuggestion.to(word, among: known).map {
        localized("\(quoted) says nothing here about how often; did you mean \"\($0)\"?")
      } ?? localized("\(quoted) says nothing here about how often.")
    return .typed(message, hint: examples)
  }
}
