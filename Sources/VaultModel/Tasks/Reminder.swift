public import FoundationEssentials

/// That the owner is to be told of a task or subtask at a moment.
public struct Reminder: Hashable, Sendable {
  /// The task.
  public var task: UUID
  /// The subtask; nil for the task itself.
  public var subtask: UUID?
  /// When.
  public var date: Date

  /// Makes a reminder.
  public init(task: UUID, subtask: UUID?, date: Date) {
    self.task = task
    self.subtask = subtask
    self.date = date
  }

  /// What is due on a day is told at nine o'clock of that day: so many seconds before its last second.
  public static let allDayLead: Double = 15 * 3600 - 1
}

extension TodoTask {
  /// What the owner is to be reminded of, of an open task and its open subtasks. A subtask without a due date takes its
  /// task's.
  public var reminders: [Reminder] {
    guard !isDone else { return [] }
    var result: [Reminder] = []
    if notify, let date = Self.reminderDate(dueDate, isAllDay) {
      result.append(Reminder(task: id, subtask: nil, date: date))
    }
    for subtask in subtasks where subtask.notify && !subtask.isDone {
      let own = Self.reminderDate(subtask.dueDate, subtask.isAllDay)
      guard let date = own ?? Self.reminderDate(dueDate, isAllDay) else { continue }
      result.append(Reminder(task: id, subtask: subtask.id, date: date))
    }
    return result
  }

  private static func reminderDate(_ dueDate: Date?, _ isAllDay: Bool) -> Date? {
    dueDate?.addingTimeInterval(isAllDay ? -Reminder.allDayLead : 0)
  }
}
