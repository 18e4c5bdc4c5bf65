public import FoundationEssentials
public import VaultModel

/// What reminders need of the rest of the vault. Each returns soon.
public struct ReminderHooks: Sendable {
  /// Makes a task or subtask done, provided that it still has this reminder, of this date: of a repeating task only the
  /// occurrence that was shown. After a failure it is called again.
  public var complete: @Sendable (Reminder) async throws -> Void
  /// Shows a task to the owner; nil shows the list.
  public var open: @Sendable (UUID?) async throws -> Void
  /// Moves an open repeating task to the newest of its occurrences that has come by the date, in one change, and says when
  /// the one after that comes; nil for never. Does nothing when there is none newer than the task's. See
  /// ``ReminderHooks/arrival(of:isAllDay:)``.
  public var advance: @Sendable (TodoTask, Date) async throws -> Date?
  /// Reports a failure; what failed is tried again.
  public var report: @Sendable (ReminderFailure) -> Void

  /// Joins reminders to the vault.
  public init(
    complete: @escaping @Sendable (Reminder) async throws -> Void,
    open: @escaping @Sendable (UUID?) async throws -> Void,
    advance: @escaping @Sendable (TodoTask, Date) async throws -> Date?,
    report: @escaping @Sendable (ReminderFailure) -> Void
  ) {
    self.complete = complete
    self.open = open
    self.advance = advance
    self.report = report
  }

  /// When an occurrence comes: at its due date; one of a day at nine o'clock of that day, when it is reminded of.
  public static func arrival(of dueDate: Date, isAllDay: Bool) -> Date {
    dueDate.addingTimeInterval(isAllDay ? -Reminder.allDayLead : 0)
  }
}

/// Something about reminders that failed.
public struct ReminderFailure: Error, CustomStringConvertible {
  /// What was tried.
  public enum Step: String, Sendable {
    /// Reading tasks, reminders or marks.
    case reading = "reading reminders"
    /// Storing where a reminder stands.
    case marking = "storing where a reminder stands"
    /// Showing a notification.
    case showing = "showing a notification"
    /// Taking a notification down.
    case withdrawing = "taking a notification down"
    /// Making something done.
    case completing = "completing a task from its notification"
    /// Showing a task to the owner.
    case opening = "opening a task from its notification"
    /// Moving a repeating task to its next occurrence.
    case advancing = "moving a task to its next occurrence"
    /// Waiting for the clock.
    case waiting = "waiting for the clock"
  }

  /// What was tried.
  public let step: Step
  /// Why it failed.
  public let reason: any Error

  /// The step and the reason.
  public var description: String { "\(step.rawValue): \(reason)" }
}

/// ``ReminderHooks/advance`` named a next occurrence that is not in the future.
struct OccurrenceInThePast: Error {}
