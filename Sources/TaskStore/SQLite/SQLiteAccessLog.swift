internal import GRDB
public import VaultModel

/// The access log in a SQLite file of its own, with a second copy beside it (`NAME.copy`); both have mode 0600.
public actor SQLiteAccessLog: AccessLog {
  private let database: MirroredDatabase
  private let executor = DatabaseExecutor(label: "vault.access-log")

  /// Runs on a queue of its own: a file that another program holds must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let maximumCount: Int

  /// Opens the log at `path`, or makes it; its directory exists.
  public init(
    path: String, maximumCount: Int = AccessLogLimits.maximumCount, busyTimeout: Double = 2
  ) throws(TaskStoreError) {
    self.maximumCount = max(1, maximumCount)
    database = try MirroredDatabase(path: path, schema: AccessSchema.schema, busyTimeout: busyTimeout)
  }

  /// Folds the write-ahead logs into the files and closes them; the log must not be used afterwards.
  public func close() throws(TaskStoreError) { try database.close() }

  /// Appends a record and lets the oldest go.
  public func append(_ record: AccessRecord) throws(TaskStoreError) {
    try record.checkStorable()
    let cells = record.cut().cells
    try database.write { [maximumCount] connection, summary in
      let last = try connection.firstRow(AccessSchema.access, where: "ORDER BY key DESC LIMIT 1")
      let number = try last.map { AccessSchema.number(try $0.valid().name) &+ 1 } ?? 1
      var changes = [MirroredDatabase.Change.put(AccessSchema.name(number), cells)]
      let surplus = Int(clamping: summary.tallies[AccessSchema.access.index].count) - maximumCount + 1
      guard surplus > 0 else { return changes }
      let oldest = try connection.rowCursor(AccessSchema.access, where: "ORDER BY key LIMIT ?", [surplus])
      while let row = try oldest.next() { changes.append(.remove(try row.valid().name)) }
      return changes
    }
  }

  /// The newest `count` records that can be read, newest first.
  public func newest(_ count: Int) throws(TaskStoreError) -> [AccessRecord] {
    let limit = max(0, min(count, maximumCount))
    let records = try database.read { connection in
      let rows = try connection.rowCursor(AccessSchema.access, where: "ORDER BY key DESC LIMIT ?", [limit])
      var records: [AccessRecord] = []
      while let row = try rows.next() {
        if let record = AccessRecord(try row.valid()) { records.append(record) }
      }
      return records
    }
    // Fewer than asked for: either there are no more, or rows have gone missing.
    if records.count == limit { return records }
    return try database.isComplete(AccessSchema.access) ? records : newest(count)
  }

  /// Checks everything and repairs what can be repaired; lost entries are named by their number.
  public func health() throws(TaskStoreError) -> StoreHealth {
    try database.check()
    var health = database.health
    health.damagedRows = try database.rows(of: Schema.lostTable).map(\.name.description)
    return health
  }
}
