internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

/// Reads one iCalendar file with any number of `VTODO`s. What else it has is left out and told.
enum ICSReader {
  /// Twenty lines for each of the most tasks that are taken.
  private static let maximumLineCount = ExchangeLimits.maximumTaskCount * 20

  static func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    let file: CalendarFile
    let items: [TodoItem]
    do throws(CalendarError) {
      file = try CalendarFile(large: Array(bytes[start...]), maximumLineCount: maximumLineCount)
      items = try file.todos()
    } catch { throw .malformed("\(error)", FilePosition(line: 1)) }
    let undated = file.undated
    for (index, family) in TaskFamily.families(of: items).enumerated() {
      var task = dated(family.task, now: intake.now)
      // A seal of another vault opens nothing here.
      if task.isProtected {
        task = opened(task)
        intake.losses.add("Sealed texts are not kept, only labels")
      }
      if family.members.contains(where: \.hasMoreThanSubtask) {
        intake.losses.add("Notes, tags, priorities, projects and repetitions of subtasks are not kept")
      }
      let isDated = !undated.contains(family.root.uid)
      try intake.add(task, isDated: isDated, at: FilePosition(task: index + 1, line: 1))
    }
    for part in file.unsupportedParts { record(part, &intake.losses) }
  }

  /// One that does not say when it was made was made when it was last changed, or else now.
  private static func dated(_ undated: TodoTask, now: Date) -> TodoTask {
    var task = undated
    if task.modifiedAt == TodoItem.undated { task.modifiedAt = now }
    if task.createdAt == TodoItem.undated { task.createdAt = task.modifiedAt }
    return task
  }

  private static func record(_ part: UnsupportedPart, _ losses: inout Tally) {
    switch part {
    case .component(let name): losses.add("“\(name.prefix(40))” is not a task and was left out", noun: "component")
    case .override: losses.add("Changes of single occurrences were left out", noun: "component")
    case .property(let name): losses.add("The property “\(name.prefix(40))” is not kept")
    case .status("CANCELLED"): losses.add("The status “CANCELLED” counts as done")
    case .status(let status): losses.add("The status “\(status.prefix(40))” counts as open")
    case .start: losses.add("A start other than the due date is not kept")
    case .alarm: losses.add("Reminders come at the due time, not before: another time of an alarm is not kept")
    }
  }

  private static func opened(_ sealed: TodoTask) -> TodoTask {
    var task = sealed
    task.name = sealed.label
    (task.seal, task.label, task.destruction, task.alwaysVerify) = (nil, nil, nil, false)
    for index in task.subtasks.indices {
      task.subtasks[index].name = TaskNames.protectedSubtask
      task.subtasks[index].seal = nil
    }
    return task
  }
}

extension TodoItem {
  /// Whether it says what subtasks don't have.
  fileprivate var hasMoreThanSubtask: Bool {
    priority != nil || !tags.isEmpty || recurrence != nil || TaskField.all.contains { self[$0] != nil }
  }
}
