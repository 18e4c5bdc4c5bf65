public import FoundationEssentials

/// One task before and after a change.
public struct TaskChange: Codable, Equatable, Sendable {
  /// The task; nil when the change made it.
  public var before: TodoTask?
  /// The task; nil when the change removed it.
  public var after: TodoTask?
  /// What the store that made the change needs besides, to take it back without loss: what other programs had written into the
  /// task's files. Only that store reads it; it may hold the task's text.
  public var calendarSnapshots: Data?

  /// The names in stored operations.
  private enum CodingKeys: String, CodingKey {
    case before
    case after
    case calendarSnapshots = "formerFiles"
  }

  /// Makes a change; one side at least is not nil, and both are of one id.
  public init(before: TodoTask?, after: TodoTask?) {
    self.before = before
    self.after = after
  }

  /// The task's id; nil only for a change without sides.
  public var id: UUID? { after?.id ?? before?.id }

  /// The change that takes this one back, without what the store knows besides.
  public var inverse: TaskChange { TaskChange(before: after, after: before) }
}

/// What one command did to the tasks, so that it can be told and taken back.
public struct TaskOperation: Equatable, Identifiable, Sendable {
  /// What the log holds of the changes.
  public enum Record: Equatable, Sendable {
    /// The changes themselves.
    case open([TaskChange])
    /// The changes, encoded and sealed to the owner: a task that was ordinary then is protected now.
    case sealed([UInt8])
  }

  /// Raised by one with every operation of a store.
  public var id: Int64
  /// When it was done.
  public var date: Date
  /// What was done, for instance `add` or `done`.
  public var action: String
  /// The tasks it changed.
  public var tasks: [UUID]
  /// The changes.
  public var record: Record
  /// Whether undo passes over it: the owner has said that it stays as it is.
  public var isSkipped = false

  /// Makes an operation.
  public init(id: Int64, date: Date, action: String, tasks: [UUID], record: Record) {
    self.id = id
    self.date = date
    self.action = action
    self.tasks = tasks
    self.record = record
  }
}
