internal import CivilTime
internal import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// The vault's own format: JSON in UTF-8, one task on a line.
///
///     {"format":"vault-tasks","version":1,"tasks":[
///     {"id":"…","name":"Buy milk","created":"2026-01-31T08:15:00.5Z","modified":"…"},
///     {"id":"…","name":"…","due":"2026-02-01T22:59:59Z","allDay":true,…}
///     ]}
///
/// | key of a task | is |
/// |---|---|
/// | `id` | a UUID; a task without one gets one |
/// | `name`, `label`, and each of ``TaskField/all`` under its name | texts |
/// | `protected` | true when the text was sealed: it is in the file only where that was asked for; `label` stands for it |
/// | `done`, `completed` | whether and when it was done |
/// | `due`, `allDay` | when; true for a day, of which `due` is the last second |
/// | `subtasks` | in their order; each with `id`, `name`, `done`, `due`, `allDay`, `notify` |
/// | `notify` | whether there is a reminder |
/// | `priority` | `high`, `medium` or `low` |
/// | `tags` | words |
/// | `recurrence` | the value of an `RRULE` (RFC 5545) |
/// | `alwaysVerify`, `destruction` | what held for a protected text: true; `when-done` or a date |
/// | `created`, `modified` | dates; without them it is made when it is read |
///
/// Dates are RFC 3339 in UTC, with all decimals they have. What is false or empty is left out. Members that are not
/// known are ignored; a higher version is refused. Everything of a task comes back as it was, but its seals: a
/// protected task with its text is sealed anew, and one without becomes an ordinary one called by its label.
enum VaultTasks {
  static let format = "vault-tasks"
  static let version = 1
  static let whenDone = "when-done"
}

/// Writes ``VaultTasks``.
struct VaultTasksWriter: TaskWriter {
  let beginning = #"{"format":"\#(VaultTasks.format)","version":\#(VaultTasks.version),"tasks":[\#n"#
  let separator = ",\n"
  let end = "]}\n"
  private(set) var losses = Tally()

  mutating func text(of task: TodoTask) -> String {
    if task.isProtected { losses.add("Of protected tasks only the label was written") }
    return JSONWriter.text { write(task, to: &$0) }
  }

  private func write(_ task: TodoTask, to object: inout JSONWriter) {
    object.string("id", task.id.text)
    object.string("name", task.isProtected ? nil : task.name)
    for field in TaskField.all where !(task.isProtected && field.isSealed) {
      object.string(named: field.name, task[field])
    }
    object.string("label", task.label)
    // Of ordinary tasks only one whose text was sealed, and goes out on purpose, has a label.
    object.flag("protected", task.isProtected || task.label != nil)
    object.flag("done", task.isDone)
    object.string("due", task.dueDate.map(MomentText.exact))
    object.flag("allDay", task.isAllDay)
    if !task.subtasks.isEmpty {
      object.list("subtasks", task.subtasks) { Self.write($1, isProtected: task.isProtected, to: &$0) }
    }
    object.flag("notify", task.notify)
    object.string("priority", task.priority?.rawValue)
    object.strings("tags", task.tags)
    object.string("recurrence", task.recurrence?.text)
    object.flag("alwaysVerify", task.alwaysVerify)
    object.string("destruction", task.destruction.map(Self.text))
    object.string("created", MomentText.exact(task.createdAt))
    object.string("modified", MomentText.exact(task.modifiedAt))
    object.string("completed", task.completedAt.map(MomentText.exact))
  }

  private static func write(_ subtask: TodoSubtask, isProtected: Bool, to writer: inout JSONWriter) {
    writer.object { object in
      object.string("id", subtask.id.text)
      object.string("name", isProtected || subtask.seal != nil ? nil : subtask.name)
      object.flag("done", subtask.isDone)
      object.string("due", subtask.dueDate.map(MomentText.exact))
      object.flag("allDay", subtask.isAllDay)
      object.flag("notify", subtask.notify)
    }
  }

  private static func text(_ destruction: Destruction) -> String {
    switch destruction {
    case .whenDone: VaultTasks.whenDone
    case .at(let date): MomentText.exact(date)
    }
  }
}
