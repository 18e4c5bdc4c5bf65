public import FoundationEssentials

/// One thing to do, with its subtasks.
///
/// The text of a *protected* task is not in this value: its `name`, what ``TaskField`` calls sealed, and the names of its subtasks are
/// nil and lie sealed in the `CredentialStore`; only the `label`, which the owner chose to be seen, stands for them.
public struct TodoTask: Codable, Equatable, Identifiable, Sendable {
  /// Stable for the task's whole life, also across stores.
  public var id: UUID
  /// What there is to do; nil when the task is protected.
  public var name: String?
  /// What else there is to say; nil when there is nothing, or the task is protected.
  public var notes: String?
  /// What stands for a protected task in lists; nil for an ordinary one.
  public var label: String?
  /// Whether it is done.
  public var isDone: Bool
  /// When it is due, if ever; for a task due on a day the last second of that day.
  public var dueDate: Date?
  /// Whether it is due on a day rather than at a time.
  public var isAllDay: Bool
  /// What it consists of, in the owner's order.
  public var subtasks: [TodoSubtask]
  /// Whether the owner is reminded when it is due.
  public var notify: Bool
  /// How much it matters; nil where nobody said.
  public var priority: Priority?
  /// Words it is found by, each once, in ascending order, without `+`.
  public var tags: [String]
  /// What it belongs to; levels are separated by dots, as in `home.garden`.
  public var project: String?
  /// How it repeats; a repeating task has a due date.
  public var recurrence: RecurrenceRule?
  /// Whether the text asks for verification at every reveal, ticket or not.
  public var alwaysVerify: Bool
  /// When the sealed text is destroyed, undo and all; nil for never.
  public var destruction: Destruction?
  /// Where and as what the sealed text is stored; nil for an ordinary task.
  public var seal: SealReference?
  /// When the task was made.
  public var createdAt: Date
  /// When it was last changed.
  public var modifiedAt: Date
  /// When it was done; nil while it is open.
  public var completedAt: Date?

  /// Whether the text is sealed and shown only after verification.
  public var isProtected: Bool { seal != nil }

  /// Makes an ordinary task.
  public init(id: UUID, name: String, dueDate: Date? = nil, createdAt: Date) {
    self.id = id
    self.name = name
    self.dueDate = dueDate
    self.createdAt = createdAt
    modifiedAt = createdAt
    isDone = false
    isAllDay = false
    subtasks = []
    notify = false
    tags = []
    alwaysVerify = false
  }

  /// Makes a protected task whose text is already sealed.
  public init(
    id: UUID, label: String, seal: SealReference, alwaysVerify: Bool = false, dueDate: Date? = nil, createdAt: Date
  ) {
    self.init(id: id, name: "", dueDate: dueDate, createdAt: createdAt)
    name = nil
    self.label = label
    self.seal = seal
    self.alwaysVerify = alwaysVerify
  }
}
