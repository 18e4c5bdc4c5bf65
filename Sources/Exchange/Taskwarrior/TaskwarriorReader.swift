internal import CivilTime
internal import ParallelCollections
internal import StrictJSON

/// Reads what `task export` prints: a JSON array, or objects one after another (`rc.json.array=off`).
///
/// - Deleted tasks are not taken. Waiting ones are open; when they wait until is not kept.
/// - A template (`recurring`) is the task that repeats. It is due when the first of its open instances is, and takes
///   their place; without one, when it comes again after the last. Instances that are done are tasks of their own.
/// - Tasks with the tag `subtask` that a task depends on are its subtasks; other dependencies are not kept.
/// - What is due with the first second of a local day is due on that day, as is what `vaultallday` marks; other times
///   stay times.
struct TaskwarriorReader {
  let zone: LocalZone

  /// Gives the tasks of a file to `intake`.
  func read(_ bytes: [UInt8], from start: Int, into intake: inout TaskIntake) throws(ExchangeError) {
    let entries = if let entries = entriesTogether(bytes, start) { entries } else { try entriesInTurn(bytes, start) }
    try TaskwarriorDatabase(entries).give(to: &intake)
  }

  /// The entries of an array, read on all cores; nil when something is wrong, of which reading them in turn says what.
  private func entriesTogether(_ bytes: [UInt8], _ start: Int) -> [TaskwarriorEntry]? {
    var reader = JSONReader(tasks: bytes, from: start)
    guard let elements = reader.elements(atMost: ExchangeLimits.maximumTaskCount), reader.peek() == nil else {
      return nil
    }
    let read = elements.concurrentMap { element -> TaskwarriorEntry? in
      var reader = JSONReader(tasks: bytes, from: element.start, line: element.line)
      guard let entry = try? entry(element.index, &reader) else { return nil }
      return reader.peek() != nil && reader.position == element.end ? entry : nil
    }
    let entries = read.compactMap { $0 }
    return entries.count == elements.count ? entries : nil
  }

  private func entriesInTurn(_ bytes: [UInt8], _ start: Int) throws(ExchangeError) -> [TaskwarriorEntry] {
    var reader = JSONReader(tasks: bytes, from: start)
    var entries: [TaskwarriorEntry] = []
    if reader.peek() == UInt8(ascii: "[") {
      try reader.eachElement { reader throws(ExchangeError) in entries.append(try entry(entries.count, &reader)) }
      try reader.readEnd()
    } else {
      while reader.peek() != nil {
        entries.append(try entry(entries.count, &reader))
        _ = reader.scan(",")
      }
    }
    return entries
  }

  private func entry(_ index: Int, _ reader: inout JSONReader) throws(ExchangeError) -> TaskwarriorEntry {
    _ = reader.peek()
    let place = FilePosition(task: index + 1, line: reader.line())
    guard index < ExchangeLimits.maximumTaskCount else {
      throw .tooMany("tasks", maximum: ExchangeLimits.maximumTaskCount, place)
    }
    return try TaskwarriorEntry(JSONObject(try reader.readValue(), place), zone: zone)
  }
}
