internal import AgentAPI
internal import FoundationEssentials
internal import Localization

/// What was done to tasks, as the window tells it: a whole sentence for each action, so that each can be translated well. Names of
/// commands are none of it.
struct ActionWords {
  /// The sentence, without its full stop.
  let text: String
  /// The tasks whose words stand in it; none where these are protected, for a label is no secret.
  private(set) var quoted: Set<UUID> = []

  /// Tells what the lines of a report say.
  init(_ lines: [TaskChangeReport.Line]) {
    guard let first = lines.first else {
      text = localized("Nothing was changed")
      return
    }
    let isUndo = first.action.hasPrefix("undo ")
    let names = Set(lines.map { Self.name($0.task) })
    if lines.count == 1 || isUndo && names.count == 1 {
      quoted = Set(lines.filter { !$0.task.isProtected }.map(\.task.id))
    }
    // Taking back that a task was done that repeats concerns two, the next one and the one that was done, which are one for a person.
    if isUndo, names.count == 1, let what = Self.change(String(first.action.drop { $0 != " " }.dropFirst())) {
      text = localized("Undone: “\(Self.shortened(first.task))” (\(what))")
      return
    }
    if lines.count == 1, first.action == "protect", first.task.label == nil {
      text = localized("The task is protected")
      return
    }
    text =
      lines.count == 1 || isUndo && names.count == 1
      ? Self.one(isUndo ? "undo" : first.action, Self.shortened(first.task))
      : Self.several(isUndo ? "undo" : first.action, isUndo ? names.count : lines.count)
  }

  /// A change that was taken back, as it stands beside the task; nil for one of a newer agent.
  private static func change(_ action: String) -> String? {
    switch action {
    case "add": localized("adding it")
    case "edit": localized("its change")
    case "done", "moved": localized("that it was done")
    case "undone": localized("that it was opened again")
    case "delete", "deleted": localized("its deletion")
    case "snooze", "snoozed": localized("that it was put off")
    case "import": localized("its import")
    case "protect": localized("its protection")
    case "unprotect": localized("that it was unprotected")
    case "notify on", "notify off": localized("its reminder")
    case "subtask add": localized("a subtask that was added")
    case "subtask edit": localized("a subtask that was changed")
    case "subtask done": localized("a subtask that was done")
    case "subtask undone": localized("a subtask that was opened again")
    case "subtask delete": localized("a subtask that was deleted")
    case "subtask move": localized("a subtask that was moved")
    default: nil
    }
  }

  private static func one(_ action: String, _ name: String) -> String {
    switch action {
    case "add": localized("Added: “\(name)”")
    case "edit": localized("Changed: “\(name)”")
    case "done", "moved": localized("Done: “\(name)”")
    case "undone": localized("Open again: “\(name)”")
    case "deleted": localized("Deleted: “\(name)”")
    case "snoozed": localized("Put off: “\(name)”")
    case "unchanged": localized("Unchanged: “\(name)”")
    case "protect": localized("Protected: “\(name)”")
    case "unprotect": localized("Not protected any more: “\(name)”")
    case "notify on": localized("Reminder switched on: “\(name)”")
    case "notify off": localized("Reminder switched off: “\(name)”")
    case "subtask add": localized("Subtask added to “\(name)”")
    case "subtask edit": localized("Subtask changed in “\(name)”")
    case "subtask done": localized("Subtask done in “\(name)”")
    case "subtask undone": localized("Subtask open again in “\(name)”")
    case "subtask delete": localized("Subtask deleted from “\(name)”")
    case "subtask move": localized("Subtask moved in “\(name)”")
    case "undo": localized("Undone: “\(name)”")
    default: localized("Changed: “\(name)”")
    }
  }

  private static func several(_ action: String, _ count: Int) -> String {
    switch action {
    case "done", "moved": localized(one: "\(count) task is done", other: "\(count) tasks are done", count: count)
    case "undone": localized(one: "\(count) task is open again", other: "\(count) tasks are open again", count: count)
    case "deleted": localized(one: "\(count) task is deleted", other: "\(count) tasks are deleted", count: count)
    case "undo": localized(one: "Undone for \(count) task", other: "Undone for \(count) tasks", count: count)
    default: localized(one: "\(count) task is changed", other: "\(count) tasks are changed", count: count)
    }
  }

  private static func name(_ task: TaskRow) -> String { task.name ?? task.label ?? localized("Protected task") }

  /// The name, cut where it is long.
  static func shortened(_ task: TaskRow) -> String {
    let name = name(task)
    return name.count > 40 ? "\(name.prefix(40))…" : name
  }
}
