internal import FoundationEssentials
internal import GRDB
internal import StrictJSON
internal import VaultModel

/// What a directory of calendar files can't hold: the operations, and the intent to change several files at once.
///
/// An intent is written together with its operation before the first file is changed and removed after the last one, so
/// that a crash in between is made up for.
struct CalendarLog {
  private let database: MirroredDatabase

  /// Opens the log at `path`, or makes it, in two copies.
  init(path: String, busyTimeout: Double) throws(TaskStoreError) {
    database = try MirroredDatabase(path: path, schema: CalendarLogSchema.schema, busyTimeout: busyTimeout)
  }

  func close() throws(TaskStoreError) { try database.close() }

  /// What was found since it was opened.
  var knownHealth: StoreHealth { database.health }

  func health() throws(TaskStoreError) -> StoreHealth {
    try database.check()
    var health = database.health
    health.damagedRows = try database.rows(of: Schema.lostTable).map(\.name.description)
    return health
  }

  /// All operations, oldest first.
  func operations() throws(TaskStoreError) -> [TaskOperation] {
    try database.rows(of: CalendarLogSchema.operation).compactMap { TaskOperation(logRow: $0) }
  }

  /// The highest number that an operation has had; 0 before the first.
  func lastNumber() throws(TaskStoreError) -> Int64 {
    let newest = try database.read {
      try $0.firstRow(CalendarLogSchema.operation, where: "ORDER BY key DESC LIMIT 1")?.valid()
    }
    let removed = try lastNumberMarks().map { CalendarLogSchema.number(ofMark: $0) }
    return max(newest.map { CalendarLogSchema.number($0.name) } ?? 0, removed.max() ?? 0)
  }

  private func lastNumberMarks() throws(TaskStoreError) -> [RowName] {
    try database.rows(of: CalendarLogSchema.mark).map(\.name).filter(CalendarLogSchema.isLastNumber)
  }

  /// The operation of that number.
  func operation(_ id: Int64) throws(TaskStoreError) -> LoggedOperation? {
    let operations = try operations().drop { $0.id != id }
    guard let operation = operations.first else { return nil }
    let tasks = Set(operation.tasks)
    let next = operations.dropFirst().first { !$0.isSkipped && !tasks.isDisjoint(with: $0.tasks) }
    return LoggedOperation(operation: operation, followedBy: next?.id)
  }

  /// The newest operation that is not skipped, if it is the one that is meant.
  func newestToUndo(_ id: Int64) throws(TaskStoreError) -> TaskOperation {
    let row = try database.read {
      try $0.firstRow(CalendarLogSchema.operation, where: "WHERE isSkipped IS NULL ORDER BY key DESC LIMIT 1")?.valid()
    }
    guard let operation = row.flatMap(TaskOperation.init(logRow:)), operation.id == id else {
      throw TaskStoreError(notNewest: id)
    }
    return operation
  }

  /// The intent that was not carried out; nil when there is none.
  func intent() throws(TaskStoreError) -> [FileEdit]? {
    guard let row = try database.rows(of: CalendarLogSchema.intent).first else { return nil }
    guard case .blob(let bytes) = row.cells.first else { throw TaskStoreError(.damaged, "the intent is none") }
    return try Self.decode([FileEdit].self, bytes)
  }

  /// One durable change of the log.
  struct Entry {
    /// Operations that are new or replaced.
    var puts: [TaskOperation] = []
    /// Operations that go.
    var removals: [Int64] = []
    /// What is to be done to the files; removed by ``CalendarLog/finish()``.
    var intent: [FileEdit] = []
    /// Whether what is replaced must be nowhere afterwards.
    var isErasing = false
  }

  func make(_ entry: Entry) throws(TaskStoreError) {
    var changes = entry.removals.map { MirroredDatabase.Change.remove(CalendarLogSchema.name($0)) }
    if !entry.removals.isEmpty { changes += try keepingLastNumber() }
    for operation in entry.puts {
      changes.append(.put(CalendarLogSchema.name(operation.id), try operation.logCells()))
    }
    if !entry.intent.isEmpty {
      changes.append(.put(CalendarLogSchema.intentName, [.blob(try Self.encode(entry.intent))]))
    }
    if entry.isErasing { changes.append(.put(CalendarLogSchema.eraseMark, [])) }
    try database.write { _, _ in changes }
  }

  /// The numbers of operations that go are not given again, since a client may still mean them.
  private func keepingLastNumber() throws(TaskStoreError) -> [MirroredDatabase.Change] {
    let name = CalendarLogSchema.mark(ofLastNumber: try lastNumber())
    return try lastNumberMarks().filter { $0 != name }.map { .remove($0) } + [.put(name, [])]
  }

  /// Says that the intent has been carried out.
  func finish() throws(TaskStoreError) {
    guard try !database.rows(of: CalendarLogSchema.intent).isEmpty else { return }
    try database.write { _, _ in [.remove(CalendarLogSchema.intentName)] }
  }

  /// Erases what has to be erased.
  ///
  /// - Parameter isPatient: whether another program that holds the log is waited for.
  /// - Returns: why it has to be tried again.
  func eraseTraces(isPatient: Bool) -> TaskStoreError? {
    do throws(TaskStoreError) {
      try database.eraseTracesIfDue(CalendarLogSchema.eraseMark, isPatient: isPatient)
      return nil
    } catch { return error }
  }

  fileprivate static func encode(_ value: some Encodable) throws(TaskStoreError) -> [UInt8] {
    do { return try StoredJSON.encode(value) } catch { throw TaskStoreError(.invalid, "it can't be encoded") }
  }

  fileprivate static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8]
  ) throws(TaskStoreError) -> Value {
    do { return try StoredJSON.decode(type, from: bytes) } catch {
      throw TaskStoreError(.damaged, "a row of the log can't be decoded")
    }
  }
}

/// The tables of the log.
enum CalendarLogSchema {
  static let operation = Table(index: 1, name: "operation", columns: OperationColumn.names)
  static let intent = Table(index: 2, name: "intent", columns: ["edits"])
  static let mark = Table(index: 3, name: "mark", columns: [])

  static let schema = Schema(
    tables: [Schema.lostTable, operation, intent, mark],
    migrations: [
      Schema.baseSQL + """
        CREATE TABLE operation (key BLOB PRIMARY KEY NOT NULL, date REAL, action BLOB, tasks BLOB, isSealed INTEGER,
          record BLOB, revision INTEGER NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE intent (key BLOB PRIMARY KEY NOT NULL, edits BLOB, revision INTEGER NOT NULL,
          checksum INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE mark (key BLOB PRIMARY KEY NOT NULL, revision INTEGER NOT NULL, checksum INTEGER NOT NULL)
          WITHOUT ROWID;
        """,
      "ALTER TABLE operation ADD COLUMN isSkipped INTEGER;",
    ])

  static let intentName = RowName(table: intent, key: [0])
  static let eraseMark = RowName(table: mark, key: Array("erase".utf8))

  /// The number, big-endian, so that keys sort as operations do.
  static func name(_ id: Int64) -> RowName {
    RowName(table: operation, key: withUnsafeBytes(of: id.bigEndian) { Array($0) })
  }

  static func number(_ name: RowName) -> Int64 { name.key.reduce(0) { $0 << 8 | Int64($1) } }

  /// What the key of the mark begins with that holds the highest number of an operation which is in the log no more.
  private static let lastNumber = Array("last".utf8)

  static func mark(ofLastNumber number: Int64) -> RowName {
    RowName(table: mark, key: lastNumber + withUnsafeBytes(of: number.bigEndian) { Array($0) })
  }

  static func isLastNumber(_ name: RowName) -> Bool {
    name.key.starts(with: lastNumber) && name.key.count == lastNumber.count + 8
  }

  static func number(ofMark name: RowName) -> Int64 {
    name.key.dropFirst(lastNumber.count).reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension TaskOperation {
  /// The values of the operation's row.
  fileprivate func logCells() throws(TaskStoreError) -> [Cell] {
    let first: [Cell] = [.date(date), .text(action), .blob(tasks.flatMap(\.bytes))]
    switch record {
    case .open(let changes):
      return first + [.integer(0), .blob(try CalendarLog.encode(changes)), .flag(isSkipped)]
    case .sealed(let bytes): return first + [.integer(1), .blob(bytes), .flag(isSkipped)]
    }
  }

  /// Reads a row; nil when it is none of an operation.
  fileprivate init?(logRow row: StoredRow) {
    let cells = Cells<OperationColumn>(row.cells)
    guard row.name.key.count == 8, let date = cells[.date].date, let action = cells[.action].text,
      let ids = cells[.tasks].bytes, let bytes = cells[.record].bytes
    else { return nil }
    var record = Record.sealed(bytes)
    if !cells[.isSealed].flag {
      do throws(TaskStoreError) { record = .open(try CalendarLog.decode([TaskChange].self, bytes)) } catch {
        return nil
      }
    }
    let tasks = stride(from: 0, to: ids.count, by: 16).compactMap { UUID(bytes: Array(ids[$0...].prefix(16))) }
    self.init(
      id: CalendarLogSchema.number(row.name), date: date, action: action, tasks: tasks, record: record)
    isSkipped = cells[.isSkipped].flag
  }
}
