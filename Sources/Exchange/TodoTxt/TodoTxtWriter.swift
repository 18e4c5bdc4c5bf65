internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

/// Writes todo.txt files (https://github.com/todotxt/todo.txt).
///
/// Kept are name, id, project, tags, priority, whether the task is done, the days it was made, done and due, and
/// repetitions that are a number of days, weeks, months or years. Not kept are notes, subtasks, reminders, labels,
/// times of day and when it was last changed. Line breaks in a name become blanks, and blanks at its ends are lost.
/// Words of a name that have a meaning there (`+x`, `@x`, `due:2030-12-24`) have it for other programs; `vaulttext:` behind
/// the name keeps that here they have none.
struct TodoTxtWriter: TaskWriter {
  let beginning = ""
  let separator = "\n"
  let end = ""
  let zone: LocalZone
  private(set) var losses = Tally()

  init(zone: LocalZone) { self.zone = zone }

  mutating func text(of task: TodoTask) -> String {
    recordLosses(of: task)
    var words: [String] = []
    let priority = task.priority.map(Self.letter)
    if task.isDone {
      words = ["x", zone.dateTime(at: task.completedAt ?? task.modifiedAt).date.description]
    } else if let priority {
      words.append("(\(priority))")
    }
    words.append(zone.dateTime(at: task.createdAt).date.description)
    let name = String(task.writtenName.map { $0.isNewline ? " " : $0 })
    words.append(name)
    words += Self.marks(of: name)
    if let project = task.project { words.append("+" + project) }
    words += task.tags.map { "@" + $0 }
    // A done task begins with `x`, and has no other place for its priority.
    if task.isDone, let priority { words.append("pri:\(priority)") }
    if let due = task.dueDate { words.append("due:\(zone.day(due))") }
    if let span = span(of: task) { words.append("rec:" + span.todoTxtText) }
    words.append("id:" + task.id.text)
    return words.joined(separator: " ")
  }

  /// The longest first, so that no mark is taken for a word that a mark behind it names.
  private static func marks(of name: String) -> [String] {
    name.split(separator: " ").filter(TodoTxtLine.hasMeaning).map { TodoTxtLine.plainKey + $0 }
      .sorted { $0.utf8.count > $1.utf8.count }
  }

  private mutating func recordLosses(of task: TodoTask) {
    if task.isProtected { losses.add("Of protected tasks only the label was written") }
    for field in TaskField.all where field.name != TaskField.project.name {
      if task[field] != nil, !(task.isProtected && field.isSealed) { losses.add("todo.txt has no \(field.name)") }
    }
    if !task.subtasks.isEmpty { losses.add("todo.txt has no subtasks") }
    if task.notify || task.subtasks.contains(where: \.notify) { losses.add("todo.txt has no reminders") }
    if task.dueDate != nil, !task.isAllDay { losses.add("todo.txt has no times of day") }
    if task.recurrence != nil, span(of: task) == nil { losses.add("todo.txt can't express these repetitions") }
  }

  private func span(of task: TodoTask) -> RulePeriod? {
    guard let rule = task.recurrence, let due = task.dueDate else { return nil }
    return RulePeriod(rule, from: zone.day(due))
  }

  private static func letter(_ priority: Priority) -> Character {
    switch priority {
    case .high: "A"
    case .medium: "B"
    case .low: "C"
    }
  }
}
