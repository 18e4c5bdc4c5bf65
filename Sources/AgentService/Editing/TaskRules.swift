internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// What a task may be, told in words for people. The stores have wider bounds of their own.
enum TaskRules {
  /// The longest name, label, tag or project, in UTF-8 bytes.
  static let maximumNameByteCount = 4096
  /// The most subtasks of a task.
  static let maximumSubtaskCount = 200
  /// The most tags of a task.
  static let maximumTagCount = 50

  /// Refuses what no task can be.
  static func check(_ task: TodoTask) throws(Failure) {
    if !task.isProtected { try check(task.name ?? "", "A task's name") }
    if let label = task.label { try check(label, "A label") }
    for field in TaskField.all { if let text = task[field] { try check(text, of: field) } }
    guard task.tags.count <= maximumTagCount else {
      throw Failure(.usage, "A task has at most \(maximumTagCount) tags.")
    }
    for tag in task.tags { try check(word: tag, "A tag") }
    guard task.subtasks.count <= maximumSubtaskCount else {
      throw Failure(.usage, "A task has at most \(maximumSubtaskCount) subtasks.")
    }
    for subtask in task.subtasks where subtask.seal == nil { try check(subtask.name ?? "", "A subtask's name") }
    try checkDates(task)
  }

  /// What only makes sense together.
  private static func checkDates(_ task: TodoTask) throws(Failure) {
    for date in [task.dueDate] + task.subtasks.map(\.dueDate) { try check(dueDate: date) }
    if task.notify && task.dueDate == nil {
      throw Failure(
        .usage, "A reminder needs a due date, and this task has none.",
        hint: "Give one with --due, for instance --due fri.")
    }
    if task.subtasks.contains(where: { $0.notify && $0.dueDate == nil }) && task.dueDate == nil {
      throw Failure(
        .usage, "A reminder needs a due date, and neither the subtask nor its task has one.",
        hint: "Give one with --due, for instance --due fri.")
    }
    if task.recurrence != nil && task.dueDate == nil {
      throw Failure(.usage, "A task that repeats needs a due date.", hint: "Give the first one with --due.")
    }
    if task.destruction != nil && !task.isProtected {
      throw Failure(.usage, "Only a protected text can be destroyed.", hint: "Protect the task with vault protect.")
    }
  }

  /// A text is not destroyed by a slip: a date for that lies ahead when it is given.
  static func check(new destruction: Destruction?, at now: Date) throws(Failure) {
    guard case .at(let date) = destruction, date <= now else { return }
    throw Failure(
      .usage, "That time is in the past: the text would be destroyed immediately.", hint: "Give a later one, or `done`."
    )
  }

  /// A text that is not empty and not too long; its control characters are escaped where it is shown.
  static func check(_ text: String, _ what: String, maximum: Int = maximumNameByteCount) throws(Failure) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Failure(.usage, "\(what) can't be empty.") }
    guard text.utf8.count <= maximum else {
      throw Failure(.usage, "\(what) has at most \(maximum) bytes.")
    }
  }

  private static func check(_ text: String, of field: TaskField) throws(Failure) {
    if field.isOneWord { return try check(word: text, field.subject, maximum: field.maximumByteCount) }
    guard text.utf8.count <= field.maximumByteCount else {
      throw Failure(.usage, "\(field.subject) can't be longer than \(field.maximumByteCount) bytes.")
    }
  }

  /// A tag or project can be typed as one word.
  private static func check(
    word: String, _ what: String, maximum: Int = maximumNameByteCount
  ) throws(Failure) {
    try check(word, what, maximum: maximum)
    guard word.isOneWord else {
      throw Failure(.usage, "\(what) is one word, without blanks and commas.")
    }
  }

  /// Dates of the years 1 to 9999 are the ones that can be written and read everywhere.
  private static func check(dueDate: Date?) throws(Failure) {
    guard let seconds = dueDate?.timeIntervalSince1970 else { return }
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      throw Failure(.usage, "A due date must be in the years 1 to 9999.")
    }
  }

  /// As many of the tasks as fit one frame, at least one.
  static func page(_ tasks: [TodoTask]) -> [TodoTask] {
    let fitting = MessageRoom.prefix(of: tasks, byteCount)
    return fitting.isEmpty ? Array(tasks.prefix(1)) : fitting
  }

  /// About how long the task's row is on the wire, escapes not counted.
  private static func byteCount(_ task: TodoTask) -> Int {
    var byteCount = 700 + 200 * task.subtasks.count
    task.forEachText(in: TaskField.listed) { byteCount += $0.utf8.count }
    return byteCount
  }
}

extension TaskQuery {
  /// The same, with at most a page of tasks.
  var bounded: TaskQuery {
    var query = self
    query.limit = min(max(0, limit ?? .max), AgentProtocol.maximumPageCount)
    return query
  }
}
