internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// What is reported of a task that is due on a day that its rule does not have: that day counts as its first all the same.
struct FirstDate {
  /// A sentence.
  let line: String

  /// - Returns: nil where the rule has the day, or says nothing of days.
  init?(_ task: TaskRow, zone: LocalZone) {
    guard let due = task.dueDate, let rule = task.recurrence, let draft = RuleParts(rule)?.draft else { return nil }
    let day = zone.dateTime(at: due).date
    guard !draft.has(day) else { return nil }
    let words = RuleDescription(rule, zone: zone).text
    line = Escaping.line(
      "vault: \(day.weekday.shortName) \(day.words) is none of \u{201C}\(words)\u{201D}: it is the first date all the same, "
        + "and the rule says those after it.")
  }

  /// Reports the first of the tasks that it is true of.
  static func report(on tasks: [TaskRow], _ context: CommandContext) throws {
    let zone = LocalZone.system()
    guard let first = tasks.lazy.compactMap({ FirstDate($0, zone: zone) }).first else { return }
    try context.errors.line(first.line)
  }
}

extension RuleDraft {
  /// Whether what the rule says of days and months holds for a day.
  fileprivate func has(_ date: CivilDate) -> Bool {
    let isInMonth = month.map { $0 == date.month } ?? true
    let isOnWeekday = days.isEmpty || days.contains { $0.names(date, inYear: frequency == .yearly && month == nil) }
    let fromEnd = date.day - date.month.dayCount(in: date.year) - 1
    let isOnMonthDay = monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(fromEnd)
    return isInMonth && isOnWeekday && isOnMonthDay
  }
}

extension RuleDraft.Day {
  /// Whether it names a day: this weekday, and the one that is counted.
  ///
  /// - Parameter inYear: whether it is counted in the year, which is left to the rule, rather than in the month.
  fileprivate func names(_ date: CivilDate, inYear: Bool) -> Bool {
    guard date.weekday == weekday else { return false }
    guard let ordinal, !inYear else { return true }
    let left = date.month.dayCount(in: date.year) - date.day
    return ordinal == (date.day - 1) / 7 + 1 || ordinal == -(left / 7 + 1)
  }
}
