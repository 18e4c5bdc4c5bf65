public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
public import VaultModel

/// How a task repeats, as people type it: `weekly`, `every 3 days`, `mon,wed`, `monthly on last day until 2026-12-31`, or a
/// rule of RFC 5545 itself.
public struct RepeatRule: Equatable, Sendable {
  /// The rule.
  public let rule: RecurrenceRule
  /// What should be reported, each a sentence.
  public let notes: [String]
  /// What the words said; nil for a rule of RFC 5545.
  let draft: RuleDraft?

  /// Reads a text.
  ///
  /// - Throws: ``AgentAPI/Failure/Code/usage`` with what is wrong, and an example.
  public init(_ text: String, now: Date, zone: LocalZone) throws(Failure) {
    if text.contains("=") {
      let bare = text.split(whereSeparator: \.isWhitespace).joined()
      guard let rule = RecurrenceRule(bare) else {
        throw .typed(
          localized("\(Failure.quoted(text)) is not a recurrence rule of RFC 5545."),
          hint: localized("For instance: FREQ=WEEKLY;BYDAY=MO,WE"))
      }
      self.rule = rule
      (notes, draft) = ([], nil)
      return
    }
    var parser = RepeatParser(text, now: now, zone: zone)
    let draft = try parser.parse()
    guard let rule = RecurrenceRule(draft.text) else {
      throw .typed(localized("\(Failure.quoted(text)) makes too long a rule."), hint: RepeatParser.examples)
    }
    self.rule = rule
    self.draft = draft
    notes = draft.notes
  }
}

/// The parts of a rule, as far as words can say them (RFC 5545, section 3.3.10).
package struct RuleDraft: Equatable {
  package enum Frequency: String {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday of every week, or the first, second… or last (-1) of a month.
  package struct Day: Equatable {
    package var ordinal: Int?
    package var weekday: Weekday

    var code: String { (ordinal.map(String.init) ?? "") + weekday.code }
  }

  package var frequency: Frequency
  var interval = 1
  package var days: [Day] = []
  /// Days of the month; -1 is the last.
  package var monthDays: [Int] = []
  package var month: Month?
  /// The last moment, in UTC as the RFC wants it for local due dates.
  var until: CivilDateTime?
  var count: Int?

  /// The rule as the RFC writes it.
  package var text: String {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if let month { parts.append("BYMONTH=\(month.rawValue)") }
    if !monthDays.isEmpty { parts.append("BYMONTHDAY=\(monthDays.map(String.init).joined(separator: ","))") }
    if !days.isEmpty { parts.append("BYDAY=\(days.map(\.code).joined(separator: ","))") }
    if let until { parts.append("UNTIL=\(until.basic)Z") }
    if let count { parts.append("COUNT=\(count)") }
    return parts.joined(separator: ";")
  }

  /// Notes on it.
  var notes: [String] {
    guard frequency == .monthly, let day = monthDays.first(where: { $0 > 28 }) else { return [] }
    return ["Months without a day \(day) are left out; \"monthly on last day\" means every month."]
  }
}

extension Weekday {
  /// The two letters of RFC 5545: `MO`.
  var code: String { String(name.prefix(2)).uppercased() }

  /// Monday to Friday.
  static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

  init?(code: some StringProtocol) {
    guard let day = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = day
  }
}
