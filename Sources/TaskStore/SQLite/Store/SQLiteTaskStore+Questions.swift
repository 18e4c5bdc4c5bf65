public import FoundationEssentials
internal import GRDB
internal import ParallelCollections
public import VaultModel

extension SQLiteTaskStore {
  /// The task of that id, or nil.
  public func task(_ id: UUID) throws(TaskStoreError) -> TodoTask? { try database.readProven { try $0.task(id) } }

  /// Those of the ids' tasks that there are.
  public func tasks(_ ids: [UUID]) throws(TaskStoreError) -> [UUID: TodoTask] {
    try database.readProven { connection in
      guard let tallies = try connection.summary(of: TaskSchema.schema)?.tallies else {
        throw TaskStoreError(.damaged, "the summary is damaged")
      }
      let hasLost = tallies[Schema.lostTable.index].count > 0
      guard hasLost || tallies[TaskSchema.task.index].count > 0 else { return [:] }
      return try connection.tasks(ids, hasLost: hasLost)
    }
  }

  /// All tasks that can be read, by the time they were made, then by id.
  public func all() throws(TaskStoreError) -> [TodoTask] {
    let rows = try database.rows(of: TaskSchema.task)
    let zone = DayZone.latest
    return rows.concurrentMap { TodoTask($0, in: zone) }.compactMap(\.self).sorted(by: TodoTask.isListedBefore)
  }

  /// The tasks whose id begins with `prefix`.
  public func tasks(matching prefix: TaskIDPrefix) async throws(TaskStoreError) -> [TodoTask] {
    try await verifyIndex()
    return try database.readProven { connection in
      let bounds: StatementArguments = [Data(prefix.lowest), Data(prefix.highest)]
      let ids = try connection.ids("SELECT id FROM listing WHERE id BETWEEN ? AND ? ORDER BY id", bounds)
      return try connection.listedTasks(ids).sorted(by: TodoTask.isListedBefore)
    }
  }

  /// How many tasks there are.
  public func count() throws(TaskStoreError) -> Int { try database.count(of: TaskSchema.task) }

  /// What the query finds.
  public func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [TodoTask] {
    guard IndexCondition.canHold(query.filter) else { return query.result(in: try all()) }
    return try await asking(query) { try $0.tasks($1) }
  }

  /// The ids of what the query finds.
  public func ids(_ query: TaskQuery) async throws(TaskStoreError) -> [UUID] {
    guard IndexCondition.canHold(query.filter) else { return query.result(in: try all()).map(\.id) }
    return try await asking(query) { try $0.listedIDs($1) }
  }

  /// Waits until the index is known to be sound. Others are answered meanwhile.
  private func verifyIndex() async throws(TaskStoreError) {
    await database.indexCheck?.ended()
    try database.verifyIndex()
  }

  /// Asks the index, after what it lacks for that is made.
  private func asking<Answer>(
    _ query: TaskQuery, _ body: (Database, IndexQuery) throws -> Answer
  ) async throws(TaskStoreError) -> Answer {
    try await verifyIndex()
    let index = IndexQuery(query)
    if let answer = try database.readProven({ try index.isReady($0) ? body($0, index) : nil }) { return answer }
    await openingCheckEnded()
    do { try database.extendIndex { try TaskIndex.make(query.order, in: $0) } } catch {
      // All tasks are sorted then, as on a full disk, or while another program writes: that needs only to read. Damage is met again there.
    }
    return try database.readProven { try body($0, index) }
  }

  /// Which tasks have these ids.
  public func owners(of ids: [UUID]) throws(TaskStoreError) -> [UUID: UUID] { try tasks(ids).mapValues(\.id) }

  /// What the query finds, with what a list says besides, all at one moment.
  public func snapshot(of query: TaskQuery) async throws(TaskStoreError) -> TaskSnapshot {
    guard IndexCondition.canHold(query.filter) else {
      let tasks = try await tasks(query)
      return TaskSnapshot(
        tasks: tasks, total: try await count(query.filter), shortIDs: try await shortIDs(of: tasks.map(\.id)))
    }
    return try await asking(query) { connection, index in
      let tasks = try connection.tasks(index)
      return TaskSnapshot(
        tasks: tasks, total: try connection.count(query.filter), shortIDs: try connection.shortIDs(of: tasks.map(\.id)))
    }
  }

  /// How many tasks each filter means.
  public func counts(_ filters: [TaskFilter]) async throws(TaskStoreError) -> [Int] {
    guard filters.allSatisfy(IndexCondition.canHold) else {
      let all = try all()
      return filters.map { all.count(where: $0.matches) }
    }
    // How many tasks of a state there are stands in a table of two rows.
    if !filters.allSatisfy({ IndexQuery(TaskQuery($0)).isPlain }) { try await verifyIndex() }
    return try database.readProven { connection in try filters.map { try connection.count($0) } }
  }

  /// The shortest prefixes that name the tasks.
  public func shortIDs(of ids: [UUID]) async throws(TaskStoreError) -> [UUID: String] {
    try await verifyIndex()
    return try database.readProven { try $0.shortIDs(of: ids) }
  }

  /// The reminders up to `date`.
  public func reminders(until date: Date) async throws(TaskStoreError) -> [Reminder] {
    try await verifyIndex()
    return try database.readProven { connection in
      let statement = try connection.cachedStatement(
        sql: """
          SELECT date, task, subtask, EXISTS (SELECT 1 FROM task WHERE key = taskReminder.task) FROM taskReminder
          WHERE date <= ? ORDER BY date, task, subtask
          """)
      return try Row.fetchAll(statement, arguments: [date.timeIntervalSinceReferenceDate]).map { row in
        let values = Array(row.databaseValues)
        guard let reminder = Reminder(values), values[3] == 1.databaseValue else {
          throw TaskStoreError(.damaged, "a reminder is of no task")
        }
        return reminder
      }
    }
  }

  /// When the first reminder after `date` is.
  public func nextReminder(after date: Date) async throws(TaskStoreError) -> Date? {
    try await verifyIndex()
    return try database.readProven { connection in
      let statement = try connection.cachedStatement(sql: "SELECT min(date) FROM taskReminder WHERE date > ?")
      let seconds = try Double.fetchOne(statement, arguments: [date.timeIntervalSinceReferenceDate])
      return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    }
  }

  /// A signal for every change.
  public func changes() -> AsyncStream<Void> {
    observers.add { [weak self] number in
      Task { await self?.stopObserving(number) }
    }
  }

  private func stopObserving(_ number: Int) { observers.remove(number) }
}

extension Reminder {
  /// Reads date, task and subtask.
  fileprivate init?(_ values: [DatabaseValue]) {
    guard let date = Double.fromDatabaseValue(values[0]), let task = Data.fromDatabaseValue(values[1]),
      let subtask = Data.fromDatabaseValue(values[2]), let id = UUID(bytes: Array(task))
    else { return nil }
    self.init(
      task: id, subtask: UUID(bytes: Array(subtask)), date: Date(timeIntervalSinceReferenceDate: date))
  }
}
