internal import ICalendar
internal import VaultModel

/// Writes one iCalendar file (RFC 5545): a `VTODO` for each task and for each subtask, which names its task in `RELATED-TO`.
///
/// Kept is all of a task but its seal. What no calendar can say, for instance control characters, is left out with a note.
struct ICSWriter: TaskWriter {
  let beginning = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//vault//Task vault//EN\r\n"
  let separator = "\n"
  let end = "END:VCALENDAR\r\n"
  private(set) var losses = Tally()

  mutating func text(of task: TodoTask) -> String {
    do throws(CalendarError) {
      let text = try TaskFamily(of: task.unsealed, known: [:]).text()
      if task.isProtected { losses.add("Of protected tasks only the label was written") }
      // The line feed of the last line is the separator's.
      return String(text.unicodeScalars.dropLast())
    } catch {
      losses.add("What no calendar can say is left out")
      return "\r"
    }
  }
}

extension TodoTask {
  /// The task as it is written where its seal may not go.
  fileprivate var unsealed: TodoTask {
    guard isProtected else { return self }
    var task = self
    task.removeText()
    task.name = writtenName
    (task.seal, task.label, task.destruction, task.alwaysVerify) = (nil, nil, nil, false)
    for index in task.subtasks.indices {
      task.subtasks[index].name = TaskNames.protectedSubtask
      task.subtasks[index].seal = nil
    }
    return task
  }
}
