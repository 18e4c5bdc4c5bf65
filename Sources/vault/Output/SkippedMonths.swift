internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultModel

/// What is told of a task that repeats monthly from a day that not every month has: RFC 5545 (section 3.3.10) leaves those
/// months out, where many expect the last day.
struct SkippedMonths {
  private let id: String
  private let day: Int
  private let words: String

  /// - Returns: nil for a task that comes every month.
  init?(_ task: TaskRow, zone: LocalZone) {
    guard let due = task.dueDate, let rule = task.recurrence, var draft = RuleParts(rule)?.draft,
      draft.frequency == .monthly, draft.days.isEmpty, draft.monthDays.isEmpty, draft.month == nil
    else { return nil }
    day = zone.dateTime(at: due).date.day
    guard day > 28 else { return nil }
    draft.monthDays = [-1]
    guard let last = RecurrenceRule(draft.text) else { return nil }
    id = task.shortID
    words = RuleWords(last, zone: zone).text
  }

  /// A sentence, and an indented line with the command that says the last day.
  var lines: [String] {
    [
      "vault: Months without a day \(day) are left out. For the last day of each month:",
      "  vault edit \(id) --repeat \"\(words)\"",
    ].map(Escaping.line)
  }

  /// Tells it of the first of the tasks it is true of.
  static func tell(of tasks: [TaskRow], _ context: CommandContext) throws {
    let zone = LocalZone.system()
    guard let skipped = tasks.lazy.compactMap({ SkippedMonths($0, zone: zone) }).first else { return }
    for line in skipped.lines { try context.errors.line(line) }
  }
}
