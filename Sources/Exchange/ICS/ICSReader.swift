internal import ICalendar
internal import VaultModel

/// Reads one iCalendar file with any number of `VTODO`s; other components are left out.
enum ICSReader {
  /// Twenty lines for each of the most tasks that are taken.
  private static let maximumLineCount = ExchangeLimits.maximumTaskCount * 20

  static func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    let items: [TodoItem]
    do throws(CalendarError) {
      items = try CalendarFile(large: Array(bytes[start...]), maximumLineCount: maximumLineCount).todos()
    } catch { throw .malformed("\(error)", ExchangePlace(line: 1)) }
    for (index, family) in TaskFamily.families(of: items).enumerated() {
      var task = family.task
      // A seal of another vault opens nothing here.
      if task.isProtected { task = opened(task) }
      try intake.take(task, at: ExchangePlace(task: index + 1, line: 1))
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
