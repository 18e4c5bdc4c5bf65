internal import CivilTime
internal import Exchange
internal import FoundationEssentials
internal import ICalendar
internal import VaultModel

@testable internal import TaskStore

/// Files and records of tasks.
extension FuzzTarget {
  static let tasks = [
    FuzzTarget("calendar", calendar),
    FuzzTarget("import-json") { input in exchange(.json, input) },
    FuzzTarget("import-ics") { input in exchange(.ics, input) },
    FuzzTarget("import-taskwarrior") { input in exchange(.taskwarrior, input) },
    FuzzTarget("import-todotxt") { input in exchange(.todotxt, input) },
    FuzzTarget("operation-record", operationRecord),
  ]

  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  private static func calendar(_ input: [UInt8]) {
    guard let file = try? CalendarFile(input) else { return }
    // What nobody here understands stays in the file.
    precondition((try? CalendarFile(file.bytes)) == file, "a calendar is another one after it was written and read")
    guard let items = try? file.todos() else { return }
    for family in TaskFamily.families(of: items) {
      _ = family.task
      _ = try? family.text()
    }
    for item in items {
      var copy = file
      try? copy.write(item)
    }
  }

  /// A record of the operations log, behind its checksum: drawn together it is what it is when it is read whole.
  private static func operationRecord(_ input: [UInt8]) {
    let cells: [Cell] = [.date(now), .text("import"), .null, .null, .blob(input)]
    let row = StoredRow(name: TaskSchema.name(operation: 1), cells: cells, revision: 1)
    let summary = OperationSummary(row, showing: 1)
    guard let operation = TaskOperation(row) else { return }
    let written = StoredRow(name: row.name, cells: operation.cells, revision: 1)
    precondition(TaskOperation(written) == operation, "an operation is another one after it was written and read")
    let whole = OperationSummary(operation, showing: 1)
    precondition(summary?.taskCount == whole.taskCount && summary?.first == whole.first, "a summary is another one")
    // It may look at more than has a seal, never at less.
    precondition(whole.sealing.allSatisfy { summary?.sealing.contains($0) == true }, "a summary lacks a seal")
  }

  /// What was taken in can be given out and taken in again.
  private static func exchange(_ format: TaskFormat, _ input: [UInt8]) {
    guard let first = decoded(format, input) else { return }
    var encoder = format.encoder(zone: .utc)
    let text = encoder.beginning + encoder.encode(first.tasks) + encoder.end
    precondition(decoded(format, Array(text.utf8)) != nil, "tasks that were read can't be written and read")
  }

  private static func decoded(_ format: TaskFormat, _ input: [UInt8]) -> ImportedTasks? {
    var count: UInt8 = 0
    return try? format.decode(
      input, now: now,
      newID: {
        count &+= 1
        return UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, count))
      }, zone: .utc)
  }
}
