internal import FoundationEssentials
internal import VaultModel

/// Reads what `task export` prints: a JSON array, or objects one after another (`rc.json.array=off`).
///
/// - Deleted tasks are not taken. Waiting ones are open; when they wait until is not kept.
/// - A template (`recurring`) is the task that repeats. It is due when the first of its open instances is, and takes
///   their place; without one, when it comes again after the last. Instances that are done are tasks of their own.
/// - Tasks with the tag `subtask` that a task depends on are its subtasks; other dependencies are not kept.
/// - Times stay times: only what `vaultallday` marks is due on a day.
struct TaskwarriorReader {
  let days: LocalDays

  /// Gives the tasks of a file to `intake`.
  func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    var reader = JSONReader(bytes, from: start)
    var entries: [TaskwarriorEntry] = []
    if reader.peek() == UInt8(ascii: "[") {
      try reader.eachElement { reader throws(ExchangeError) in try readEntry(&reader, into: &entries) }
      try reader.expectEnd()
    } else {
      while reader.peek() != nil {
        try readEntry(&reader, into: &entries)
        _ = reader.take(",")
      }
    }
    try TaskwarriorDatabase(entries).give(to: &intake)
  }

  private func readEntry(
    _ reader: inout JSONReader, into entries: inout [TaskwarriorEntry]
  ) throws(ExchangeError) {
    _ = reader.peek()
    let place = ExchangePlace(task: entries.count + 1, line: reader.line())
    guard entries.count < ExchangeLimits.maximumTaskCount else {
      throw .tooMany("tasks", maximum: ExchangeLimits.maximumTaskCount, place)
    }
    entries.append(try TaskwarriorEntry(JSONObject(try reader.value(), place), days: days))
  }
}
