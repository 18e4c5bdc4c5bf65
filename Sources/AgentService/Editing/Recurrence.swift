internal import AgentAPI
internal import FoundationEssentials
internal import ICalendar
internal import Localization
internal import VaultModel

/// When tasks that repeat come again.
enum Recurrence {
  /// Refuses a rule that tasks can't repeat by.
  static func check(_ rule: RecurrenceRule, from start: Date) throws(Failure) {
    do throws(RecurrenceProblem) { try rule.validate(from: start) } catch {
      throw Failure(
        .usage, LocalizedText(words: error.description),
        hint: "For instance: --repeat weekly, --repeat \"every 2 weeks\".")
    }
  }

  /// The occurrence that follows when the present one is done at `date`: the first one after both.
  ///
  /// - Parameter excluded: due dates that don't count.
  static func next(of task: TodoTask, after date: Date, excluding excluded: [DueMoment] = []) -> Occurrence? {
    guard let due = task.dueDate, let rule = task.recurrence,
      let next = rule.nextOccurrence(from: due, after: max(due, date), excluding: excluded)
    else { return nil }
    return occurrence(next, of: rule, after: due)
  }

  /// The occurrence that has taken the place of the present one by `date`, where nobody did it; nil while the present one is
  /// the last that has come.
  ///
  /// - Parameter excluded: due dates that don't count.
  static func current(of task: TodoTask, at date: Date, excluding excluded: [DueMoment] = []) -> Occurrence? {
    guard let due = task.dueDate, let rule = task.recurrence,
      let latest = rule.latestOccurrence(from: due, notAfter: date, excluding: excluded), latest > due
    else { return nil }
    return occurrence(latest, of: rule, after: due)
  }

  /// With what is left of a `COUNT`, which counts from the present occurrence; nil when nothing is.
  private static func occurrence(_ date: Date, of rule: RecurrenceRule, after due: Date) -> Occurrence? {
    let next = rule.continued(from: due, at: date)
    guard let count = rule.count else { return Occurrence(date, rule: next) }
    guard let passed = rule.occurrenceCount(after: due, upTo: date), passed < count else { return nil }
    return next.counting(count - passed).map { Occurrence(date, rule: $0) }
  }
}

extension RecurrenceRule {
  /// How often it occurs in all; nil without an end, or with one by date.
  fileprivate var count: Int? {
    text.split(separator: ";").first { $0.hasPrefix("COUNT=") }.flatMap { Int($0.dropFirst(6)) }
  }

  /// The rule with another `COUNT`.
  fileprivate func counting(_ count: Int) -> RecurrenceRule? {
    RecurrenceRule(
      text.split(separator: ";").map { $0.hasPrefix("COUNT=") ? "COUNT=\(count)" : String($0) }.joined(separator: ";"))
  }
}
