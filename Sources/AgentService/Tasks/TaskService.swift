internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// What is done to tasks whoever asks for it: a command, a notification's button, or the clock.
struct TaskService: Sendable {
  let tasks: any TaskStore
  let records: SealedRecords

  /// Makes the changes as one operation that can be taken back.
  @discardableResult
  func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting? = nil
  ) async throws(Failure) -> TaskOperation {
    try await TaskEdits(tasks).apply(changes, as: action, at: date, rewriting: rewriting)
  }

  /// Makes open tasks done; those that repeat move on. Texts that serve once are destroyed.
  ///
  /// - Returns: the tasks as they are now, and the operation that made them so.
  func complete(
    _ open: [TodoTask], at now: Date
  ) async throws(Failure) -> (tasks: [TodoTask], operation: TaskOperation) {
    var destroyed: [TodoTask] = []
    var changes: [TaskChange] = []
    for task in open {
      let next = try await nextOccurrence(of: task, after: now)
      var made = Completion.changes(completing: task, at: now, next: next, newID: UUID.init)
      if task.destruction == .whenDone, next == nil {
        made[0].after = made[0].after?.destroyed()
        destroyed.append(task)
      }
      changes += made
    }
    // The log knows of steps that were taken away before, until it forgets the tasks.
    let unreferenced = destroyed.isEmpty ? [] : try await records.names(of: try await items(of: destroyed))
    let rewriting: OperationRewriting? = destroyed.isEmpty ? nil : .forgetting(destroyed.map(\.id))
    let operation = try await apply(changes, as: "done", at: now, rewriting: rewriting)
    if !destroyed.isEmpty { records.forgetRead() }
    if let error = await records.removeUnreferenced(unreferenced) {
      throw Failure(
        .inputOutput, "It is done, but the sealed text could not be destroyed yet. \(error.$message)",
        hint: "That is tried again every minute.")
    }
    return (changes.filter { $0.before != nil }.compactMap(\.after), operation)
  }

  /// Whether completing one of the tasks destroys its text: not while it repeats.
  func destroysText(completing open: [TodoTask], at now: Date) async throws(Failure) -> Bool {
    for task in open where task.destruction == .whenDone {
      if try await nextOccurrence(of: task, after: now) == nil { return true }
    }
    return false
  }

  /// The occurrence that follows when the present one is done; dates that its store takes out of the rule are passed over.
  private func nextOccurrence(of task: TodoTask, after date: Date) async throws(Failure) -> Occurrence? {
    guard task.recurrence != nil else { return nil }
    return Recurrence.next(of: task, after: date, excluding: try await excludedDates(of: task))
  }

  private func excludedDates(of task: TodoTask) async throws(Failure) -> [DueMoment] {
    guard let tasks = tasks as? any ForeignTaskStore else { return [] }
    return try await TaskStoreError.asFailure(await tasks.excludedDates(of: task.id))
  }

  /// Removes everything that was ever sealed for a task: what it refers to now, and what an undo could have brought back.
  func removeRecords(of task: TodoTask) async throws(Failure) {
    try await records.removeAll(of: try await items(of: [task]))
  }

  /// The tasks and all steps that they have, or had before a change that can be taken back.
  private func items(of destroyed: [TodoTask]) async throws(Failure) -> Set<UUID> {
    let tasks = Set(destroyed.map(\.id))
    let operations = try await TaskStoreError.asFailure(await self.tasks.history(.max))
    let former = operations.flatMap { operation -> [TodoTask] in
      guard case .open(let changes) = operation.record else { return [] }
      return changes.flatMap { [$0.before, $0.after].compactMap { $0 } }.filter { tasks.contains($0.id) }
    }
    return Set((destroyed + former).flatMap { [$0.id] + $0.subtasks.map(\.id) })
  }
}

// MARK: Reminders

extension TaskService {
  /// Makes done what was reminded of, if it still has this reminder: of a repeating task only the occurrence that was shown.
  func complete(_ reminder: Reminder, at now: Date) async throws(Failure) {
    guard let task = try await task(reminder.task), task.reminders.contains(reminder) else { return }
    guard let subtask = reminder.subtask else {
      _ = try await complete([task], at: now)
      return
    }
    var after = task
    for index in after.subtasks.indices where after.subtasks[index].id == subtask {
      after.subtasks[index].isDone = true
    }
    after.modifiedAt = now
    try await apply([TaskChange(before: task, after: after)], as: "subtask done", at: now)
  }

  /// Moves a repeating task nobody did to the newest of its occurrences that has come.
  ///
  /// - Returns: when the one after that comes; nil for never.
  func advance(_ task: TodoTask, at now: Date) async throws(Failure) -> Date? {
    guard var current = try await self.task(task.id), !current.isDone else { return nil }
    // An occurrence of a day comes when it is reminded of, and its due date is that day's last second.
    let lead = current.isAllDay ? Reminder.allDayLead : 0
    let excluded = current.recurrence == nil ? [] : try await excludedDates(of: current)
    if let occurrence = Recurrence.current(of: current, at: now.addingTimeInterval(lead), excluding: excluded) {
      let moved = current.moved(to: occurrence, at: now)
      try await apply([TaskChange(before: current, after: moved)], as: "next occurrence", at: now)
      current = moved
    }
    let next = Recurrence.next(of: current, after: current.dueDate ?? now, excluding: excluded)
    return next?.date.addingTimeInterval(-lead)
  }

  /// The task of that id; nil where there is none.
  func task(_ id: UUID) async throws(Failure) -> TodoTask? {
    try await TaskStoreError.asFailure(await tasks.task(id))
  }
}
