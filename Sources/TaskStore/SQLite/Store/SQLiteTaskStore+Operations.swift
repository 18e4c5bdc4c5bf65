public import FoundationEssentials
internal import GRDB
internal import ParallelCollections
public import VaultModel

extension SQLiteTaskStore {
  /// Makes the changes and keeps them in the log.
  @discardableResult
  public func apply(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting?
  ) async throws(TaskStoreError) -> TaskOperation {
    let operation = try await commit(changes, as: action, at: date, rewriting: rewriting)
    if rewriting != nil { eraseTraces() }
    return operation
  }

  /// All of ``apply(_:as:at:rewriting:)`` but the erasing, which is marked as due.
  func commit(
    _ changes: [TaskChange], as action: String, at date: Date, rewriting: OperationRewriting?
  ) async throws(TaskStoreError) -> TaskOperation {
    try TaskChange.check(changes)
    try Self.checkStorable(date)
    var operation = TaskOperation(
      id: 0, date: date, action: action, tasks: changes.compactMap(\.id), record: .open(changes))
    let plain = operation
    await openingCheckEnded()
    database.prepare(forRows: changes.count)
    try await change { connection, summary in
      let made = try connection.checked(changes, summary)
      operation = plain
      operation.id = try connection.lastNumber() &+ 1
      let rows = Array(changes.indices).concurrentMap { changes[$0].rows(making: made[$0]) }
      var list = rows.compactMap(\.change)
      guard let rewriting else {
        return list + [.put(TaskSchema.name(operation: operation.id), operation.cells(ofOpen: rows.flatMap(\.sides)))]
      }
      operation = try rewriting(operation)
      list += try connection.operations(on: Set(plain.tasks)).map { try rewriting($0).put }
      return list + [.put(TaskSchema.eraseMark, [.integer(1)]), operation.put]
    }
    return operation
  }

  /// The newest operations, newest first.
  public func history(_ limit: Int) async throws(TaskStoreError) -> [TaskOperation] {
    try await newest(limit) { try $0.operation() }
  }

  /// The newest operations, without the changes that are not shown.
  public func summaries(_ limit: Int, showing count: Int) async throws(TaskStoreError) -> [OperationSummary] {
    try await newest(limit) { try $0.summary(showing: count) }
  }

  private func newest<Value>(_ limit: Int, _ make: (ReadRow) throws -> Value) async throws(TaskStoreError) -> [Value] {
    // Which are the newest says the structure of the file alone.
    await openingCheckEnded()
    return try database.read { connection in
      let limit = max(0, limit)
      let rows = try connection.rowCursor(TaskSchema.operation, where: "ORDER BY key DESC LIMIT ?", [limit])
      var found: [Value] = []
      while let row = try rows.next() { found.append(try make(row)) }
      let count = try connection.summary(of: TaskSchema.schema)?.tallies[TaskSchema.operation.index].count ?? 0
      guard found.count >= limit || UInt64(found.count) == count else {
        throw TaskStoreError(.damaged, "rows of the log are missing")
      }
      return found
    }
  }

  /// The operation of that number.
  public func operation(_ id: Int64) async throws(TaskStoreError) -> LoggedOperation? {
    await openingCheckEnded()
    return try database.read { try $0.logged(id) }
  }

  /// Takes back an operation that is the last on its tasks.
  public func undo(_ id: Int64, _ changes: [TaskChange], erasing: Bool) async throws(TaskStoreError) {
    let inverses = changes.map(\.inverse)
    for change in inverses { try change.after?.checkStorable() }
    await openingCheckEnded()
    database.prepare(forRows: changes.count)
    try await change { connection, summary in
      guard try connection.logged(id)?.isLast == true else { throw TaskStoreError(notLast: id) }
      let inverses = try connection.checked(inverses, summary)
      let mark = erasing ? [MirroredDatabase.Change.put(TaskSchema.eraseMark, [.integer(1)])] : []
      return try inverses.compactMap(\.databaseChange) + connection.removal(of: [id]) + mark
    }
    if erasing { eraseTraces() }
  }

  /// Marks the newest operation that is not skipped as skipped.
  public func skip(_ id: Int64) async throws(TaskStoreError) {
    try await write { connection, _ in
      var operation = try connection.newestToUndo(id)
      operation.isSkipped = true
      return [operation.put]
    }
  }

  /// Removes old operations.
  public func expireHistory(before date: Date, keeping count: Int) async throws(TaskStoreError) -> [TaskOperation] {
    var expired: [TaskOperation] = []
    try await write { connection, summary in
      let present = Int(clamping: summary.tallies[TaskSchema.operation.index].count)
      expired = try connection.operations(
        where: "WHERE date < ? OR key IN (SELECT key FROM operation ORDER BY key LIMIT ?) ORDER BY key",
        [date.timeIntervalSinceReferenceDate, max(0, present - max(0, count))])
      return try connection.removal(of: expired.map(\.id))
    }
    return expired
  }

  static func checkStorable(_ date: Date?) throws(TaskStoreError) {
    guard date?.isStorable ?? true else {
      throw TaskStoreError(.invalid, "a date is not a number")
    }
  }
}

extension TaskOperation {
  /// Writes the operation over what is under its number.
  fileprivate var put: MirroredDatabase.Change { .put(TaskSchema.name(operation: id), cells) }
}

extension TaskChange {
  /// What is done to the task's row, and what the log keeps. Both are made of the same values, once, as far as they are the
  /// same.
  ///
  /// - Parameter made: the change with the marks that the store has.
  fileprivate func rows(making made: TaskChange) -> (change: MirroredDatabase.Change?, sides: [Cell]) {
    guard let after = made.after, !after.isProtected else { return (made.databaseChange, sides) }
    let cells = after.cells
    return (made.databaseChange(cells), [before?.encoded ?? .null, after.encoded(cells)])
  }

  fileprivate var databaseChange: MirroredDatabase.Change? {
    after.map { databaseChange($0.cells) } ?? before.map { .remove(TaskSchema.name($0.id)) }
  }

  private func databaseChange(_ cells: [Cell]) -> MirroredDatabase.Change? {
    guard let after else { return nil }
    // That there is none is what a change without `before` was checked for.
    return before == nil ? .add(TaskSchema.name(after.id), cells) : .put(TaskSchema.name(after.id), cells)
  }
}

extension Database {
  /// The changes as they are to be made. Refuses those to tasks that are not as `before` has them, and tasks made where a
  /// lost one was.
  fileprivate func checked(_ changes: [TaskChange], _ summary: Summary) throws -> [TaskChange] {
    let hasTasks = summary.tallies[TaskSchema.task.index].count > 0
    let hasLost = summary.tallies[Schema.lostTable.index].count > 0
    let ids = hasTasks || hasLost ? changes.compactMap(\.id) : []
    let present = hasTasks ? try tasksWithRows(ids) : [:]
    let lost = hasLost ? try self.lost(ids) : []
    if present.isEmpty, lost.isEmpty, changes.allSatisfy({ $0.before == nil }) { return changes }
    var conflicts: [UUID] = []
    let checked = changes.map { change in
      guard let id = change.id else { return change }
      let current = present[id]
      if !change.begins(from: current) || current == nil && lost.contains(id) { conflicts.append(id) }
      return change.keepingMarks(of: current)
    }
    guard conflicts.isEmpty else { throw TaskStoreError(.conflict, ids: conflicts) }
    return checked
  }

  /// The highest number that an operation has had; 0 before the first.
  fileprivate func lastNumber() throws -> Int64 {
    let last = try firstRow(TaskSchema.operation, where: "ORDER BY key DESC LIMIT 1")?.valid()
    let newest = last.map { TaskOperation.number(of: $0) } ?? 0
    let removed = try row(TaskSchema.lastNumber).flatMap { try $0.valid().cells.first?.integer } ?? 0
    return max(newest, Int64(removed))
  }

  /// Operations go; their numbers are not given again, since a client may still mean them.
  fileprivate func removal(of operations: [Int64]) throws -> [MirroredDatabase.Change] {
    guard !operations.isEmpty else { return [] }
    return [.put(TaskSchema.lastNumber, [.integer(try lastNumber())])]
      + operations.map { .remove(TaskSchema.name(operation: $0)) }
  }

  fileprivate func logged(_ id: Int64) throws -> LoggedOperation? {
    guard let operation = try row(TaskSchema.name(operation: id))?.operation() else { return nil }
    let tasks = Set(operation.tasks)
    let later = try rowCursor(
      TaskSchema.operation, where: "WHERE key > ? AND isSkipped IS NULL ORDER BY key",
      [Data(TaskSchema.name(operation: id).key)])
    while let row = try later.next() {
      let stored = try row.valid()
      guard tasks.isDisjoint(with: TaskOperation.tasks(of: stored)) else {
        return LoggedOperation(operation: operation, followedBy: try row.operation().id)
      }
    }
    return LoggedOperation(operation: operation, followedBy: nil)
  }

  /// The newest operation that is not skipped, if it is the one that is meant.
  fileprivate func newestToUndo(_ id: Int64) throws -> TaskOperation {
    let newest = try operations(where: "WHERE isSkipped IS NULL ORDER BY key DESC LIMIT 1").first
    guard let newest, newest.id == id else { throw TaskStoreError(notNewest: id) }
    return newest
  }

  fileprivate func operations(where condition: String, _ arguments: StatementArguments = []) throws -> [TaskOperation] {
    let rows = try rowCursor(TaskSchema.operation, where: condition, arguments)
    var operations: [TaskOperation] = []
    while let row = try rows.next() { try operations.append(row.operation()) }
    return operations
  }

  /// The operations that changed one of the tasks.
  fileprivate func operations(on tasks: Set<UUID>) throws -> [TaskOperation] {
    let rows = try rowCursor(TaskSchema.operation)
    var operations: [TaskOperation] = []
    while let row = try rows.next() {
      let stored = try row.valid()
      guard !tasks.isDisjoint(with: TaskOperation.tasks(of: stored)) else { continue }
      try operations.append(row.operation())
    }
    return operations
  }
}

extension ReadRow {
  fileprivate func operation() throws -> TaskOperation {
    guard let operation = TaskOperation(try valid()) else {
      throw TaskStoreError(.failed, "a row of the log holds no operation")
    }
    return operation
  }

  fileprivate func summary(showing count: Int) throws -> OperationSummary {
    guard let summary = OperationSummary(try valid(), showing: count) else {
      throw TaskStoreError(.failed, "a row of the log holds no operation")
    }
    return summary
  }
}
