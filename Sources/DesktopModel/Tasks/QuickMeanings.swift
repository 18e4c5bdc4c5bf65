internal import CivilTime
internal import FoundationEssentials
internal import VaultClient

/// What words at the end of a line can say: a date, a time, or a repetition.
struct QuickMeanings {
  private let now: Date
  private let zone: LocalZone
  private let vocabulary: DateVocabulary

  /// What a repetition begins with here; days of the week are dates.
  private static let beginnings: Set<String> = [
    "every", "each", "daily", "weekly", "biweekly", "monthly", "quarterly", "yearly", "annually", "weekdays",
    "workdays",
  ]

  init(now: Date, zone: LocalZone, _ vocabulary: DateVocabulary) {
    (self.now, self.zone, self.vocabulary) = (now, zone, vocabulary)
  }

  /// A day, a time, or both.
  func date(_ text: String) -> When? { try? vocabulary.read(text, now: now, zone: zone) }

  /// A time alone: it can stand behind any day, and a day behind none.
  func time(_ text: String) -> When? { date(text).flatMap { date("\($0.day) \(text)") == nil ? nil : $0 } }

  /// How it repeats.
  func rule(_ text: String) -> RepeatRule? {
    let first = text.prefix { $0 != " " }.lowercased()
    return Self.beginnings.contains(first) ? try? RepeatRule(text, now: now, zone: zone) : nil
  }

  /// How it repeats where days of a month stand before that: `on the 1st`, and `every month`. A number alone is none, but a part of the name.
  ///
  /// - Parameter every: what was read as a repetition by the month.
  func rule(_ days: String, _ every: String) -> RepeatRule? {
    let hasNumber = days.split(separator: " ").contains { word in
      word.contains(where: \.isNumber) && !word.contains(where: \.isLetter)
    }
    return hasNumber ? nil : try? RepeatRule("\(days) \(every)", now: now, zone: zone)
  }

  /// The first time to come that a repetition fits, at a time of day, or all day long, and how it is typed.
  func first(of rule: RepeatRule, at time: String?) -> (value: When, text: String)? {
    for day in rule.days(from: zone.dateTime(at: now).date) {
      let text = [day.description, time].compactMap { $0 }.joined(separator: " ")
      if let when = date(text), when.date > now { return (when, text) }
    }
    return nil
  }
}
