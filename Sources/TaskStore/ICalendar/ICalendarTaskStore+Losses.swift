internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

extension ICalendarTaskStore {
  /// What other programs have written into the tasks' to-dos, in the order of the tasks.
  public func losses() -> [TaskLoss] {
    let uids = Set(contents.items.byID.values.map(\.uid))
    return contents.tasks.all.compactMap { task in
      var parts: [String] = []
      for id in contents.members[task.id].map({ [task.id] + $0 }) ?? [] {
        for part in lostParts(of: id, in: task, uids) where !parts.contains(part) { parts.append(part) }
      }
      return parts.isEmpty ? nil : TaskLoss(task.id, parts: parts)
    }
  }

  private func lostParts(of id: UUID, in task: TodoTask, _ uids: Set<String>) -> [String] {
    guard let item = contents.items[id], let name = contents.items.place(of: id), let file = contents.files[name] else {
      return []
    }
    let parts = file.file.unsupportedParts(of: item.uid, among: uids).map(\.words)
    return id == task.id ? parts : parts + item.partsBeyondSubtask(below: contents.items[task.id]?.uid)
  }
}

extension TodoItem {
  /// What it says that a step doesn't have.
  fileprivate func partsBeyondSubtask(below root: String?) -> [String] {
    let parts: [(Bool, String)] = [
      (priority != nil, "a subtask's PRIORITY"), (!tags.isEmpty, "a subtask's CATEGORIES"),
      (recurrence != nil, "a subtask's RRULE"), (parent != root, "subtasks of subtasks"),
    ]
    let texts = TaskField.all.filter { self[$0] != nil }.map { "a subtask's \($0.calendarTerm)" }
    return texts + parts.filter(\.0).map(\.1)
  }
}

extension TaskField {
  /// What a person is told: the property, where other programs have it, too.
  fileprivate var calendarTerm: String { calendarProperty.hasPrefix("X-VAULT-") ? name : calendarProperty }
}

extension UnsupportedPart {
  /// What a person is told.
  fileprivate var words: String {
    switch self {
    case .component(let name), .property(let name): String(name.prefix(40))
    case .override: "changes of single occurrences"
    case .status(let status): "STATUS \(status.prefix(40))"
    case .start: "DTSTART"
    case .alarm: "an alarm at another time than the due time"
    }
  }
}
