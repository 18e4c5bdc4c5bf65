public import FoundationEssentials

/// A task that is to be made.
public struct TaskDraft: Codable, Equatable, Sendable {
  /// What there is to do; empty for a protected task, whose text travels apart.
  public var name: String
  /// What stands for a protected task.
  public var label: String?
  /// Notes.
  public var notes: String?
  /// When it is due.
  public var due: DueMoment?
  /// What it consists of.
  public var subtasks: [SubtaskDraft]
  /// Whether the owner is reminded.
  public var notify: Bool
  /// How much it matters.
  public var priority: Priority?
  /// Words it is found by.
  public var tags: [String]
  /// What it belongs to.
  public var project: String?
  /// How it repeats.
  public var recurrence: RecurrenceRule?
  /// Whether a protected text asks for verification at every reveal.
  public var alwaysVerify: Bool
  /// When a protected text is destroyed.
  public var destruction: Destruction?

  /// Makes a draft.
  public init(name: String = "", due: DueMoment? = nil) {
    self.name = name
    self.due = due
    subtasks = []
    notify = false
    tags = []
    alwaysVerify = false
  }

  /// The ordinary task.
  public func task(id: UUID, at date: Date, newID: () -> UUID) -> TodoTask {
    var task = TodoTask(id: id, name: name, dueDate: due?.date, createdAt: date)
    for field in TaskField.all { task[field] = self[keyPath: field.draft] }
    apply(to: &task)
    task.subtasks = subtasks.map { draft in
      TodoSubtask(
        id: newID(), name: draft.name, dueDate: draft.due?.date, isAllDay: draft.due?.isAllDay ?? false,
        notify: draft.notify)
    }
    return task
  }

  /// Whether it holds text that a protected task only takes sealed.
  public var hasText: Bool {
    !name.isEmpty || !subtasks.isEmpty || TaskField.sealed.contains { self[keyPath: $0.draft] != nil }
  }

  /// Gives a task everything of this draft that is not part of its text.
  public func apply(to task: inout TodoTask) {
    for field in TaskField.plain { task[field] = self[keyPath: field.draft] }
    (task.dueDate, task.isAllDay) = (due?.date, due?.isAllDay ?? false)
    (task.notify, task.priority) = (notify, priority)
    task.tags = Set(tags).sorted()
    task.recurrence = recurrence
    task.destruction = destruction
  }
}

/// A subtask that is to be made.
public struct SubtaskDraft: Codable, Equatable, Sendable {
  /// What there is to do; empty for a step of a protected task, whose text travels apart.
  public var name: String
  /// When it is due.
  public var due: DueMoment?
  /// Whether the owner is reminded.
  public var notify: Bool

  /// Makes a draft.
  public init(name: String, due: DueMoment? = nil, notify: Bool = false) {
    self.name = name
    self.due = due
    self.notify = notify
  }
}
