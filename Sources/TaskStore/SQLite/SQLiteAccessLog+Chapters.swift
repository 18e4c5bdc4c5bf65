internal import FoundationEssentials
internal import GRDB
internal import VaultModel

extension SQLiteAccessLog {
  /// Opens a chapter: `make` says its number and its first state, and no entry comes between that and the writing of it.
  ///
  /// - Parameter written: called once it is written, durably.
  public func openChapter<Chapter: Sendable>(
    _ make: @Sendable (AccessLogEnd) throws(TaskStoreError) -> (number: UInt64, opening: [UInt8], chapter: Chapter),
    written: @Sendable (Chapter) throws(TaskStoreError) -> Void
  ) throws(TaskStoreError) {
    let made = try make(try end())
    try database.write { _, _ in [.put(AccessSchema.name(chapter: made.number), [.blob(made.opening)])] }
    try written(made.chapter)
  }

  /// Where the log stands.
  public func end() throws(TaskStoreError) -> AccessLogEnd {
    try database.read { connection in
      let chapter = try connection.lastNumber(AccessSchema.chapter)
      let cell = try connection.row(AccessSchema.name(chapter: chapter))?.valid().cells.first
      let opening: [UInt8]? = if case .blob(let bytes) = cell { bytes } else { nil }
      return AccessLogEnd(
        entry: try connection.lastNumber(AccessSchema.access), chapter: chapter, opening: opening)
    }
  }

  /// All chapters and all entries, and what `body` says while nothing is added to them.
  public func contents<Value: Sendable>(
    _ body: @Sendable () -> Value
  ) throws(TaskStoreError) -> (openings: [(number: UInt64, bytes: [UInt8])], entries: [StoredAccess], value: Value) {
    try writeGathered()
    return (try openings(), try entries(), body())
  }

  /// The chapters' openings, the oldest first.
  private func openings() throws(TaskStoreError) -> [(number: UInt64, bytes: [UInt8])] {
    try database.rows(of: AccessSchema.chapter).map { row in
      let bytes: [UInt8] = if case .blob(let bytes) = row.cells.first { bytes } else { [] }
      return (AccessSchema.number(row.name), bytes)
    }
  }

  /// The entries from that number on, the oldest first, proven to be all that the log says it has.
  public func entries(from number: UInt64 = 0) throws(TaskStoreError) -> [StoredAccess] {
    guard number == 0 else {
      return try database.read { connection in
        let rows = try connection.rowCursor(
          AccessSchema.access, where: "WHERE key >= ? ORDER BY key", [AccessSchema.key(number).databaseValue])
        var entries: [StoredAccess] = []
        while let row = try rows.next() { entries.append(StoredAccess(try row.valid())) }
        return entries
      }
    }
    return try database.rows(of: AccessSchema.access).map { StoredAccess($0) }
  }
}

extension StoredAccess {
  fileprivate init(_ row: StoredRow) {
    self.init(
      number: AccessSchema.number(row.name), link: AccessLink(row), content: row.linkedContent,
      record: AccessRecord(row))
  }
}

extension Database {
  /// The highest number of a table's rows; 0 for none.
  func lastNumber(_ table: Table) throws -> UInt64 {
    let rows = try rowCursor(
      table, where: "WHERE key < ? ORDER BY key DESC LIMIT 1",
      [AccessSchema.key(AccessSchema.maximumNumber).databaseValue])
    return try rows.next().map { AccessSchema.number(try $0.valid().name) } ?? 0
  }

  /// What lets at least that many of the oldest entries go: chapters go whole, with their openings, so that what is left can
  /// be proven; but of the present one, which would not be left, entries go alone.
  func removals(ofOldest count: Int, in present: UInt64?) throws -> [MirroredDatabase.Change] {
    var (names, ended): ([RowName], UInt64?) = ([], nil)
    let rows = try rowCursor(AccessSchema.access)
    while let row = try rows.next() {
      let row = try row.valid()
      let chapter = AccessLink(row)?.chapter
      let isRest = chapter != nil && chapter == ended && chapter != present
      guard names.count < count || isRest else { break }
      names.append(row.name)
      ended = chapter
    }
    guard let last = try names.last.flatMap({ try self.row($0) }).flatMap({ AccessLink(try $0.valid())?.chapter })
    else {
      return names.map { .remove($0) }
    }
    let highest = last == present ? last &- 1 : last
    let openings = try rowCursor(
      AccessSchema.chapter, where: "WHERE key <= ?", [AccessSchema.key(highest).databaseValue])
    while let opening = try openings.next() { names.append(try opening.valid().name) }
    return names.map { .remove($0) }
  }
}
