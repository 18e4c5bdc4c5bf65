internal import CivilTime
internal import FoundationEssentials
package import VaultModel

/// The parts of a rule that words can say; nil for a rule with others.
package struct RuleParts {
  package private(set) var draft: RuleDraft
  /// The last day, where the rule ends on a day or at a local time rather than at a moment.
  private var localEnd: CivilDate?

  package init?(_ rule: RecurrenceRule) {
    let parts = rule.text.pieces(";").map { $0.pieces("=") }
    guard let name = parts.first(where: { $0[0] == "FREQ" })?.last, let frequency = RuleDraft.Frequency(rawValue: name)
    else { return nil }
    draft = RuleDraft(frequency: frequency)
    for part in parts where part.count == 2 {
      guard parse(part[0], part[1]) else { return nil }
    }
  }

  /// The local day on which the rule ends.
  func lastDay(_ zone: LocalZone) -> CivilDate? {
    if let until = draft.until { return zone.dateTime(at: LocalZone.utc.moment(until).date).date }
    return localEnd
  }

  private mutating func parse(_ name: String, _ value: String) -> Bool {
    switch name {
    case "FREQ": return true
    // Weeks begin on Monday unless the rule says otherwise, and words say nothing of it.
    case "WKST": return value == "MO"
    case "INTERVAL": return Self.set(&draft.interval, value.number(digits: 1...6))
    case "COUNT": return Self.set(&draft.count, value.number(digits: 1...9))
    case "BYMONTH": return Self.set(&draft.month, value.number(digits: 1...2).flatMap(Month.init))
    case "BYMONTHDAY": return Self.set(&draft.monthDays, Self.all(value) { Int($0) })
    case "BYDAY": return Self.set(&draft.days, Self.all(value, Self.day))
    case "UNTIL": return parseEnd(value)
    default: return false
    }
  }

  private mutating func parseEnd(_ value: String) -> Bool {
    guard let end = BasicMoment(value) else { return false }
    guard end.isUTC, let time = end.time else {
      localEnd = end.date
      return true
    }
    draft.until = CivilDateTime(end.date, time)
    return true
  }

  private static func day(_ text: String) -> RuleDraft.Day? {
    guard let weekday = Weekday(code: text.suffix(2)) else { return nil }
    let number = text.dropLast(2)
    if number.isEmpty { return RuleDraft.Day(weekday: weekday) }
    return Int(number).map { RuleDraft.Day(ordinal: $0, weekday: weekday) }
  }

  /// What each of a list means; nil when one of them means nothing.
  private static func all<Meaning>(_ list: String, _ meaning: (String) -> Meaning?) -> [Meaning]? {
    let words = list.pieces(",")
    let meanings = words.compactMap(meaning)
    return meanings.count == words.count ? meanings : nil
  }

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func set<Value>(_ place: inout Value?, _ value: Value?) -> Bool {
    place = value
    return value != nil
  }
}
