internal import DurableFiles
internal import GRDB
public import VaultModel

/// The access log in a SQLite file of its own, with a second copy beside it (`NAME.copy`); both have mode 0600.
public actor SQLiteAccessLog: AccessLog {
  let database: MirroredDatabase
  private let executor = SerialQueueExecutor(label: "vault.access-log")

  /// Runs on a queue of its own: a file that another program holds must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  /// How many entries are kept.
  public nonisolated let maximumCount: Int
  private let chain: (any AccessChain)?
  private var isClosed = false
  /// Nil where every refusal is an entry of its own.
  private var refusals: GatheredRefusals?

  /// Opens the log at `path`, or makes it; its directory exists.
  ///
  /// - Parameters:
  ///   - chain: binds the entries to each other; nil leaves them as they are.
  ///   - gathersRefusals: whether many refusals that are alike become one entry (``GatheredRefusals``).
  public init(
    path: String, maximumCount: Int = AccessLogLimits.maximumCount, chain: (any AccessChain)? = nil,
    gathersRefusals: Bool = false, busyTimeout: Double = 2
  ) throws(TaskStoreError) {
    self.maximumCount = max(1, maximumCount)
    self.chain = chain
    refusals = gathersRefusals ? GatheredRefusals() : nil
    database = try MirroredDatabase(path: path, schema: AccessSchema.schema, busyTimeout: busyTimeout)
  }

  /// Closes the open chapter, folds the write-ahead logs into the files and closes them; what comes later is refused.
  public func close() throws(TaskStoreError) {
    guard !isClosed else { return }
    isClosed = true
    let none = [Cell](repeating: .null, count: AccessColumn.chapter.rawValue)
    do throws(TaskStoreError) {
      try writeGathered()
      if let chain, let link = try chain.link(CellList.encoded(none), isClosing: true) { try put(none, link) }
    } catch {
      // Without space the next agent tells that it was not closed.
      try database.close()
      throw error
    }
    try database.close()
  }

  /// Appends a record where it is still wanted when it is its turn: those before it may have waited for a file that another program holds.
  ///
  /// - Returns: whether it was wanted.
  public func append(
    _ record: AccessRecord, ifStill isWanted: @Sendable () -> Bool
  ) throws(TaskStoreError) -> Bool {
    guard isWanted() else { return false }
    try append(record)
    return true
  }

  /// Appends a record and lets the oldest go.
  public func append(_ record: AccessRecord) throws(TaskStoreError) {
    guard !isClosed else { throw TaskStoreError(.failed, "the access log is closed") }
    try record.checkStorable()
    for due in refusals?.ingest(record) ?? [record] { try write(due) }
  }

  private func write(_ record: AccessRecord) throws(TaskStoreError) {
    let cells = record.cut().cells
    try put(cells, try chain?.link(CellList.encoded(cells), isClosing: false))
  }

  /// Writes down the refusals that were gathered, before the log is looked at.
  func writeGathered() throws(TaskStoreError) {
    for due in refusals?.flush() ?? [] { try write(due) }
  }

  private func put(_ cells: [Cell], _ link: AccessLink?) throws(TaskStoreError) {
    try database.write { [maximumCount] connection, summary in
      let number = try link?.number ?? (connection.lastNumber(AccessSchema.access) &+ 1)
      let row = MirroredDatabase.Change.put(AccessSchema.name(number), cells + (link?.cells ?? AccessLink.noCells))
      let surplus = Int(clamping: summary.tallies[AccessSchema.access.index].count) - maximumCount + 1
      guard surplus > 0 else { return [row] }
      return [row] + (try connection.removals(ofOldest: surplus, in: link?.chapter))
    }
    if let link { try chain?.didWrite(link) }
  }

  /// The newest `count` records that can be read, newest first.
  public func newest(_ count: Int) throws(TaskStoreError) -> [AccessRecord] {
    if !isClosed { try writeGathered() }
    let limit = max(0, min(count, maximumCount))
    let records = try database.read { connection in
      // What closes a chapter says nothing of who asked.
      let rows = try connection.rowCursor(
        AccessSchema.access, where: "WHERE date IS NOT NULL ORDER BY key DESC LIMIT ?", [limit])
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
