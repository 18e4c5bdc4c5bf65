internal import FoundationEssentials
internal import GRDB
internal import VaultModel

extension ReadRow {
  /// The task of a row.
  func task() throws -> TodoTask {
    guard let task = TodoTask(try valid()) else { throw TaskStoreError(.failed, "a row of tasks holds none") }
    return task
  }
}

extension Database {
  /// The task of that id, or nil.
  func task(_ id: UUID) throws -> TodoTask? {
    if let row = try row(TaskSchema.name(id)) { return try row.task() }
    guard try row(TaskSchema.lostName(id)) == nil else {
      throw TaskStoreError(.damaged, "neither copy can show it; delete it, or restore a backup", ids: [id])
    }
    // A damaged key makes its row look absent; the index knows of it.
    guard try !isListed(id) else { throw TaskStoreError(.damaged, "a row of tasks is missing") }
    return nil
  }

  /// Those of the ids' tasks that there are. Many are read by one statement: each begins with some microseconds of its own.
  func tasks(_ ids: [UUID]) throws -> [UUID: TodoTask] {
    var found: [UUID: TodoTask] = [:]
    for start in stride(from: 0, to: ids.count, by: Self.maximumKeyCount) {
      let batch = ids[start...].prefix(Self.maximumKeyCount)
      let marks = Array(repeating: "?", count: batch.count).joined(separator: ", ")
      let keys = StatementArguments(batch.map { Data($0.bytes) })
      let rows = try rowCursor(TaskSchema.task, where: "WHERE key IN (\(marks))", keys)
      while let task = try rows.next()?.task() { found[task.id] = task }
    }
    // One that seems absent may be lost, or damaged.
    for id in ids where found[id] == nil { found[id] = try task(id) }
    return found
  }

  /// How many keys a statement names.
  private static let maximumKeyCount = 500

  /// What the query finds. Each task is read from its own row and held to the query: an index that is wrong about one is
  /// damaged.
  func tasks(_ query: TaskQuery) throws -> [TodoTask] {
    let found = try IndexQuery(query).page(self).fetchAll(self).map { try listedTask($0) }
    var filter = query.filter
    filter.words = []  // what the words of every task are is dear to find out
    let keys = found.map { SortKey($0) }
    guard found.allSatisfy(filter.matches),
      zip(keys, keys.dropFirst()).allSatisfy({ $0.precedes($1, by: query.order) })
    else { throw TaskStoreError(.damaged, "the index is out of order") }
    return found
  }

  /// The task of a row that the index names.
  func listedTask(_ id: Data) throws -> TodoTask {
    guard let row = try row(RowName(table: TaskSchema.task, key: Array(id))) else {
      throw TaskStoreError(.damaged, "a row of tasks is missing")
    }
    return try row.task()
  }

  /// How many tasks of a state the index counts.
  func listedCount(_ state: TaskFilter.State) throws -> Int {
    let sql =
      switch state {
      case .open: "SELECT count FROM listingCount WHERE isDone = 0"
      case .done: "SELECT count FROM listingCount WHERE isDone = 1"
      case .any: "SELECT sum(count) FROM listingCount"
      }
    guard let count = try Int.fetchOne(cachedStatement(sql: sql)) else {
      throw TaskStoreError(.damaged, "the index counts nothing")
    }
    return count
  }

  /// Whether the index names the task.
  func isListed(_ id: UUID) throws -> Bool {
    let statement = try cachedStatement(sql: "SELECT 1 FROM listing WHERE id = ?")
    return try Int.fetchOne(statement, arguments: [Data(id.bytes)]) != nil
  }

  /// The ids in the index that stand next to `id`, before and after it.
  func listedNeighbours(of id: UUID) throws -> [UUID] {
    let key = Data(id.bytes)
    return try [
      "SELECT id FROM listing WHERE id < ? ORDER BY id DESC LIMIT 1",
      "SELECT id FROM listing WHERE id > ? ORDER BY id LIMIT 1",
    ].compactMap { try Data.fetchOne(cachedStatement(sql: $0), arguments: [key]).flatMap { UUID(bytes: Array($0)) } }
  }
}
