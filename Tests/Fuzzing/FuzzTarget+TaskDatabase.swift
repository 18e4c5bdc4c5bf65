internal import FoundationEssentials
internal import VaultModel

@testable internal import TaskStore

/// The task database as somebody may leave it: its two files, and its rows behind their checksums.
extension FuzzTarget {
  static let taskDatabase = [
    FuzzTarget("task-row", atMost: 1024, taskRow),
    FuzzTarget("task-summary", atMost: 256, taskSummary),
    FuzzTarget("task-database", atMost: 512, inputs: 100, taskDatabase),
  ]

  // MARK: Behind checksums

  /// A row of a task, and one of a reminder.
  private static func taskRow(_ input: [UInt8]) {
    guard let cells = CellList.cells(input) else { return }
    precondition(CellList.encoded(cells) == input, "cells are others after they were read and written")
    let name = TaskSchema.name(SampleTaskDatabase.id(1))
    if let mark = ReminderState(StoredRow(name: name, cells: cells, revision: 1)) {
      let row = StoredRow(name: TaskSchema.name(markOf: mark.task, mark.subtask), cells: mark.cells, revision: 1)
      precondition(ReminderState(row) == mark, "a mark is another one after it was written and read")
    }
    guard let task = TodoTask(StoredRow(name: name, cells: cells, revision: 1)) else { return }
    let row = StoredRow(name: name, cells: task.cells, revision: 1)
    precondition(TodoTask(row) == task, "a task is another one after it was written and read")
    precondition(TodoTask(encoded: task.encoded) == task, "a task is another one in the log")
    let entry = ListingEntry(task, isNew: true)
    precondition(entry.values.count == ListingEntry.columns.count, "an entry of the index lacks a value")
    precondition(entry.words == ListingEntry(task).words, "the words of a new task are others")
    precondition(entry.tags.count <= task.tags.count, "a task has more tags in the index")
    _ = task.reminders
  }

  /// What a file says of itself.
  private static func taskSummary(_ input: [UInt8]) {
    var checksum = CRC64()
    checksum.add(input)
    let encoded = input + withUnsafeBytes(of: checksum.value.bigEndian) { Array($0) }
    guard let summary = Summary(encoded) else { return }
    precondition(summary.encoded == encoded, "a summary is another one after it was read and written")
  }

  // MARK: Files

  private static func taskDatabase(_ input: [UInt8], _ extent: Extent) {
    ScratchDirectory.with { directory in
      var reader = InputReader(input)
      var plan = StepPlan(input, extent)
      let sample = SampleTaskDatabase(in: directory, &reader)
      let (first, second) = (plan.next(of: TaskDatabaseStep.self), plan.next(of: TaskDatabaseStep.self))
      let reopens = plan.reopens
      WaitingExecutor.wait {
        guard await use(sample, first), reopens else { return }
        let isWhole = await use(sample, second)
        precondition(isWhole, "what was opened, used and closed can't be opened")
      }
    }
  }

  /// Opens the store, reads it whole, takes the steps and closes it.
  ///
  /// - Returns: whether it could be opened and closed.
  private static func use(_ sample: SampleTaskDatabase, _ steps: [TaskDatabaseStep]) async -> Bool {
    guard let store = try? SQLiteTaskStore(path: sample.path, busyTimeout: 1) else {
      precondition(!sample.isRescuable, "a whole file does not make up for a broken one")
      return false
    }
    for step in steps { await step.take(in: store, of: sample) }
    let all = try? await store.all()
    if sample.isRescuable {
      precondition(all.map { Set($0.map(\.id)) } == Set(SampleTaskDatabase.tasks.map(\.id)), "tasks are gone")
    }
    return (try? await store.close()) != nil
  }
}
