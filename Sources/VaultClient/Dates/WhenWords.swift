internal import AgentAPI
internal import CivilTime
internal import Localization
internal import VaultModel

/// What single words mean, and what is said of those that mean nothing.
enum WhenWords {
  /// The hint where nothing better is known.
  static let examples = localized("For instance: tomorrow, fri 18:00, in 2h, 24 dec, 2026-12-24 18:00")

  /// The weekday that a word of three letters or more begins.
  static func weekday(_ word: String) -> Weekday? {
    guard word.utf8.count >= 3 else { return nil }
    return Weekday.allCases.first { $0.name.lowercased().hasPrefix(word) }
  }

  /// The month that a word of three letters or more begins; `sept.` and the like, too.
  static func month(_ word: String) -> Month? {
    let bare = word.hasSuffix(".") ? String(word.dropLast()) : word
    guard bare.utf8.count >= 3 else { return nil }
    return Month.allCases.first { $0.name.lowercased().hasPrefix(bare) }
  }

  /// A day of a month as a number: `24`, `24.`, `24th`.
  static func dayOfMonth(_ word: String) -> Int? {
    let endings = [".", "st", "nd", "rd", "th"]
    let ending = endings.first { word.hasSuffix($0) } ?? ""
    return String(word.dropLast(ending.count)).number(digits: 1...2)
  }

  /// A day of a month as an ordinal number, which can be nothing else: `24th`.
  static func ordinalDay(_ word: String) -> Int? { word.last?.isLetter == true ? dayOfMonth(word) : nil }

  /// What to say of a word that nothing can be done with.
  ///
  /// - Parameter hasDay: whether a day was understood before it.
  static func misunderstood(_ word: String, afterDay hasDay: Bool) -> Failure {
    let quoted = Failure.quoted(word)
    if word.number(digits: 1...20) != nil {
      let hour = word.number(digits: 1...2).flatMap { $0 < 24 ? $0 : nil } ?? 5
      return hasDay
        ? .typed(
          localized("\(quoted) may be an hour or a year."),
          hint: localized("Write a time like \(hour):00, a year with four digits."))
        : .typed(
          localized("\(quoted) may be an hour, a day or a year."),
          hint: localized("For instance: \(hour):00, in \(hour) days, 5 may"))
    }
    if let meant = SpellingSuggestion.to(word, among: vocabulary) {
      return .typed(localized("\(quoted) is not a known date or time; did you mean \"\(meant)\"?"), hint: examples)
    }
    return .typed(localized("\(quoted) is not a known date or time."), hint: examples)
  }

  static let zoneWithoutDate = Failure.typed(
    localized("A zone can stand only behind a full date."),
    hint: localized("For instance: 2026-12-24T18:00Z, or 18:00 for local time"))
  static let tooFar = Failure.typed(
    localized("That is beyond the year 9999."), hint: localized("Give an earlier date, for instance: in 10 years"))

  private static let vocabulary =
    ["today", "tomorrow", "yesterday", "now", "noon", "midnight", "eod", "eow", "eom", "eoy", "next", "this"]
    + Weekday.allCases.map { $0.name.lowercased() } + Month.allCases.map { $0.name.lowercased() }
    + Weekday.allCases.map { $0.shortName.lowercased() } + Month.allCases.map { $0.shortName.lowercased() }
}
