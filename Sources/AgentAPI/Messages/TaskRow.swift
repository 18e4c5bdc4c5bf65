public import FoundationEssentials
public import Localization
public import VaultModel

/// A task as clients show it: nothing of how its text is sealed.
public struct TaskRow: Codable, Equatable, Sendable {
  /// Stable for the task's whole life.
  public var id: UUID
  /// The shortest prefix of the UUID, at least 4 digits, that names no other task.
  public var shortID: String
  /// What there is to do; nil when the task is protected.
  public var name: String?
  /// What stands for a protected task in lists; nil for an ordinary one.
  public var label: String?
  /// What else there is to say; nil in lists, and for a protected task.
  public var notes: String?
  /// Whether it is done.
  public var isDone: Bool
  /// Whether the text is sealed and shown only after verification.
  public var isProtected: Bool
  /// Whether the text asks for verification at every reveal.
  public var alwaysVerify: Bool
  /// When it is due, if ever.
  public var dueDate: Date?
  /// Whether it is due on a day rather than at a time.
  public var isAllDay: Bool
  /// What it consists of.
  public var subtasks: [SubtaskRow]
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
  /// When a protected text is destroyed.
  public var destruction: Destruction?
  /// What is known of a protected text that the owner has not confirmed yet; nil when there is none.
  public var unconfirmed: UnconfirmedText?
  /// When the task was made.
  public var createdAt: Date
  /// When it was last changed.
  public var modifiedAt: Date
  /// When it was done.
  public var completedAt: Date?
  /// The number of the operation that has just added it, for ``UndoOperation``; nil but in the reply to that.
  public var operation: Int64?

  /// What is to be seen of a task, with its short id.
  ///
  /// - Parameter isWhole: whether it has also what rows of lists don't have.
  public init(shortID: String, task: TodoTask, isWhole: Bool = false) {
    self.shortID = shortID
    id = task.id
    name = task.isProtected ? nil : task.name
    label = task.label
    isDone = task.isDone
    isProtected = task.isProtected
    alwaysVerify = task.alwaysVerify
    (dueDate, isAllDay) = (task.dueDate, task.isAllDay)
    subtasks = task.subtasks.map { SubtaskRow($0, isProtected: task.isProtected) }
    (notify, priority, tags) = (task.notify, task.priority, task.tags)
    func shown(_ field: TaskField) -> String? {
      task.isProtected && field.isSealed || !field.isListed && !isWhole ? nil : task[field]
    }
    (notes, project) = (shown(.notes), shown(.project))
    (recurrence, destruction) = (task.recurrence, task.destruction)
    (createdAt, modifiedAt, completedAt) = (task.createdAt, task.modifiedAt, task.completedAt)
    unconfirmed = UnconfirmedText(of: task)
  }
}

extension TaskRow {
  /// The value of a field; nil where it is empty or not shown.
  public subscript(_ field: TaskField) -> String? { Self.fields[field.name].flatMap { $0(self) } }

  /// Where a row has the fields, by their names. Functions: making a key path takes longer than showing a row.
  private static let fields: [String: @Sendable (TaskRow) -> String?] = [
    TaskField.notes.name: { $0.notes }, TaskField.project.name: { $0.project },
  ]
}

/// Where a protected text comes from that carries no mark of the owner's: others can seal, too. It is confirmed when it is revealed.
public struct UnconfirmedText: Codable, Equatable, Sendable {
  /// When it was added; nil where nothing says so.
  public var addedAt: Date?
  /// The program that added it, as the system named it: a hint, not a proof. Nil where nothing says so.
  public var program: String?
  /// Whether an earlier version of vault had marked it, many at once, which proves nothing.
  public var isFormer: Bool

  /// Makes one.
  public init(addedAt: Date?, program: String?, isFormer: Bool = false) {
    self.addedAt = addedAt
    self.program = program
    self.isFormer = isFormer
  }

  /// What the rows say of the first of a task's texts that is not confirmed; nil when all are.
  init?(of task: TodoTask) {
    let seals = [task.seal].compactMap { $0 } + task.subtasks.compactMap(\.seal)
    guard let seal = seals.first(where: { !$0.hasOwnerMAC }) else { return nil }
    let origin = seal.origin
    self.init(
      addedAt: origin?.date, program: origin.flatMap { $0.program.isEmpty ? nil : $0.program },
      isFormer: seal.hasLegacyMAC)
  }
}

/// A subtask as clients show it. Its number is its place in its task's list, counted from 1.
public struct SubtaskRow: Codable, Equatable, Sendable {
  /// Stable for the subtask's whole life.
  public var id: UUID
  /// What there is to do; nil when the task is protected.
  public var name: String?
  /// Whether it is done.
  public var isDone: Bool
  /// When it is due; nil for when its task is.
  public var dueDate: Date?
  /// Whether it is due on a day rather than at a time.
  public var isAllDay: Bool
  /// Whether the owner is reminded.
  public var notify: Bool

  /// What is to be seen of a subtask.
  public init(_ subtask: TodoSubtask, isProtected: Bool) {
    id = subtask.id
    name = isProtected ? nil : subtask.name
    (isDone, dueDate, isAllDay, notify) = (subtask.isDone, subtask.dueDate, subtask.isAllDay, subtask.notify)
  }
}

/// Some of the tasks that a query found.
public struct TaskPage: Codable, Equatable, Sendable {
  /// The tasks, in the order asked for.
  public var rows: [TaskRow]
  /// How many the filter means in all.
  public var total: Int

  /// Makes a page.
  public init(rows: [TaskRow], total: Int) {
    self.rows = rows
    self.total = total
  }
}

/// What a change did.
public struct TaskChangeReport: Codable, Equatable, Sendable {
  /// One task and what became of it.
  public struct Line: Codable, Equatable, Sendable {
    /// What was done, for instance `done`, `deleted`, `moved`.
    public var action: String
    /// The task as it is now; as it was, where it is gone.
    public var task: TaskRow
    /// The steps that it was done to, as they were; nil where it was done to the task.
    public var steps: [NumberedStep]?

    /// Makes a line.
    public init(_ action: String, _ task: TaskRow, steps: [NumberedStep]? = nil) {
      self.action = action
      self.task = task
      self.steps = steps
    }
  }

  /// A step by the number it had.
  public struct NumberedStep: Codable, Equatable, Sendable {
    /// Its place in the task's list, counted from 1.
    public var number: Int
    /// What there is to do; nil when the task is protected.
    public var name: String?

    /// Names a step.
    public init(_ number: Int, _ name: String?) {
      self.number = number
      self.name = name
    }
  }

  /// The tasks.
  public var lines: [Line]
  /// What else there is to tell, each a sentence.
  @SaidAll public var notes: [String]
  /// What went wrong after the change was made: it stands, and the command fails all the same. Nil for nothing.
  public var trouble: Failure?
  /// The number of the operation that made the change, for ``UndoOperation``; nil where there is none: nothing was changed, a
  /// change was taken back, or reminders were put off.
  public var operation: Int64?

  /// Makes a report.
  public init(_ lines: [Line], notes: [LocalizedText] = [], trouble: Failure? = nil, operation: Int64? = nil) {
    self.lines = lines
    _notes = SaidAll(notes)
    self.trouble = trouble
    self.operation = operation
  }
}
