internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// A task with the short id that names it among all.
struct NamedTask: Sendable {
  let shortID: String
  var task: TodoTask

  /// What a client sees of it.
  var row: TaskRow { TaskRow(shortID: shortID, task: task) }
}

/// Which tasks a person means, and what they are called: a prefix of a task's UUID, as short as it is the only one.
struct TaskNames: Sendable {
  let tasks: any TaskReading

  /// The task that `reference` names (a prefix of its UUID, with or without dashes), with its short id.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/usage`` when it names none, or several.
  func named(_ reference: String) async throws(Failure) -> NamedTask {
    guard let prefix = TaskIDPrefix(reference) else {
      throw Failure(
        .usage, "\u{201C}\(reference)\u{201D} is not a task ID.", hint: "IDs are in the first column of vault list.")
    }
    let family = try await family(of: prefix)
    let found = family.filter { prefix.matches($0.id) }
    guard let task = found.first else {
      throw Failure(.usage, "There is no task \(prefix).", hint: "IDs are in the first column of vault list.")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "\(prefix) names \(found.count) tasks.", hint: "Give more of the id.")
    }
    return NamedTask(shortID: ShortIDs.shortest(for: family.map(\.id))[task.id] ?? task.id.hexDigits, task: task)
  }

  /// The tasks that the references name, each once, in that order.
  func named(_ references: [String]) async throws(Failure) -> [NamedTask] {
    guard !references.isEmpty else {
      throw Failure(.usage, "No task is named.", hint: "IDs are in the first column of vault list.")
    }
    var found: [NamedTask] = []
    for reference in references {
      let one = try await named(reference)
      if !found.contains(where: { $0.task.id == one.task.id }) { found.append(one) }
    }
    return found
  }

  /// The tasks with the short ids that name them among all, in their order.
  func withShortIDs(_ tasks: [TodoTask]) async throws(Failure) -> [NamedTask] {
    let shortIDs = try await TaskStoreError.asFailure(await self.tasks.shortIDs(of: tasks.map(\.id)))
    return tasks.map { NamedTask(shortID: shortIDs[$0.id] ?? $0.id.hexDigits, task: $0) }
  }

  /// What a client sees of tasks, in their order.
  func rows(_ tasks: [TodoTask]) async throws(Failure) -> [TaskRow] { try await withShortIDs(tasks).map(\.row) }

  /// What a client sees of a task.
  func row(_ task: TodoTask) async throws(Failure) -> TaskRow { try await rows([task])[0] }

  /// A task as it is now.
  ///
  /// - Throws: ``Failure`` when it is there no more.
  func current(_ task: TodoTask) async throws(Failure) -> TodoTask {
    let current = try await TaskStoreError.asFailure(await tasks.task(task.id))
    guard let current else { throw Failure(TaskStoreError(.notFound, ids: [task.id])) }
    return current
  }

  /// All tasks that can be read.
  func all() async throws(Failure) -> [TodoTask] {
    try await TaskStoreError.asFailure(await tasks.all())
  }

  /// All protected tasks, by when they were made.
  func sealed() async throws(Failure) -> [TodoTask] {
    try await TaskStoreError.asFailure(await tasks.sealed())
  }

  /// The tasks whose ids begin alike: only they can make a short id longer.
  private func family(of prefix: TaskIDPrefix) async throws(Failure) -> [TodoTask] {
    let shortest = prefix.shortened(to: ShortIDs.minimumDigitCount)
    return try await TaskStoreError.asFailure(await tasks.tasks(matching: shortest))
  }
}
