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
    try forEachBatch(of: ids.map(\.bytes), in: TaskSchema.task.name, by: "key") { marks, keys in
      let rows = try rowCursor(TaskSchema.task, where: "WHERE key IN (\(marks))", keys)
      while let task = try rows.next()?.task() { found[task.id] = task }
    }
    return found
  }

  /// Those of the ids whose tasks are lost.
  func lost(_ ids: [UUID]) throws -> Set<UUID> {
    let names = ids.map { TaskSchema.lostName($0) }
    return try found("substr(key, 2)", in: Schema.lostTable.name, by: "key", names.map(\.key))
  }

  /// Those of the ids that the index names.
  private func listed(_ ids: [UUID]) throws -> Set<UUID> {
    try found("id", in: "listing", by: "id", ids.map(\.bytes))
  }

  /// The ids, as `id` has them, of the rows of a table whose column `key` has one of the keys.
  private func found(_ id: String, in table: String, by key: String, _ keys: [[UInt8]]) throws -> Set<UUID> {
    var found: Set<UUID> = []
    try forEachBatch(of: keys, in: table, by: key) { marks, keys in
      found.formUnion(try ids(makeStatement(sql: "SELECT \(id) FROM \(table) WHERE \(key) IN (\(marks))"), keys))
    }
    return found
  }

  /// The ids that a statement gives.
  func ids(_ sql: String, _ arguments: StatementArguments = []) throws -> [UUID] {
    try ids(cachedStatement(sql: sql), arguments)
  }

  /// The ids that a statement gives.
  func ids(_ statement: Statement, _ arguments: StatementArguments) throws -> [UUID] {
    try Array(
      statement.rows(arguments) { statement in
        guard let id = statement.id(at: 0) else { throw TaskStoreError(.damaged, "an id is none") }
        return id
      })
  }

  /// Gives `body` the keys, many for one statement, which begins with some microseconds of its own, and the marks for them. Left out are those of which
  /// the table can have none: of keys in order, as a large import asks for, that takes one look for all of a batch.
  private func forEachBatch(
    of keys: [[UInt8]], in table: String, by column: String, _ body: (String, StatementArguments) throws -> Void
  ) throws {
    for start in stride(from: 0, to: keys.count, by: Self.maximumKeyCount) {
      let batch = keys[start...].prefix(Self.maximumKeyCount)
      guard try has(between: batch, in: table, by: column) else { continue }
      let marks = Array(repeating: "?", count: batch.count).joined(separator: ", ")
      try body(marks, StatementArguments(batch.map { Data($0) }))
    }
  }

  /// Whether a row's column lies between the first and the last of the keys in their order.
  private func has(between keys: ArraySlice<[UInt8]>, in table: String, by column: String) throws -> Bool {
    guard let first = keys.min(by: { $0.lexicographicallyPrecedes($1) }),
      let last = keys.max(by: { $0.lexicographicallyPrecedes($1) })
    else { return false }
    let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) BETWEEN ? AND ?)"
    return try Bool.fetchOne(cachedStatement(sql: sql), arguments: [Data(first), Data(last)]) ?? true
  }

  /// How many keys a statement names.
  private static let maximumKeyCount = 500

  /// What the query finds. Each task is read from its own row and held to the query: an index that is wrong about one is
  /// damaged.
  func tasks(_ index: IndexQuery) throws -> [TodoTask] {
    let found = try listedTasks(listedIDs(index))
    let query = index.query
    var filter = query.filter
    filter.words = []  // what the words of every task are is dear to find out
    let keys = found.map { SortKey($0) }
    guard found.allSatisfy(filter.matches),
      zip(keys, keys.dropFirst()).allSatisfy({ $0.precedes($1, by: query.order) })
    else { throw TaskStoreError(.damaged, "the index is out of order") }
    return found
  }

  /// The ids that the index gives for a query. A page that is not full is the last one, and how many tasks there are of a state it
  /// knows from elsewhere as well.
  func listedIDs(_ index: IndexQuery) throws -> [UUID] {
    let (ids, query) = (try index.page(self), index.query)
    if index.isPlain, query.limit.map({ ids.count < $0 }) ?? true {
      guard ids.count == max(0, try listedCount(query.filter.state) - query.offset) else {
        throw TaskStoreError(.damaged, "the index lacks tasks")
      }
    }
    return ids
  }

  /// The tasks of rows that the index names.
  func listedTasks(_ ids: [UUID]) throws -> [TodoTask] {
    let found = try tasksWithRows(ids)
    return try ids.map { id in
      guard let task = found[id] else { throw TaskStoreError(.damaged, "a row of tasks is missing") }
      return task
    }
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
    return try query.count(self)
  }

  /// The shortest prefixes that name the tasks. Only neighbours can share the longest one.
  func shortIDs(of ids: [UUID]) throws -> [UUID: String] {
    // Finding the neighbours of one takes as long as passing so many others.
    let isMost = try ids.count * 8 > listedCount(.any)
    let others = isMost ? try listedIDs() : try ids.flatMap { try listedNeighbours(of: $0) }
    return ShortIDs.shortest(for: ids, among: others)
  }

  /// The ids of all tasks in the index.
  private func listedIDs() throws -> [UUID] { try ids("SELECT id FROM listing ORDER BY id") }

  /// The ids in the index that stand next to `id`, before and after it.
  private func listedNeighbours(of id: UUID) throws -> [UUID] {
    let key = Data(id.bytes)
    return try [
      "SELECT id FROM listing WHERE id < ? ORDER BY id DESC LIMIT 1",
      "SELECT id FROM listing WHERE id > ? ORDER BY id LIMIT 1",
    ].flatMap { try ids($0, [key]) }
  }
}
