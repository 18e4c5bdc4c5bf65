public import FoundationEssentials
internal import GRDB
internal import ParallelCollections
public import VaultModel

extension SQLiteTaskStore {
  /// The task of that id, or nil.
  public func task(_ id: UUID) throws(TaskStoreError) -> TodoTask? { try database.read { try $0.task(id) } }

  /// Those of the ids' tasks that there are.
  public func tasks(_ ids: [UUID]) throws(TaskStoreError) -> [UUID: TodoTask] {
    try database.read { connection in
      guard let tallies = try connection.summary()?.tallies else {
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
  public func tasks(matching prefix: TaskIDPrefix) throws(TaskStoreError) -> [TodoTask] {
    try database.read { connection in
      let statement = try connection.cachedStatement(sql: "SELECT id FROM listing WHERE id BETWEEN ? AND ? ORDER BY id")
      let bounds: StatementArguments = [Data(prefix.lowest), Data(prefix.highest)]
      return try Data.fetchAll(statement, arguments: bounds).map { try connection.listedTask($0) }
        .sorted(by: TodoTask.isListedBefore)
    }
  }

  /// How many tasks there are.
  public func count() throws(TaskStoreError) -> Int { try database.count(of: TaskSchema.task) }

  /// What the query finds.
  public func tasks(_ query: TaskQuery) throws(TaskStoreError) -> [TodoTask] {
    guard IndexCondition.canHold(query.filter) else { return query.result(in: try all()) }
    return try database.read { try $0.tasks(query) }
  }

  /// The ids of what the query finds.
  public func ids(_ query: TaskQuery) throws(TaskStoreError) -> [UUID] {
    guard IndexCondition.canHold(query.filter) else { return query.result(in: try all()).map(\.id) }
    return try database.read { connection in
      try IndexQuery(query).page(connection).fetchAll(connection).compactMap { UUID(bytes: Array($0)) }
    }
  }

  /// Which tasks have these ids.
  public func owners(of ids: [UUID]) throws(TaskStoreError) -> [UUID: UUID] { try tasks(ids).mapValues(\.id) }

  /// How many tasks the filter means.
  public func count(_ filter: TaskFilter) throws(TaskStoreError) -> Int {
    guard IndexCondition.canHold(filter) else { return try all().filter(filter.matches).count }
    let query = IndexQuery(TaskQuery(filter))
    return try database.read { connection in
      guard !query.isPlain else { return try connection.listedCount(filter.state) }
      return try query.count(connection).fetchOne(connection) ?? 0
    }
  }

  /// The shortest prefixes that name the tasks. Only neighbours can share the longest one.
  public func shortIDs(of ids: [UUID]) throws(TaskStoreError) -> [UUID: String] {
    try database.read { connection in
      let neighbours = try ids.flatMap { try connection.listedNeighbours(of: $0) }
      let shortest = ShortIDs.shortest(for: ids + neighbours)
      return Dictionary(uniqueKeysWithValues: Set(ids).compactMap { id in shortest[id].map { (id, $0) } })
    }
  }

  /// The reminders up to `date`.
  public func reminders(until date: Date) throws(TaskStoreError) -> [Reminder] {
    try database.read { connection in
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
  public func nextReminder(after date: Date) throws(TaskStoreError) -> Date? {
    try database.read { connection in
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
