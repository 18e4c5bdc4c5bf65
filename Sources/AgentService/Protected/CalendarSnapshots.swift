internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// What protecting took away of calendar files, for the tasks that are opened again.
struct CalendarSnapshots {
  /// The tasks whose protecting was not found yet.
  private var missing: Set<UUID>
  private var found: [UUID: TaskChange] = [:]
  /// What the person is told.
  private(set) var notes: [LocalizedText] = []

  /// - Parameter tasks: those that are opened.
  init(_ tasks: [UUID]) { missing = Set(tasks) }

  /// Whether an operation has to be opened for these tasks; no other one is, for it holds texts.
  func concerns(_ operation: TaskOperation) -> Bool {
    operation.action == "protect" && !missing.isDisjoint(with: operation.tasks)
  }

  /// Takes in what an operation changed; they come newest first. The newest counts, also where it took nothing away: what was there
  /// before has been deleted since.
  mutating func ingest(_ changes: [TaskChange]) {
    for change in changes {
      if let id = change.id, missing.remove(id) != nil { found[id] = change }
    }
  }

  /// Does without an operation that can't be opened: nobody is to be kept from a text by what stood beside it.
  mutating func lose(_ operation: TaskOperation, _ failure: Failure) {
    missing.subtract(operation.tasks)
    notes.append("What other programs had written beside it is not brought back. \(failure.$message)")
  }

  /// The changes, each with what protecting took away, if its text is still what it was then: what stood beside the text may have
  /// repeated it, and whoever has written another one since wanted that to be gone. What was sealed of several fields is in those
  /// fields again, since what is in none is taken out of the file.
  mutating func attached(to changes: [TaskChange]) -> [TaskChange] {
    changes.map { change in
      guard let former = change.id.flatMap({ found[$0] }) else { return change }
      guard former.before?.texts == change.after?.texts else {
        guard former.calendarSnapshots != nil else { return change }
        notes.append("What other programs had written beside it is not brought back: its text was changed since.")
        return change
      }
      var change = change
      change.calendarSnapshots = former.calendarSnapshots
      for field in TaskField.sealed { change.after?[field] = former.before?[field] }
      return change
    }
  }
}

extension TodoTask {
  /// All that is sealed of a task, where it is protected. What follows the name is one text, as it comes back.
  fileprivate var texts: [String] {
    let rest = TaskField.sealed.compactMap { self[$0] }.joined(separator: "\n")
    return [name ?? "", rest.allSatisfy(\.isWhitespace) ? "" : rest] + subtasks.map { "\($0.id) \($0.name ?? "")" }
  }
}
