public import FoundationEssentials
internal import GRDB
public import VaultModel

/// Tasks and the vault's state in a SQLite file with a second copy beside it (`NAME.copy`).
///
/// WAL, `synchronous=FULL`: a write is one durable commit. Both files have mode 0600. One flipped byte anywhere in either
/// file is noticed when it is read and put right from the other one.
public actor SQLiteTaskStore: TaskStore, VaultStateStore {
  private let database: MirroredDatabase
  private let executor = DatabaseExecutor(label: "vault.tasks")

  /// Runs on a queue of its own: a file that another program holds must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store at `path`, or makes it; its directory exists.
  ///
  /// - Parameter busyTimeout: how many seconds another program's lock on the file is waited for.
  /// - Throws: ``TaskStoreError``: `newerFormat`, `readOnly`, `diskFull`, `busy`, or `damaged` when neither copy can be
  ///   read at all.
  public init(path: String, busyTimeout: Double = 2) throws(TaskStoreError) {
    database = try MirroredDatabase(path: path, schema: TaskSchema.schema, busyTimeout: busyTimeout)
  }

  /// Folds the write-ahead logs into the files and closes them; the store must not be used afterwards.
  public func close() throws(TaskStoreError) { try database.close() }

  /// Adds a task.
  public func create(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    try database.write { connection, _ in
      guard try connection.row(TaskSchema.name(task.id)) == nil, try connection.row(TaskSchema.lostName(task.id)) == nil
      else { throw TaskStoreError(.alreadyExists, ids: [task.id]) }
      return [.put(TaskSchema.name(task.id), task.cells)]
    }
  }

  /// The task of that id, or nil.
  public func task(_ id: UUID) throws(TaskStoreError) -> TodoTask? {
    let found = try database.read { connection -> TodoTask? in
      if let row = try connection.row(TaskSchema.name(id)) { return try row.task() }
      guard try connection.row(TaskSchema.lostName(id)) == nil else {
        throw TaskStoreError(.damaged, "neither copy can show it; delete it, or restore a backup", ids: [id])
      }
      return nil
    }
    // A damaged key makes its row look absent: only a look at all of them tells.
    if found != nil { return found }
    return try database.isComplete(TaskSchema.task) ? nil : task(id)
  }

  /// Replaces the task of the same id.
  public func update(_ task: TodoTask) throws(TaskStoreError) {
    try task.checkStorable()
    try database.write { connection, _ in
      guard try connection.row(TaskSchema.name(task.id)) != nil else {
        throw TaskStoreError(.notFound, ids: [task.id])
      }
      return [.put(TaskSchema.name(task.id), task.cells)]
    }
  }

  /// Removes the task, also a damaged one, and says whether there was one.
  @discardableResult
  public func delete(_ id: UUID) throws(TaskStoreError) -> Bool {
    var existed = false
    try database.write { connection, _ in
      let names = [TaskSchema.name(id), TaskSchema.lostName(id)]
      let present = try names.filter { try connection.row($0) != nil }
      existed = !present.isEmpty
      return present.map { .remove($0) }
    }
    return existed
  }

  /// All tasks that can be read, by the time they were made, then by id.
  public func all() throws(TaskStoreError) -> [TodoTask] {
    try database.rows(of: TaskSchema.task).compactMap(TodoTask.init).sorted(by: TodoTask.isListedBefore)
  }

  /// The tasks whose id begins with `prefix`.
  public func tasks(matching prefix: TaskIDPrefix) throws(TaskStoreError) -> [TodoTask] {
    let found = try database.read { connection in
      var tasks: [TodoTask] = []
      let rows = try connection.rowCursor(
        TaskSchema.task, where: "WHERE key BETWEEN ? AND ? ORDER BY key", [Data(prefix.lowest), Data(prefix.highest)])
      while let row = try rows.next() { try tasks.append(row.task()) }
      return tasks.sorted(by: TodoTask.isListedBefore)
    }
    if !found.isEmpty { return found }
    return try database.isComplete(TaskSchema.task) ? found : tasks(matching: prefix)
  }

  /// How many tasks there are.
  public func count() throws(TaskStoreError) -> Int { try database.count(of: TaskSchema.task) }

  /// Checks everything and repairs what can be repaired.
  public func health() throws(TaskStoreError) -> StoreHealth {
    try database.check()
    var health = database.health
    for row in try database.rows(of: Schema.lostTable) {
      let key = Array(row.name.key.dropFirst())
      if row.name.key.first == UInt8(TaskSchema.task.index), let id = UUID(bytes: key) {
        health.damagedTasks.append(id)
      } else {
        health.damagedRows.append(row.name.description)
      }
    }
    return health
  }

  /// The value under `key`, or nil.
  public func state(_ key: VaultStateKey) throws(TaskStoreError) -> [UInt8]? {
    let found = try database.read { connection -> [UInt8]? in
      guard let row = try connection.row(key.rowName)?.valid() else { return nil }
      return if case .blob(let value) = row.cells.first { value } else { nil }
    }
    if found != nil { return found }
    return try database.isComplete(TaskSchema.state) ? nil : state(key)
  }

  /// Stores `value` under `key`; nil removes it.
  public func setState(_ value: [UInt8]?, for key: VaultStateKey) throws(TaskStoreError) {
    try VaultStateKey.check(value)
    try database.write { _, _ in
      if let value { [.put(key.rowName, [.blob(value)])] } else { [.remove(key.rowName)] }
    }
  }
}

extension VaultStateKey {
  fileprivate var rowName: RowName { RowName(table: TaskSchema.state, key: Array(rawValue.utf8)) }
}

extension ReadRow {
  fileprivate func task() throws -> TodoTask {
    guard let task = TodoTask(try valid()) else { throw TaskStoreError(.failed, "a row of tasks holds none") }
    return task
  }
}
