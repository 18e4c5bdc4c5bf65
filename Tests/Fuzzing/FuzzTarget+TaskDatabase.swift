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

  private static func taskDatabase(_ input: [UInt8]) {
    ScratchDirectory.with { directory in
      var reader = InputReader(input)
      let sample = SampleTaskDatabase(in: directory, &reader)
      WaitingExecutor.wait {
        guard await use(sample) else { return }
        let isWhole = await use(sample)
        precondition(isWhole, "what was opened, used and closed can't be opened")
      }
    }
  }

  /// Opens the store, asks it for everything, writes and closes it.
  ///
  /// - Returns: whether it could be opened and closed.
  private static func use(_ sample: SampleTaskDatabase) async -> Bool {
    guard let store = try? SQLiteTaskStore(path: sample.path, busyTimeout: 1) else {
      precondition(!sample.isRescuable, "a whole file does not make up for a broken one")
      return false
    }
    await ask(store)
    let health = try? await store.health()
    let all = try? await store.all()
    let found = try? await store.tasks(TaskQuery(TaskFilter(state: .any)))
    if sample.isRescuable {
      precondition(health?.isWhole == true, "a whole file does not make up for a broken one")
      precondition(all.map { Set($0.map(\.id)) } == Set(SampleTaskDatabase.tasks.map(\.id)), "tasks are gone")
    }
    if let all, let found { precondition(all.count == found.count, "the index finds others than there are") }
    await write(to: store)
    return (try? await store.close()) != nil
  }

  private static func ask(_ store: SQLiteTaskStore) async {
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    _ = try? await store.snapshot(of: query)
    _ = try? await store.count(query.filter)
    _ = try? await store.tasks([SampleTaskDatabase.id(1), SampleTaskDatabase.id(8)])
    _ = try? await store.task(SampleTaskDatabase.id(2))
    var words = TaskFilter(state: .open)
    words.words = ["task"]
    _ = try? await store.tasks(TaskQuery(words))
    _ = try? await store.reminders(until: SampleTaskDatabase.now)
    _ = try? await store.nextReminder(after: .distantPast)
    _ = try? await store.summaries(5, showing: 1)
    for operation in (try? await store.history(5)) ?? [] { _ = try? await store.operation(operation.id) }
    _ = try? await store.state(SampleTaskDatabase.key)
    _ = try? await store.reminderStates()
  }

  /// Changes a task, takes that back, and lets old operations go.
  private static func write(to store: SQLiteTaskStore) async {
    let now = SampleTaskDatabase.now
    let before = try? await store.task(SampleTaskDatabase.id(3))
    var after = SampleTaskDatabase.tasks[2]
    after.modifiedAt = now + 1
    let changes = [TaskChange(before: before, after: after)]
    if let made = try? await store.apply(changes, as: "edit", at: now, rewriting: nil) {
      _ = try? await store.undo(made.id, changes, erasing: true)
    }
    _ = try? await store.expireHistory(before: now, keeping: 1)
    _ = try? await store.setState([4], for: SampleTaskDatabase.key)
  }
}
