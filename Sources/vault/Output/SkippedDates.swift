internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// What is reported of a task that repeats from a day that not every month, or year, has: RFC 5545 (section 3.3.10) leaves
/// those out, where many expect the last day.
struct SkippedDates {
  /// A sentence, and an indented line with the command that leaves none out.
  let lines: [String]

  /// - Returns: nil for a task that comes every month, or every year.
  init?(_ task: TaskRow, zone: LocalZone) {
    guard let due = task.dueDate, let rule = task.recurrence, let draft = RuleParts(rule)?.draft,
      draft.days.isEmpty, draft.monthDays.isEmpty, draft.month == nil,
      let lines = Self.lines(task.shortID, zone.dateTime(at: due).date, draft, zone)
    else { return nil }
    self.lines = lines.map(Escaping.line)
  }

  private static func lines(_ id: String, _ date: CivilDate, _ draft: RuleDraft, _ zone: LocalZone) -> [String]? {
    switch draft.frequency {
    case .monthly where date.day > 28:
      var draft = draft
      draft.monthDays = [-1]
      guard let last = RecurrenceRule(draft.text) else { return nil }
      return [
        "vault: Months without a day \(date.day) are left out. For the last day of each month:",
        "  vault edit \(id) --repeat \"\(RuleDescription(last, zone: zone).text)\"",
      ]
    case .yearly where date.month == .february && date.day == 29:
      return [
        "vault: Years without a 29 February are left out. For the day before in each year:",
        "  vault edit \(id) --due \"28 feb\"",
      ]
    default: return nil
    }
  }

  /// Reports the first of the tasks that it is true of.
  static func report(on tasks: [TaskRow], _ context: CommandContext) throws {
    let zone = LocalZone.system()
    guard let skipped = tasks.lazy.compactMap({ SkippedDates($0, zone: zone) }).first else { return }
    for line in skipped.lines { try context.errors.line(line) }
  }
}
