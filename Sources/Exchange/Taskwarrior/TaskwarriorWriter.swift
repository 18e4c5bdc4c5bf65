internal import CivilTime
internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// Writes what `task import` of Taskwarrior 2.6 takes: a JSON array with one object on a line.
///
/// - A subtask is a task of its own, with the tag `subtask`, that its task depends on; `entry` keeps their order.
/// - Each line of the notes is an annotation, an empty one a blank, for Taskwarrior drops empty ones.
/// - A repeating task has the status `recurring` and the span of its rule. `vaultrule` keeps the rule itself where a
///   span can't, and `vaultallday` whether a day is meant, where a due date alone says the other; Taskwarrior keeps such attributes without knowing them.
/// - Not kept: fractions of a second, labels, reminders, dates before 1980, which Taskwarrior 2.6 can't read, and when
///   a task that is open again was done. Taskwarrior itself turns `&open;` and `&close;` in a text into brackets.
struct TaskwarriorWriter: TaskWriter {
  /// The tag of a subtask.
  static let subtaskTag = "subtask"
  /// The dates Taskwarrior 2.6 reads without failing: 1980 to 9998, in seconds since 1970.
  private static let dates = 315_532_800.0..<253_370_764_800.0

  let beginning = "[\n"
  let separator = ",\n"
  let end = "]\n"
  let zone: LocalZone
  private(set) var losses = Tally()

  init(zone: LocalZone) { self.zone = zone }

  mutating func text(of task: TodoTask) -> String {
    if task.isProtected { losses.add("Of protected tasks only the label was written") }
    if task.notify || task.subtasks.contains(where: \.notify) { losses.add("Taskwarrior has no reminders") }
    let subtasks = task.subtasks.enumerated().map { index, subtask in
      JSONWriter.text { write(subtask, index: index, of: task, into: &$0) }
    }
    return (subtasks + [JSONWriter.text { write(task, into: &$0) }]).joined(separator: separator)
  }

  private mutating func write(_ task: TodoTask, into object: inout JSONWriter) {
    object.string("uuid", Self.text(task.id))
    object.string("description", task.writtenName)
    writeTimes(of: task, into: &object)
    object.string("priority", task.priority.map { $0.rawValue.prefix(1).uppercased() })
    for field in TaskField.all where !(task.isProtected && field.isSealed) {
      if let attribute = field.taskwarriorAttribute { object.string(named: attribute, task[field]) }
    }
    object.strings("tags", task.tags)
    writeAnnotations(of: task, into: &object)
    object.strings("depends", task.subtasks.map { Self.text($0.id) })
  }

  private mutating func writeTimes(of task: TodoTask, into object: inout JSONWriter) {
    let span = repetition(of: task)
    object.string("status", task.isDone ? "completed" : span == nil ? "pending" : "recurring")
    object.string("entry", date(task.createdAt))
    object.string("modified", date(task.modifiedAt))
    object.string("end", task.isDone ? date(task.completedAt ?? task.modifiedAt) : nil)
    writeDue(task.dueDate, isAllDay: task.isAllDay, into: &object)
    object.string("recur", span?.taskwarriorText)
    if let rule = task.recurrence, span?.rule != rule { object.string("vaultrule", rule.text) }
  }

  /// The span of an open task's rule.
  private mutating func repetition(of task: TodoTask) -> RulePeriod? {
    guard let rule = task.recurrence, !task.isDone else { return nil }
    let span = task.dueDate.flatMap { isWritable($0) ? RulePeriod(rule, from: zone.day($0)) : nil }
    if span == nil { losses.add("Repetitions that Taskwarrior can't express do nothing there") }
    return span
  }

  private mutating func write(
    _ subtask: TodoSubtask, index: Int, of task: TodoTask, into object: inout JSONWriter
  ) {
    object.string("uuid", Self.text(subtask.id))
    object.string("description", task.isProtected ? TaskNames.protectedSubtask : subtask.writtenName)
    object.string("status", subtask.isDone ? "completed" : "pending")
    object.string("entry", date(task.createdAt.addingTimeInterval(Double(index))))
    object.string("modified", date(task.modifiedAt))
    object.string("end", subtask.isDone ? date(task.completedAt ?? task.modifiedAt) : nil)
    writeDue(subtask.dueDate, isAllDay: subtask.isAllDay, into: &object)
    object.string("project", task.project)
    object.strings("tags", [Self.subtaskTag])
  }

  private mutating func writeDue(_ due: Date?, isAllDay: Bool, into object: inout JSONWriter) {
    guard let due else { return }
    guard isWritable(due) else {
      losses.add("Taskwarrior knows no due dates before 1980 and after 9998")
      return
    }
    object.string("due", MomentText.basic(due))
    object.string("vaultallday", isAllDay ? "true" : zone.isEdge(due) ? "false" : nil)
  }

  /// Taskwarrior tells annotations apart by their second.
  private func writeAnnotations(of task: TodoTask, into object: inout JSONWriter) {
    guard !task.isProtected, let notes = task.notes else { return }
    let lines = notes.split(separator: "\n", omittingEmptySubsequences: false)
    object.list("annotations", lines.enumerated()) { writer, line in
      writer.object {
        $0.string("entry", date(task.createdAt.addingTimeInterval(Double(line.offset))))
        $0.string("description", line.element.isEmpty ? " " : String(line.element))
      }
    }
  }

  private func isWritable(_ date: Date) -> Bool { Self.dates.contains(date.timeIntervalSince1970) }

  /// The date, or the nearest that Taskwarrior can read.
  private func date(_ date: Date) -> String {
    let seconds = min(max(date.timeIntervalSince1970, Self.dates.lowerBound), Self.dates.upperBound - 1)
    return MomentText.basic(Date(timeIntervalSince1970: seconds))
  }

  private static func text(_ id: UUID) -> String { id.text }
}
