internal import DurableFiles
public import FoundationEssentials
internal import GRDB
public import VaultModel

/// Tasks, the operations log, reminder marks and the vault's state in a SQLite file with a second copy beside it
/// (`NAME.copy`).
///
/// WAL, `synchronous=FULL`: a write is one durable commit. Both files have mode 0600. One flipped byte anywhere in either
/// file is noticed when it is read and put right from the other one. Questions are answered through an index, which is
/// derived from the tasks and built anew wherever it may not fit them.
///
/// Opening takes as long for many tasks as for few: whether SQLite finds the structure of the files sound is found out beside the
/// first questions. A change waits for that.
public actor SQLiteTaskStore: TaskStore, VaultStateStore, ReminderStateStore {
  let database: MirroredDatabase
  var observers = TaskObservers()
  /// Why stale plaintext could not be erased yet; every change tries again.
  private var unerased: TaskStoreError?
  private let executor = SerialQueueExecutor(label: "vault.tasks")

  /// Runs on a queue of its own: a file that another program holds must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store at `path`, or makes it; its directory exists.
  ///
  /// - Parameter busyTimeout: how many seconds another program's lock on the file is waited for.
  /// - Throws: ``TaskStoreError``: `newerFormat`, `readOnly`, `diskFull`, `busy`, or `damaged` when neither copy can be
  ///   read at all.
  public init(path: String, busyTimeout: Double = 2) throws(TaskStoreError) {
    let database = try MirroredDatabase(path: path, schema: TaskSchema.schema, busyTimeout: busyTimeout)
    self.database = database
    unerased = Self.eraseTraces(in: database, isPatient: true)
  }

  /// Folds the write-ahead logs into the files and closes them, and ends what observes the store, which must not be used
  /// afterwards.
  public func close() throws(TaskStoreError) {
    observers.end()
    try database.close()
  }

  /// Adds a task.
  public func create(_ task: TodoTask) async throws(TaskStoreError) {
    try task.checkStorable()
    try await change { connection, _ in
      guard try connection.row(TaskSchema.name(task.id)) == nil, try connection.row(TaskSchema.lostName(task.id)) == nil
      else { throw TaskStoreError(.alreadyExists, ids: [task.id]) }
      return [.put(TaskSchema.name(task.id), task.cells)]
    }
  }

  /// Replaces the tasks of the same ids, all or none of them.
  public func update(_ tasks: [TodoTask]) async throws(TaskStoreError) {
    for task in tasks { try task.checkStorable() }
    try await change { connection, _ in
      let missing = try tasks.map(\.id).filter { try connection.row(TaskSchema.name($0)) == nil }
      guard missing.isEmpty else { throw TaskStoreError(.notFound, ids: missing) }
      return tasks.map { .put(TaskSchema.name($0.id), $0.cells) }
    }
  }

  /// Removes the task, also a damaged one, and says whether there was one.
  @discardableResult
  public func delete(_ id: UUID) async throws(TaskStoreError) -> Bool {
    var existed = false
    try await change { connection, _ in
      let names = [TaskSchema.name(id), TaskSchema.lostName(id)]
      let present = try names.filter { try connection.row($0) != nil }
      existed = !present.isEmpty
      return present.map { .remove($0) }
    }
    return existed
  }

  /// Checks everything and repairs what can be repaired.
  public func health() throws(TaskStoreError) -> StoreHealth {
    try database.check()
    return try knownHealth()
  }

  /// What was found since the store was opened, and what is still lost.
  public func knownHealth() throws(TaskStoreError) -> StoreHealth {
    let lost = try database.rows(of: Schema.lostTable)
    var health = database.health
    for row in lost {
      let key = Array(row.name.key.dropFirst())
      if row.name.key.first == UInt8(TaskSchema.task.index), let id = UUID(bytes: key) {
        health.damagedTasks.append(id)
      } else {
        health.damagedRows.append(row.name.description)
      }
    }
    return health
  }
}

extension SQLiteTaskStore {
  /// Changes tasks in one transaction and tells the observers.
  func change(
    _ changes: (Database, Summary) throws -> [MirroredDatabase.Change]
  ) async throws(TaskStoreError) {
    await openingCheckEnded()
    retryErasing()
    try database.write(changes)
    observers.signal()
  }

  /// Changes what is no task in one transaction.
  func write(
    _ changes: (Database, Summary) throws -> [MirroredDatabase.Change]
  ) async throws(TaskStoreError) {
    await openingCheckEnded()
    try database.write(changes)
  }

  /// Waits until it is known whether the files that were opened are sound. Others are answered meanwhile.
  func openingCheckEnded() async { await database.rowsCheck?.ended() }

  /// Waits for all checks of the files that were opened, the one of what the index says among them.
  public func openingChecksEnded() async {
    await openingCheckEnded()
    await database.indexContentsCheck?.ended()
  }

  /// Erases what a change has just made stale plaintext.
  func eraseTraces() { unerased = Self.eraseTraces(in: database, isPatient: true) }

  /// Why stale plaintext is still in the files.
  public func pendingErasureError() -> TaskStoreError? { unerased }

  /// Tries again to erase stale plaintext.
  public func eraseStalePlaintext() { retryErasing() }

  private func retryErasing() {
    guard unerased != nil else { return }
    unerased = Self.eraseTraces(in: database, isPatient: false)
  }

  /// - Returns: why it has to be tried again. The change itself is safe.
  private static func eraseTraces(in database: MirroredDatabase, isPatient: Bool) -> TaskStoreError? {
    do throws(TaskStoreError) {
      try database.eraseTracesIfDue(TaskSchema.eraseMark, isPatient: isPatient)
      return nil
    } catch { return error }
  }
}
