public import FoundationEssentials
internal import TaskStore
public import VaultModel

/// Of what somebody is reminded: a task, or one of its subtasks.
public struct ReminderKey: Hashable, Comparable, Sendable {
  /// The task.
  public let task: UUID
  /// The subtask; nil for the task itself.
  public let subtask: UUID?

  /// Names a task or a subtask.
  public init(task: UUID, subtask: UUID?) {
    self.task = task
    self.subtask = subtask
  }

  /// By task, the task itself first.
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  var text: String { task.uuidString + (subtask.map { "/" + $0.uuidString } ?? "") }
}

extension Reminder {
  /// Of what it reminds.
  public var key: ReminderKey { ReminderKey(task: task, subtask: subtask) }
}

// A mark counts only for the reminder of the date that is its `delivered`: a due date that is moved fires again.
extension ReminderState {
  /// Of what it is.
  var key: ReminderKey { ReminderKey(task: task, subtask: subtask) }

  /// The reminder was shown, and nobody has answered yet.
  static func shown(_ reminder: Reminder) -> ReminderState { snoozed(reminder, until: nil) }

  /// The reminder was snoozed.
  static func snoozed(_ reminder: Reminder, until date: Date?) -> ReminderState {
    ReminderState(task: reminder.task, subtask: reminder.subtask, delivered: reminder.date, snoozedUntil: date)
  }

  /// The owner knows: it is snoozed forever.
  static func answered(_ reminder: Reminder) -> ReminderState { snoozed(reminder, until: .distantFuture) }
}
