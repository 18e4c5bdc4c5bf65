public import FoundationEssentials
public import VaultModel

/// A store that lives as long as the process: for tests and previews.
public actor InMemoryTaskStore: TaskStore, VaultStateStore {
  private var tasks: [UUID: TodoTask] = [:]
  private var states: [VaultStateKey: [UInt8]] = [:]

  /// Makes an empty store.
  public init() {}

  /// Adds a task.
  public func create(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    guard tasks[task.id] == nil else { throw TaskStoreError(.alreadyExists, ids: [task.id]) }
    tasks[task.id] = task
  }

  /// The task of that id, or nil.
  public func task(_ id: UUID) -> TodoTask? { tasks[id] }

  /// Replaces the task of the same id.
  public func update(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    guard tasks[task.id] != nil else { throw TaskStoreError(.notFound, ids: [task.id]) }
    tasks[task.id] = task
  }

  /// Removes the task and says whether there was one.
  @discardableResult
  public func delete(_ id: UUID) -> Bool { tasks.removeValue(forKey: id) != nil }

  /// All tasks, by the time they were made, then by id.
  public func all() -> [TodoTask] { tasks.values.sorted(by: TodoTask.isListedBefore) }

  /// The tasks whose id begins with `prefix`.
  public func tasks(matching prefix: TaskIDPrefix) -> [TodoTask] { all().filter { prefix.matches($0.id) } }

  /// How many tasks there are.
  public func count() -> Int { tasks.count }

  /// Always whole.
  public func health() -> StoreHealth { StoreHealth() }

  /// The value under `key`, or nil.
  public func state(_ key: VaultStateKey) -> [UInt8]? { states[key] }

  /// Stores `value` under `key`; nil removes it.
  public func setState(_ value: [UInt8]?, for key: VaultStateKey) throws(TaskStoreError) {
    try VaultStateKey.check(value)
    states[key] = value
  }
}

extension VaultStateKey {
  static func check(_ value: [UInt8]?) throws(TaskStoreError) {
    guard (value?.count ?? 0) <= maximumValueByteCount else {
      throw TaskStoreError(.invalid, "a value is longer than \(maximumValueByteCount) bytes")
    }
  }
}
