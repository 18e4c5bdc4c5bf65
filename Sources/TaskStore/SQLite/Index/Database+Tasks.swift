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

  /// Those of the ids' tasks that there are.
  ///
  /// - Parameter hasLost: whether any task is lost.
  func tasks(_ ids: [UUID], hasLost: Bool) throws -> [UUID: TodoTask] {
    var found = try tasksWithRows(ids)
    // One that seems absent may be lost, or damaged.
    let absent = ids.filter { found[$0] == nil }
    for id in try listed(absent).union(hasLost ? lost(absent) : []) { found[id] = try task(id) }
    return found
  }

  /// The tasks of those of the ids that have a row, whatever else is known of the others.
  func tasksWithRows(_ ids: [UUID]) throws -> [UUID: TodoTask] {
    var found: [UUID: TodoTask] = [:]
    try forEachBatch(of: ids.map(\.bytes)) { marks, keys in
      let rows = try rowCursor(TaskSchema.task, where: "WHERE key IN (\(marks))", keys)
      while let task = try rows.next()?.task() { found[task.id] = task }
    }
    return found
  }

  /// Those of the ids whose tasks are lost.
  func lost(_ ids: [UUID]) throws -> Set<UUID> {
    let names = ids.map { TaskSchema.lostName($0) }
    return try found("SELECT substr(key, 2) FROM \(Schema.lostTable.name) WHERE key", names.map(\.key))
  }

  /// Those of the ids that the index names.
  private func listed(_ ids: [UUID]) throws -> Set<UUID> {
    try found("SELECT id FROM listing WHERE id", ids.map(\.bytes))
  }

  /// The ids that `select`, SQL up to the column that is compared, gives for the keys.
  private func found(_ select: String, _ keys: [[UInt8]]) throws -> Set<UUID> {
    var ids: Set<UUID> = []
    try forEachBatch(of: keys) { marks, keys in
      let found = try Data.fetchAll(self, sql: "\(select) IN (\(marks))", arguments: keys)
      ids.formUnion(found.compactMap { UUID(bytes: Array($0)) })
    }
    return ids
  }

  /// Gives `body` the keys, many for one statement, which begins with some microseconds of its own, and the marks for them.
  private func forEachBatch(of keys: [[UInt8]], _ body: (String, StatementArguments) throws -> Void) throws {
    for start in stride(from: 0, to: keys.count, by: Self.maximumKeyCount) {
      let batch = keys[start...].prefix(Self.maximumKeyCount)
      let marks = Array(repeating: "?", count: batch.count).joined(separator: ", ")
      try body(marks, StatementArguments(batch.map { Data($0) }))
    }
  }

  /// How many keys a statement names.
  private static let maximumKeyCount = 500

  /// What the query finds. Each task is read from its own row and held to the query: an index that is wrong about one is
  /// damaged.
  func tasks(_ index: IndexQuery) throws -> [TodoTask] {
    let found = try index.page(self).fetchAll(self).map { try listedTask($0) }
    let query = index.query
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

  /// How many tasks the filter means, which the index can hold.
  func count(_ filter: TaskFilter) throws -> Int {
    let query = IndexQuery(TaskQuery(filter))
    guard !query.isPlain else { return try listedCount(filter.state) }
    return try query.count(self).fetchOne(self) ?? 0
  }

  /// The shortest prefixes that name the tasks. Only neighbours can share the longest one.
  func shortIDs(of ids: [UUID]) throws -> [UUID: String] {
    // Finding the neighbours of one takes as long as passing so many others.
    let isMost = try ids.count * 8 > listedCount(.any)
    let others = isMost ? try listedIDs() : try ids.flatMap { try listedNeighbours(of: $0) }
    let shortest = ShortIDs.shortest(for: ids + others)
    return Dictionary(uniqueKeysWithValues: Set(ids).compactMap { id in shortest[id].map { (id, $0) } })
  }

  /// The ids of all tasks in the index.
  private func listedIDs() throws -> [UUID] {
    try Data.fetchAll(cachedStatement(sql: "SELECT id FROM listing ORDER BY id")).compactMap { UUID(bytes: Array($0)) }
  }

  /// The ids in the index that stand next to `id`, before and after it.
  private func listedNeighbours(of id: UUID) throws -> [UUID] {
    let key = Data(id.bytes)
    return try [
      "SELECT id FROM listing WHERE id < ? ORDER BY id DESC LIMIT 1",
      "SELECT id FROM listing WHERE id > ? ORDER BY id LIMIT 1",
    ].compactMap { try Data.fetchOne(cachedStatement(sql: $0), arguments: [key]).flatMap { UUID(bytes: Array($0)) } }
  }
}
