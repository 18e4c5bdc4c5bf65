public import CivilTime
internal import Localization
public import VaultModel

/// A rule as the window shows it, in the person's language. Unlike ``RuleDescription`` it is nothing that can be typed.
public struct RepetitionWords {
  /// The words; the text of RFC 5545 where words would not say it all.
  public let text: String

  /// Describes a rule; its end is given as a day in `zone`.
  public init(_ rule: RecurrenceRule, zone: LocalZone) {
    text = RuleParts(rule).flatMap { Self.words($0, zone) } ?? rule.text
  }

  private static func words(_ parts: RuleParts, _ zone: LocalZone) -> String? {
    let draft = parts.draft
    guard RuleDescription.days(draft) != nil else { return nil }
    var text = every(draft)
    if draft.frequency == .weekly, draft.interval == 1, draft.days.map(\.weekday) == Weekday.workdays {
      text = localized("every weekday")
    } else if let days = days(draft) {
      text = localized("\(text) on \(days)", context: "repetition and days")
    }
    if let last = parts.lastDay(zone) { text = localized("\(text), until \(DayWords.text(last, hasYear: true))") }
    guard let count = draft.count else { return text }
    return localized(one: "\(text), \(count) time", other: "\(text), \(count) times", count: count)
  }

  private static func every(_ draft: RuleDraft) -> String {
    let count = draft.interval
    return switch (draft.frequency, count == 1) {
    case (.daily, true): localized("every day")
    case (.weekly, true): localized("every week")
    case (.monthly, true): localized("every month")
    case (.yearly, true): localized("every year")
    case (.daily, false): localized(one: "every \(count) day", other: "every \(count) days", count: count)
    case (.weekly, false): localized(one: "every \(count) week", other: "every \(count) weeks", count: count)
    case (.monthly, false): localized(one: "every \(count) month", other: "every \(count) months", count: count)
    case (.yearly, false): localized(one: "every \(count) year", other: "every \(count) years", count: count)
    }
  }

  /// Its days; nil for none.
  private static func days(_ draft: RuleDraft) -> String? {
    if let month = draft.month, let day = draft.monthDays.first { return DayWords.text(day, month) }
    let names =
      draft.days.map { day in
        day.ordinal.map { ordinal($0, DayWords.name(day.weekday)) } ?? DayWords.name(day.weekday)
      } + draft.monthDays.map { $0 == -1 ? localized("the last day") : localized("day \($0)") }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func ordinal(_ number: Int, _ day: String) -> String {
    switch number {
    case 1: localized("the first \(day)")
    case 2: localized("the second \(day)")
    case 3: localized("the third \(day)")
    case 4: localized("the fourth \(day)")
    case 5: localized("the fifth \(day)")
    default: localized("the last \(day)")
    }
  }
}
