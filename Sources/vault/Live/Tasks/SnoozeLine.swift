internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// The line in which a person writes until when a reminder is snoozed.
struct SnoozeLine {
  /// What an empty line means: what the button of a notification does.
  static let standard = "in 10m"

  let task: TaskRow
  /// The number of the step whose reminder it is, counted from 1; nil for the task's own.
  let subtask: Int?
  var field = LineField(maximumByteCount: 200)

  /// Begins for the reminder of a task that came last; when none has come, for its first.
  init(_ task: TaskRow, now: Date) {
    self.task = task
    let own: [(number: Int?, date: Date?)] = task.notify ? [(nil, task.dueDate)] : []
    let steps = task.subtasks.enumerated().filter { $0.element.notify && !$0.element.isDone }.map {
      (number: Optional($0.offset + 1), date: $0.element.dueDate ?? task.dueDate)
    }
    let reminders = own + steps
    let past = reminders.filter { $0.date.map { $0 <= now } ?? false }
    subtask = (past.max { ($0.date ?? now) < ($1.date ?? now) } ?? reminders.first)?.number
  }

  /// What to ask for, and the notes on the moment.
  func request(now: Date, zone: LocalZone = .system()) throws(Failure) -> (SnoozeReminders, notes: [String]) {
    let text = field.text.contains { !$0.isWhitespace } ? field.text : Self.standard
    let when = try When(text, now: now, zone: zone)
    return (SnoozeReminders(tasks: [task.id.text], subtask: subtask, until: when.date), when.notes)
  }
}
