internal import Localization

extension DateVocabulary {
  /// The words of the person's language.
  public static let session = DateVocabulary(
    relative: relative, weekdays: weekdayWords, months: months, units: units, others: others, leading: leadingWords,
    clock: clockWords)

  private static let relative: Words = [
    ("today", localized("today", context: "typed for a date")),
    ("tomorrow", localized("tomorrow", context: "typed for a date")),
    ("yesterday", localized("yesterday", context: "typed for a date")),
    ("+2d", localized("overmorrow", context: "typed for a date")),
  ]
  private static let units: Words = [
    ("minutes", localized("minutes", context: "typed for a date")),
    ("hours", localized("hours", context: "typed for a date")),
    ("days", localized("days", context: "typed for a date")),
    ("weeks", localized("weeks", context: "typed for a date")),
    ("months", localized("months", context: "typed for a date")),
    ("years", localized("years", context: "typed for a date")),
  ]
  private static let others: Words = [
    ("in", localized("in", context: "typed for a date")),
    ("1", localized("one", context: "typed for a date")),
    ("next", localized("next", context: "typed for a date")),
  ]
  private static let weekdayWords: Words = [
    ("monday", localized("monday", context: "typed for a date")),
    ("tuesday", localized("tuesday", context: "typed for a date")),
    ("wednesday", localized("wednesday", context: "typed for a date")),
    ("thursday", localized("thursday", context: "typed for a date")),
    ("friday", localized("friday", context: "typed for a date")),
    ("saturday", localized("saturday", context: "typed for a date")),
    ("sunday", localized("sunday", context: "typed for a date")),
  ]
  private static let months: Words = [
    ("january", localized("january", context: "typed for a date")),
    ("february", localized("february", context: "typed for a date")),
    ("march", localized("march", context: "typed for a date")),
    ("april", localized("april", context: "typed for a date")),
    ("may", localized("may", context: "typed for a date")),
    ("june", localized("june", context: "typed for a date")),
    ("july", localized("july", context: "typed for a date")),
    ("august", localized("august", context: "typed for a date")),
    ("september", localized("september", context: "typed for a date")),
    ("october", localized("october", context: "typed for a date")),
    ("november", localized("november", context: "typed for a date")),
    ("december", localized("december", context: "typed for a date")),
  ]
  private static let leadingWords = localized("on at", context: "typed for a date")
  private static let clockWords = localized("o’clock", context: "typed for a date")
}
