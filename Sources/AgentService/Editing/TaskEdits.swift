internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// Changes tasks, each time as one operation that can be taken back, and says what became of them.
struct TaskEdits: Sendable {
  let names: TaskNames
  private let tasks: any TaskStore
  /// What time it is.
  let now: @Sendable () -> Date

  init(_ tasks: any TaskStore, now: @escaping @Sendable () -> Date = { Date() }) {
    names = TaskNames(tasks: tasks)
    self.tasks = tasks
    self.now = now
  }

  /// Makes a task, as one operation.
  ///
  /// - Returns: what a client sees of it, with the number of the operation.
  func add(_ task: TodoTask, at date: Date) async throws(Failure) -> TaskRow {
    let operation = try await apply([TaskChange(before: nil, after: task)], as: "add", at: date)
    var row = try await names.row(task)
    row.operation = operation.id
    return row
  }

  /// Makes the changes as one operation.
  @discardableResult
  func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting? = nil
  ) async throws(Failure) -> TaskOperation {
    try await TaskStoreError.asFailure(await tasks.apply(changes, as: action, at: date, rewriting: rewriting))
  }

  /// Has undo pass over an operation that was just made: the person did not ask for it.
  func passOver(_ operation: TaskOperation) async throws(Failure) {
    do throws(TaskStoreError) { try await tasks.skip(operation.id) } catch {
      // Another operation came in between: then undo stops at that one first.
      guard error.code == .conflict else { throw Failure(error) }
    }
  }

  /// Applies an edit to each of the tasks, in one operation. Those it leaves as they were are not part of it.
  func edit(
    _ references: [String], as action: String = "edit", _ edit: (TodoTask) throws(Failure) -> TodoTask
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await names.named(references)
    let now = now()
    var changes: [TaskChange] = []
    for one in named {
      var after = try edit(one.task)
      guard after != one.task else { continue }
      after.modifiedAt = now
      try TaskRules.check(after)
      changes.append(TaskChange(before: one.task, after: after))
    }
    guard !changes.isEmpty else { return try await report("unchanged", named.map(\.task)) }
    let operation = try await apply(changes, as: action, at: now)
    return try await report(action, changes.compactMap(\.after), operation: operation)
  }

  /// Applies an edit to subtasks of a task, by their places, and names them in the report.
  func editSubtasks(
    _ numbers: [Int], _ seen: [UUID]? = nil, of reference: String, as action: String,
    _ edit: (inout TodoTask, _ indices: [Int]) throws(Failure) -> Void
  ) async throws(Failure) -> TaskChangeReport {
    var steps: [TaskChangeReport.NumberedStep] = []
    var report = try await self.edit([reference], as: action) { (task) throws(Failure) in
      let indices = try Self.indices(numbers, seen, of: task)
      steps = indices.map { .init($0 + 1, task.subtasks[$0].name) }
      var after = task
      try edit(&after, indices)
      return after
    }
    for index in report.lines.indices { report.lines[index].steps = steps }
    return report
  }

  /// The places of subtasks by their numbers, each once.
  ///
  /// - Parameter seen: which they are to be, one for each number; nil for whatever stands there.
  static func indices(_ numbers: [Int], _ seen: [UUID]? = nil, of task: TodoTask) throws(Failure) -> [Int] {
    let ids = task.subtasks.map(\.id)
    if let seen, seen != numbers.map({ $0 >= 1 && $0 <= ids.count ? ids[$0 - 1] : nil }) { throw .changedMeanwhile }
    guard !numbers.isEmpty else {
      throw Failure(.usage, "No subtask is named.", hint: "Their numbers are in vault show.")
    }
    for number in numbers where !(1...max(1, task.subtasks.count)).contains(number) || task.subtasks.isEmpty {
      let count = task.subtasks.count
      throw Failure(
        .usage, count == 0 ? "That task has no subtasks." : "That task has no subtask \(number); it has \(count).",
        hint: "Their numbers are in vault show.")
    }
    return Set(numbers.map { $0 - 1 }).sorted()
  }

  /// What is said of tasks that were changed.
  ///
  /// - Parameter operation: the one that changed them; nil where nothing was changed.
  func report(
    _ action: String, _ tasks: [TodoTask], notes: [LocalizedText] = [], operation: TaskOperation? = nil
  ) async throws(Failure) -> TaskChangeReport {
    TaskChangeReport(
      try await names.rows(tasks).map { .init(action, $0) }, notes: notes, operation: operation?.id)
  }

  /// The report of a change after which stale plaintext must be nowhere, with the news that it still is somewhere.
  ///
  /// - Parameter change: what was done, the beginning of a sentence.
  func erased(_ report: TaskChangeReport, _ change: LocalizedText) async -> TaskChangeReport {
    var report = report
    report.trouble = await tasks.pendingErasureError().map { Failure(unerased: $0, after: change) }
    return report
  }
}
