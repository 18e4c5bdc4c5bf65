internal import FoundationEssentials
internal import VaultModel

@testable internal import TaskStore

/// What a fuzzer does with a task database that was opened.
enum TaskDatabaseStep: CaseIterable {
  case page, names, words, reminders, history, state, check, edit, expire, note

  func take(in store: SQLiteTaskStore, of sample: SampleTaskDatabase) async {
    switch self {
    case .page:
      let query = TaskQuery(TaskFilter(state: .any), order: .name)
      _ = try? await store.snapshot(of: query)
      _ = try? await store.count(query.filter)
    case .names:
      _ = try? await store.tasks([SampleTaskDatabase.id(1), SampleTaskDatabase.id(8)])
      _ = try? await store.task(SampleTaskDatabase.id(2))
    case .words:
      var words = TaskFilter(state: .open)
      words.words = ["task"]
      _ = try? await store.tasks(TaskQuery(words))
    case .reminders:
      _ = try? await store.reminders(until: SampleTaskDatabase.now)
      _ = try? await store.nextReminder(after: .distantPast)
    case .history:
      _ = try? await store.summaries(5, showing: 1)
      for operation in (try? await store.history(5)) ?? [] { _ = try? await store.operation(operation.id) }
    case .state:
      _ = try? await store.state(SampleTaskDatabase.key)
      _ = try? await store.reminderStates()
    case .check: await check(store, sample)
    case .edit: await edit(store)
    case .expire: _ = try? await store.expireHistory(before: SampleTaskDatabase.now, keeping: 1)
    case .note: _ = try? await store.setState([4], for: SampleTaskDatabase.key)
    }
  }

  private func check(_ store: SQLiteTaskStore, _ sample: SampleTaskDatabase) async {
    let health = try? await store.health()
    if sample.isRescuable {
      precondition(health?.isWhole == true, "a whole file does not make up for a broken one")
    }
    let all = try? await store.all()
    let found = try? await store.tasks(TaskQuery(TaskFilter(state: .any)))
    if let all, let found { precondition(all.count == found.count, "the index finds others than there are") }
  }

  /// Changes a task, and takes that back.
  private func edit(_ store: SQLiteTaskStore) async {
    let now = SampleTaskDatabase.now
    let before = try? await store.task(SampleTaskDatabase.id(3))
    var after = SampleTaskDatabase.tasks[2]
    after.modifiedAt = now + 1
    let changes = [TaskChange(before: before, after: after)]
    guard let made = try? await store.apply(changes, as: "edit", at: now, rewriting: nil) else { return }
    _ = try? await store.undo(made.id, changes, erasing: true)
  }
}
