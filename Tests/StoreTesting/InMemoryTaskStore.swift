public import FoundationEssentials
public import VaultModel

@testable public import TaskStore

/// A store that lives as long as the process.
public actor InMemoryTaskStore: TaskStore, VaultStateStore, ReminderStateStore {
  private var tasks = TaskCollection()
  private var operations: [TaskOperation] = []
  /// The highest number that an operation has had.
  private var lastNumber: Int64 = 0
  private var states: [VaultStateKey: [UInt8]] = [:]
  private var marks: [[UUID?]: ReminderState] = [:]
  private var observers = TaskObservers()

  /// Makes an empty store.
  public init() {}

  /// Adds a task.
  public func create(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    guard tasks[task.id] == nil else { throw TaskStoreError(.alreadyExists, ids: [task.id]) }
    tasks[task.id] = task
    observers.signal()
  }

  /// Replaces the tasks of the same ids, all or none of them.
  public func update(_ changed: [TodoTask]) throws(TaskStoreError) {
    for task in changed { try task.checkStorable() }
    let missing = changed.map(\.id).filter { tasks[$0] == nil }
    guard missing.isEmpty else { throw TaskStoreError(.notFound, ids: missing) }
    for task in changed { tasks[task.id] = task }
    observers.signal()
  }

  /// Removes the task and says whether there was one.
  @discardableResult
  public func delete(_ id: UUID) -> Bool {
    guard tasks[id] != nil else { return false }
    tasks[id] = nil
    observers.signal()
    return true
  }

  /// Always whole.
  public func health() -> StoreHealth { StoreHealth() }

  /// Always whole.
  public func knownHealth() -> StoreHealth { StoreHealth() }
}

// MARK: Operations

extension InMemoryTaskStore {
  /// Makes the changes and keeps them in the log.
  @discardableResult
  public func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting?
  ) throws(TaskStoreError) -> TaskOperation {
    try TaskChange.check(changes)
    let conflicts = tasks.conflicts(with: changes)
    guard conflicts.isEmpty else { throw TaskStoreError(.conflict, ids: conflicts) }
    let ids = changes.compactMap(\.id)
    var operation = TaskOperation(
      id: lastNumber + 1, date: date, action: action, tasks: ids, record: .open(changes))
    var log = operations
    if let rewriting {
      operation = try rewriting(operation)
      for index in log.indices where !Set(ids).isDisjoint(with: log[index].tasks) {
        log[index] = try rewriting(log[index])
      }
    }
    operations = log + [operation]
    lastNumber = operation.id
    tasks.make(changes)
    observers.signal()
    return operation
  }

  /// The newest operations, newest first.
  public func history(_ limit: Int) -> [TaskOperation] { operations.suffix(max(0, limit)).reversed() }

  /// The operation of that number.
  public func operation(_ id: Int64) -> LoggedOperation? {
    guard let index = operations.firstIndex(where: { $0.id == id }) else { return nil }
    let tasks = Set(operations[index].tasks)
    let next = operations[(index + 1)...].first { !$0.isSkipped && !tasks.isDisjoint(with: $0.tasks) }
    return LoggedOperation(operation: operations[index], followedBy: next?.id)
  }

  /// Takes back an operation that is the last on its tasks.
  public func undo(_ id: Int64, _ changes: [TaskChange], erasing: Bool) throws(TaskStoreError) {
    guard operation(id)?.isLast == true else { throw TaskStoreError(notLast: id) }
    let inverses = changes.map(\.inverse)
    let conflicts = tasks.conflicts(with: inverses)
    guard conflicts.isEmpty else { throw TaskStoreError(.conflict, ids: conflicts) }
    operations.removeAll { $0.id == id }
    tasks.make(inverses)
    observers.signal()
  }

  /// Marks the newest operation that is not skipped as skipped.
  public func skip(_ id: Int64) throws(TaskStoreError) { operations[try newest(id)].isSkipped = true }

  /// Where the operation is, if it is the newest that is not skipped.
  private func newest(_ id: Int64) throws(TaskStoreError) -> Int {
    guard let index = operations.lastIndex(where: { !$0.isSkipped }), operations[index].id == id else {
      throw TaskStoreError(notNewest: id)
    }
    return index
  }

  /// Removes old operations.
  public func expireHistory(before date: Date, keeping count: Int) -> [TaskOperation] {
    let surplus = operations.count - max(0, count)
    let expired = operations.enumerated().filter { $0.offset < surplus || $0.element.date < date }.map(\.element)
    operations.removeAll { operation in expired.contains { $0.id == operation.id } }
    return expired
  }
}

// MARK: Questions

extension InMemoryTaskStore {
  /// The task of that id, or nil.
  public func task(_ id: UUID) -> TodoTask? { tasks[id] }

  /// Those of the ids' tasks that there are.
  public func tasks(_ ids: [UUID]) -> [UUID: TodoTask] { tasks.tasks(ids) }

  /// All tasks, by the time they were made, then by id.
  public func all() -> [TodoTask] { tasks.all }

  /// The tasks whose id begins with `prefix`.
  public func tasks(matching prefix: TaskIDPrefix) -> [TodoTask] { tasks.matching(prefix) }

  /// How many tasks there are.
  public func count() -> Int { tasks.count }

  /// What the query finds.
  public func tasks(_ query: TaskQuery) -> [TodoTask] { query.result(in: tasks.tasks.values) }

  /// The ids of what the query finds.
  public func ids(_ query: TaskQuery) -> [UUID] { query.result(in: tasks.tasks.values).map(\.id) }

  /// Which tasks have these ids.
  public func owners(of ids: [UUID]) -> [UUID: UUID] { tasks.tasks(ids).mapValues(\.id) }

  /// How many tasks each filter means.
  public func counts(_ filters: [TaskFilter]) -> [Int] { filters.map { tasks.count($0) } }

  /// The shortest prefixes that name the tasks.
  public func shortIDs(of ids: [UUID]) -> [UUID: String] { tasks.shortIDs(of: ids) }

  /// The reminders up to `date`.
  public func reminders(until date: Date) -> [Reminder] { tasks.reminders(until: date) }

  /// When the first reminder after `date` is.
  public func nextReminder(after date: Date) -> Date? { tasks.nextReminder(after: date) }

  /// A signal for every change.
  public func changes() -> AsyncStream<Void> {
    observers.add { [weak self] number in
      Task { await self?.stopObserving(number) }
    }
  }

  private func stopObserving(_ number: Int) { observers.remove(number) }
}

// MARK: State

extension InMemoryTaskStore {
  /// The value under `key`, or nil.
  public func state(_ key: VaultStateKey) -> [UInt8]? { states[key] }

  /// Stores `value` under `key`; nil removes it.
  public func setState(_ value: [UInt8]?, for key: VaultStateKey) throws(TaskStoreError) {
    try VaultStateKey.check(value)
    states[key] = value
  }

  /// All marks.
  public func reminderStates() -> [ReminderState] { Array(marks.values) }

  /// Stores a mark.
  public func setReminderState(_ mark: ReminderState) { marks[[mark.task, mark.subtask]] = mark }

  /// Removes a mark.
  public func removeReminderState(task: UUID, subtask: UUID?) { marks[[task, subtask]] = nil }
}
