public import FoundationEssentials

/// Switches reminders on or off.
public struct SetReminders: AgentRequest {
  public typealias Reply = TaskChangeReport
  public static let name = "setReminders"

  /// The tasks.
  public var tasks: [String]
  /// The step that it is about; nil for the tasks themselves.
  public var subtask: Int?
  /// Whether on.
  public var isOn: Bool

  /// Makes a request.
  public init(tasks: [String], subtask: Int?, isOn: Bool) {
    self.tasks = tasks
    self.subtask = subtask
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

  /// At most so many.
  public var limit: Int

  /// Makes a request.
  public init(limit: Int) {
    self.limit = limit
  }
}
