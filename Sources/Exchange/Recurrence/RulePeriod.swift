internal import CivilTime
internal import VaultModel

/// A rule that is no more than a span of time, as the simple formats have it.
struct RulePeriod: Equatable {
  /// What is counted.
  enum Unit: String, CaseIterable {
    case day = "DAILY"
    case week = "WEEKLY"
    case month = "MONTHLY"
    case year = "YEARLY"
  }

  /// Every Monday to Friday.
  static let weekdays = RulePeriod(count: 1, unit: .week, isWeekdays: true)
  /// The longest that is taken.
  private static let maximumCount = 9999
  private static let workingDays: Set<Substring> = ["MO", "TU", "WE", "TH", "FR"]
  private static let dayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  let count: Int
  let unit: Unit
  let isWeekdays: Bool

  private init(count: Int, unit: Unit, isWeekdays: Bool) {
    (self.count, self.unit, self.isWeekdays) = (count, unit, isWeekdays)
  }

  /// So many units; nil for none and for more than 9999.
  init?(_ count: Int, _ unit: Unit) {
    guard (1...Self.maximumCount).contains(count) else { return nil }
    self.init(count: count, unit: unit, isWeekdays: false)
  }

  /// The span after which a rule comes again.
  ///
  /// - Parameter due: the day it begins on, so that "every Monday" from a Monday on is every week.
  /// - Returns: nil when the rule says more than a span can.
  init?(_ rule: RecurrenceRule, from due: CivilDate?) {
    var parts: [Substring: Substring] = [:]
    for part in rule.text.split(separator: ";") {
      let sides = part.split(separator: "=")
      parts[sides[0]] = sides.count == 2 ? sides[1] : ""
    }
    let frequency = parts.removeValue(forKey: "FREQ") ?? ""
    guard let unit = Unit(rawValue: String(frequency)) else { return nil }
    let count = parts.removeValue(forKey: "INTERVAL").map { Int($0) ?? 0 } ?? 1
    guard (1...Self.maximumCount).contains(count)
    else { return nil }
    parts["WKST"] = nil
    let days = parts.removeValue(forKey: "BYDAY").map { Set($0.split(separator: ",")) }
    let dayOfMonth = parts.removeValue(forKey: "BYMONTHDAY")
    guard parts.isEmpty else { return nil }
    if let days, days == Self.workingDays, dayOfMonth == nil, count == 1, unit == .week || unit == .day {
      self = Self.weekdays
      return
    }
    if let days {
      guard unit == .week, let due, days == [Substring(Self.dayNames[due.weekday.rawValue - 1])] else { return nil }
    }
    if let dayOfMonth { guard unit == .month, let due, Int(dayOfMonth) == due.day else { return nil } }
    self.init(count: count, unit: unit, isWeekdays: false)
  }

  /// The span as a rule.
  var rule: RecurrenceRule? {
    if isWeekdays { return RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR") }
    return RecurrenceRule("FREQ=\(unit.rawValue)" + (count == 1 ? "" : ";INTERVAL=\(count)"))
  }
}
