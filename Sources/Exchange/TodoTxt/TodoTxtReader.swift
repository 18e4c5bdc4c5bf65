internal import CivilTime
internal import FoundationEssentials
internal import VaultModel

/// Reads todo.txt files: a task on each line that is not blank.
///
/// Dates are days of the local time zone: a task is due on its day, and was made and done with the first second of that
/// day. `(A)` is high, `(B)` medium, all others low. The first project is the task's; others become tags. A line without an
/// id is named by what it says, so that reading the file again adds only what is new in it. What was made on one day keeps the
/// order of the file: each is a moment younger than the one before.
struct TodoTxtReader {
  let zone: LocalZone

  /// By how much a line is younger than the one before, in seconds: for all that a file may have less than one.
  private static let moment = 1e-6

  /// Gives the tasks of a file to `intake`.
  func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    var position = start
    var line = 0
    var names = LineNames()
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      line += 1
      try readLine(bytes[position..<end], FilePosition(line: line), &names, &intake)
      position = end + 1
    }
  }

  private func readLine(
    _ bytes: ArraySlice<UInt8>, _ place: FilePosition, _ names: inout LineNames, _ intake: inout TaskIntake
  ) throws(ExchangeError) {
    let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
    guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    guard bytes.count <= ExchangeLimits.maximumLineByteCount else {
      throw .tooLong("A line", maximum: ExchangeLimits.maximumLineByteCount, place)
    }
    let line = TodoTxtLine(String(decoding: bytes, as: UTF8.self)[...])
    if line.hasStrangeValue { intake.addNote("A word that can't be read was left in the name", place) }
    if line.projects.count > 1 { intake.addNote("Projects but the first became tags", place) }
    let id = line.id ?? names.id(of: bytes)
    try intake.add(task(line, id, intake), isDated: line.isDone && line.completed != nil, at: place)
  }

  private func task(_ line: TodoTxtLine, _ id: UUID, _ intake: TaskIntake) -> TodoTask {
    let created = (line.created ?? line.completed).map(zone.start) ?? intake.now
    let place = Double(intake.count) * Self.moment
    var task = TodoTask(id: id, name: line.text, createdAt: created.addingTimeInterval(place))
    task.isDone = line.isDone
    if task.isDone { task.completedAt = line.completed.map(zone.start) ?? created }
    task.modifiedAt = task.completedAt ?? task.createdAt
    (task.dueDate, task.isAllDay) = (line.due.map(zone.end), line.due != nil)
    task.priority = line.priority.map(Self.priority)
    task.project = line.projects.first
    task.tags = line.contexts + line.projects.dropFirst()
    task.recurrence = line.recurrence?.rule
    return task
  }

  private static func priority(_ letter: Character) -> Priority {
    switch letter {
    case "A": .high
    case "B": .medium
    default: .low
    }
  }
}
