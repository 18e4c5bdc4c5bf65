public import FoundationEssentials

/// Switches reminders on or off.
public struct SetReminders: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "setReminders"

  /// The tasks.
  public var tasks: [String]
  /// The step that it is about; nil for the tasks themselves.
  public var subtask: Int?
  /// The step that is meant; nil for whatever has that number.
  public var seen: UUID?
  /// Whether on.
  public var isOn: Bool

  /// Makes a request.
  public init(tasks: [String], subtask: Int?, seen: UUID? = nil, isOn: Bool) {
    self.tasks = tasks
    self.subtask = subtask
    self.seen = seen
    self.isOn = isOn
  }
}

/// Puts reminders off.
public struct SnoozeReminders: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "snooze"

  /// The tasks.
  public var tasks: [String]
  /// The step that it is about; nil for the tasks themselves.
  public var subtask: Int?
  /// Until when.
  public var until: Date

  /// Makes a request.
  public init(tasks: [String], subtask: Int?, until: Date) {
    self.tasks = tasks
    self.subtask = subtask
    self.until = until
  }
}

/// The reminders to come, and those that wait for an answer, the next first.
public struct ListReminders: AgentRequest {
  public typealias Reply = [ReminderRow]
  public static let name = "reminders"
  public static let traits: RequestTraits = .isSafe

  /// At most so many.
  public var limit: Int

  /// Makes a request.
  public init(limit: Int) {
    self.limit = limit
  }
}

/// A reminder as `reminders` shows it.
public struct ReminderRow: Codable, Equatable, Sendable {
  /// The task.
  public var task: TaskRow
  /// The number of the subtask, counted from 1; nil for the task itself.
  public var subtask: Int?
  /// When it comes, or came.
  public var date: Date
  /// Until when it was put off.
  public var snoozedUntil: Date?

  /// Makes a row.
  public init(task: TaskRow, subtask: Int?, date: Date, snoozedUntil: Date?) {
    self.task = task
    self.subtask = subtask
    self.date = date
    self.snoozedUntil = snoozedUntil
  }
}
