internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func add(_ draft: TaskDraft) async throws(Failure) -> Reply {
    let now = Date()
    let task = draft.task(id: UUID(), at: now, newID: UUID.init)
    try TaskRules.check(task)
    if let rule = task.recurrence { try Recurrence.check(rule, from: task.dueDate) }
    try await apply([TaskChange(before: nil, after: task)], as: "add", at: now)
    return .task(try await row(task))
  }

  func list(_ query: TaskQuery) async throws(Failure) -> Reply {
    var query = query
    query.limit = min(max(0, query.limit ?? .max), AgentProtocol.maximumPageCount)
    do throws(TaskStoreError) {
      let found = TaskRules.page(try await tasks.tasks(query))
      let total = try await tasks.count(query.filter)
      let shortIDs = try await tasks.shortIDs(of: found.map(\.id))
      let rows = found.map { TaskRow(shortID: shortIDs[$0.id] ?? $0.id.hexDigits, task: $0) }
      return .tasks(TaskPage(rows: rows, total: total))
    } catch { throw Failure(error) }
  }

  func show(_ reference: String) async throws(Failure) -> Reply {
    let named = try await named(reference)
    return .task(TaskRow(shortID: named.shortID, task: named.task, withNotes: true))
  }

  /// Makes the changes as one operation that can be taken back.
  @discardableResult
  func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting? = nil
  ) async throws(Failure) -> TaskOperation {
    try await work.apply(changes, as: action, at: date, rewriting: rewriting)
  }

  /// What commands share with notifications and the clock.
  var work: TaskWork { TaskWork(tasks: tasks, credentials: credentials) }

  func allTasks() async throws(Failure) -> [TodoTask] {
    do { return try await tasks.all() } catch { throw Failure(error) }
  }
}

// MARK: Names

/// A task with the short id that names it among all.
struct NamedTask: Sendable {
  let shortID: String
  var task: TodoTask

  /// What a client sees of it.
  var row: TaskRow { TaskRow(shortID: shortID, task: task) }
}

extension VaultAgent {
  /// The task that `reference` names (a prefix of its UUID, with or without dashes), with its short id.
  func named(_ reference: String) async throws(Failure) -> NamedTask {
    guard let prefix = TaskIDPrefix(reference) else {
      throw Failure(
        .usage, "\u{201C}\(reference)\u{201D} is no task id.", hint: "Ids are in the first column of vault list.")
    }
    let family = try await family(of: prefix)
    let found = family.filter { prefix.matches($0.id) }
    guard let task = found.first else {
      throw Failure(.usage, "There is no task \(prefix).", hint: "Ids are in the first column of vault list.")
    }
    guard found.count == 1 else {
      throw Failure(.usage, "\(prefix) names \(found.count) tasks.", hint: "Give more of the id.")
    }
    return NamedTask(shortID: ShortIDs.shortest(for: family.map(\.id))[task.id] ?? task.id.hexDigits, task: task)
  }

  /// The tasks that the references name, each once, in that order.
  func named(_ references: [String]) async throws(Failure) -> [NamedTask] {
    guard !references.isEmpty else {
      throw Failure(.usage, "No task is named.", hint: "Ids are in the first column of vault list.")
    }
    var found: [NamedTask] = []
    for reference in references {
      let one = try await named(reference)
      if !found.contains(where: { $0.task.id == one.task.id }) { found.append(one) }
    }
    return found
  }

  /// A task with the short id that names it among all.
  func row(_ task: TodoTask) async throws(Failure) -> TaskRow { try await rows([task])[0] }

  /// Tasks with the short ids that name them among all.
  func rows(_ tasks: [TodoTask]) async throws(Failure) -> [TaskRow] {
    do throws(TaskStoreError) {
      let shortIDs = try await self.tasks.shortIDs(of: tasks.map(\.id))
      return tasks.map { TaskRow(shortID: shortIDs[$0.id] ?? $0.id.hexDigits, task: $0) }
    } catch { throw Failure(error) }
  }

  /// The tasks whose ids begin alike: only they can make a short id longer.
  private func family(of prefix: TaskIDPrefix) async throws(Failure) -> [TodoTask] {
    do { return try await tasks.tasks(matching: prefix.shortened(to: ShortIDs.minimumDigitCount)) } catch {
      throw Failure(error)
    }
  }
}
