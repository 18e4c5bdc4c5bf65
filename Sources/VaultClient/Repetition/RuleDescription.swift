public import CivilTime
internal import FoundationEssentials
public import VaultModel

/// A rule for people: `every 2 weeks on Monday, until 31 Dec 2026`; the text of RFC 5545 where words would not say it all.
/// What is said in words means the same to ``RepeatRule``.
public struct RuleDescription {
  /// The words.
  public let text: String

  /// Describes a rule; its end is given as a day in `zone`.
  public init(_ rule: RecurrenceRule, zone: LocalZone) {
    text = RuleParts(rule).flatMap { Self.words($0, zone) } ?? rule.text
  }

  private static func words(_ parts: RuleParts, _ zone: LocalZone) -> String? {
    let draft = parts.draft
    guard let days = days(draft) else { return nil }
    var text =
      draft.interval == 1 ? "every \(unit(draft.frequency))" : "every \(draft.interval) \(unit(draft.frequency))s"
    if draft.frequency == .weekly, draft.interval == 1, draft.days.map(\.weekday) == Weekday.workdays {
      text = "every weekday"
    } else {
      text += days
    }
    if let last = parts.lastDay(zone) { text += ", until \(last.words)" }
    if let count = draft.count { text += ", \(count) \(count == 1 ? "time" : "times")" }
    return text
  }

  private static func unit(_ frequency: RuleDraft.Frequency) -> String {
    switch frequency {
    case .daily: "day"
    case .weekly: "week"
    case .monthly: "month"
    case .yearly: "year"
    }
  }

  /// On which days, with a blank before it; nil when it can't be said.
  static func days(_ draft: RuleDraft) -> String? {
    if draft.days.isEmpty, draft.monthDays.isEmpty, draft.month == nil { return "" }
    switch draft.frequency {
    case .daily: return nil
    case .weekly:
      guard draft.monthDays.isEmpty, draft.month == nil, draft.days.allSatisfy({ $0.ordinal == nil }) else {
        return nil
      }
      return " on " + list(draft.days.map(\.weekday.name))
    case .monthly: return draft.month == nil ? monthDays(draft) : nil
    case .yearly:
      guard let month = draft.month, draft.monthDays.count == 1, draft.monthDays[0] > 0, draft.days.isEmpty else {
        return nil
      }
      return " on \(draft.monthDays[0]) \(month.shortName)"
    }
  }

  private static func monthDays(_ draft: RuleDraft) -> String? {
    guard draft.days.isEmpty || draft.monthDays.isEmpty, draft.monthDays.allSatisfy({ $0 >= -1 && $0 != 0 }) else {
      return nil
    }
    if !draft.days.isEmpty {
      let names = draft.days.compactMap { day in ordinal(day.ordinal).map { "the \($0) \(day.weekday.name)" } }
      return names.count == draft.days.count ? " on " + list(names) : nil
    }
    return " on " + list(draft.monthDays.map { $0 == -1 ? "the last day" : "day \($0)" })
  }

  private static func ordinal(_ number: Int?) -> String? {
    switch number {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    case 4: "fourth"
    case 5: "fifth"
    case -1: "last"
    default: nil
    }
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
