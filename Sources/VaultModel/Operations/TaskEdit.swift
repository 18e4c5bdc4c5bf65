public import FoundationEssentials

/// What happens to a field that may be empty.
public enum FieldEdit<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// It becomes this.
  case set(Value)
  /// It becomes empty.
  case clear

  /// What the field holds afterwards.
  public var value: Value? { if case .set(let value) = self { value } else { nil } }
}

/// When something is due: at a time, or on a day.
public struct DueMoment: Codable, Equatable, Sendable {
  /// The time; of a day its last second.
  public var date: Date
  /// Whether a day is meant.
  public var isAllDay: Bool

  /// Makes a moment.
  public init(_ date: Date, isAllDay: Bool = false) {
    self.date = date
    self.isAllDay = isAllDay
  }
}

/// What is to change about a task; what is nil stays.
public struct TaskEdit: Codable, Equatable, Sendable {
  /// What there is to do.
  public var name: String?
  /// What stands for a protected task; emptied, the words that stand for all without one.
  public var label: FieldEdit<String>?
  /// Notes.
  public var notes: FieldEdit<String>?
  /// When it is due.
  public var due: FieldEdit<DueMoment>?
  /// How much it matters.
  public var priority: FieldEdit<Priority>?
  /// What it belongs to.
  public var project: FieldEdit<String>?
  /// How it repeats.
  public var recurrence: FieldEdit<RecurrenceRule>?
  /// When the sealed text is destroyed.
  public var destruction: FieldEdit<Destruction>?
  /// Whether all tags are taken away before some are added.
  public var clearsTags: Bool
  /// Tags that are added.
  public var addedTags: [String]
  /// Tags that are taken away.
  public var removedTags: [String]
  /// Whether the owner is reminded.
  public var notify: Bool?

  /// Changes nothing yet.
  public init() {
    clearsTags = false
    addedTags = []
    removedTags = []
  }

  /// Whether it changes text that a protected task holds sealed.
  public var changesText: Bool { name != nil || TaskField.sealed.contains { self[keyPath: $0.edit] != nil } }

  /// The task after the edit, untouched in its `modifiedAt`.
  public func applied(to task: TodoTask) -> TodoTask {
    var task = task
    task.name = name ?? task.name
    task.notify = notify ?? task.notify
    if let label { task.label = label.value }
    for field in TaskField.all { if let edit = self[keyPath: field.edit] { task[field] = edit.value } }
    if let due { (task.dueDate, task.isAllDay) = (due.value?.date, due.value?.isAllDay ?? false) }
    if let priority { task.priority = priority.value }
    if let recurrence { task.recurrence = recurrence.value }
    if let destruction { task.destruction = destruction.value }
    task.tags = Set(clearsTags ? [] : task.tags).union(addedTags).subtracting(removedTags).sorted()
    return task
  }
}

/// What is to change about a subtask; what is nil stays.
public struct SubtaskEdit: Codable, Equatable, Sendable {
  /// What there is to do.
  public var name: String?
  /// When it is due.
  public var due: FieldEdit<DueMoment>?
  /// Whether the owner is reminded.
  public var notify: Bool?

  /// Changes nothing yet.
  public init(name: String? = nil, due: FieldEdit<DueMoment>? = nil, notify: Bool? = nil) {
    self.name = name
    self.due = due
    self.notify = notify
  }

  /// The subtask after the edit.
  public func applied(to subtask: TodoSubtask) -> TodoSubtask {
    var subtask = subtask
    subtask.name = name ?? subtask.name
    subtask.notify = notify ?? subtask.notify
    if let due { (subtask.dueDate, subtask.isAllDay) = (due.value?.date, due.value?.isAllDay ?? false) }
    return subtask
  }
}
