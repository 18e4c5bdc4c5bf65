public import FoundationEssentials

/// Which tasks are meant. Every condition that is set must hold.
public struct TaskFilter: Codable, Equatable, Sendable {
  /// Open tasks, done ones, or both.
  public enum State: String, Codable, Equatable, Sendable {
    /// Not done.
    case open
    /// Done.
    case done
    /// All.
    case any
  }

  /// Open, done or any.
  public var state: State
  /// Tags the task must have.
  public var tags: [String]
  /// Tags the task must not have.
  public var excludedTags: [String]
  /// The project or one above it: `home` means `home` and `home.garden`.
  public var project: String?
  /// The earliest due date, inclusive.
  public var dueFrom: Date?
  /// The latest due date, exclusive.
  public var dueBefore: Date?
  /// Whether there is a due date.
  public var hasDueDate: Bool?
  /// The priority.
  public var priority: Priority?
  /// Whether the text is sealed.
  public var isProtected: Bool?
  /// Whether the task or one of its open subtasks has its reminder on.
  public var isNotifying: Bool?
  /// Whether the task repeats.
  public var isRecurring: Bool?
  /// Words of which each begins one of the task's words (see ``SearchWords``).
  public var words: [String]

  /// All open tasks, or all of another state.
  public init(state: State = .open) {
    self.state = state
    tags = []
    excludedTags = []
    words = []
  }

  /// Whether the task is meant.
  public func matches(_ task: TodoTask) -> Bool {
    matchesState(task) && matchesDue(task) && matchesLabels(task)
      && isProtected.map { $0 == task.isProtected } ?? true && isNotifying.map { $0 == task.isNotifying } ?? true
      && isRecurring.map { $0 == (task.recurrence != nil) } ?? true
      && (words.isEmpty || SearchWords(of: task).contain(words))
  }

  private func matchesState(_ task: TodoTask) -> Bool {
    switch state {
    case .open: !task.isDone
    case .done: task.isDone
    case .any: true
    }
  }

  private func matchesDue(_ task: TodoTask) -> Bool {
    if let hasDueDate, hasDueDate != (task.dueDate != nil) { return false }
    guard dueFrom != nil || dueBefore != nil else { return true }
    guard let due = task.dueDate else { return false }
    return dueFrom.map { $0 <= due } ?? true && dueBefore.map { due < $0 } ?? true
  }

  private func matchesLabels(_ task: TodoTask) -> Bool {
    priority.map { $0 == task.priority } ?? true && tags.allSatisfy(task.tags.contains)
      && !excludedTags.contains(where: task.tags.contains)
      && project.map { wanted in task.project.map { $0 == wanted || $0.hasPrefix(wanted + ".") } ?? false } ?? true
  }
}

extension TodoTask {
  /// Whether it or one of its open subtasks has its reminder on.
  public var isNotifying: Bool { notify || subtasks.contains { $0.notify && !$0.isDone } }
}
