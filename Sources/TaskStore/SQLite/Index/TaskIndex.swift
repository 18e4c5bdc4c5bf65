internal import FoundationEssentials
internal import GRDB
internal import ParallelCollections
internal import VaultModel

/// The index of the tasks: a listing with an SQL index for every order that was asked for, and tags, reminders and words beside it.
struct TaskIndex: RowIndex {
  let table = TaskSchema.task

  /// When a day ends depends on the zone, and so do reminders of the day and what is listed before what.
  var form: Int {
    var checksum = CRC64()
    checksum.add(UInt64(Self.ownForm))
    checksum.add(DayZone.refresh())
    return Int(truncatingIfNeeded: checksum.value)
  }

  /// Raised when it would be built otherwise from the same rows in the same zone.
  private static let ownForm = 3

  func create(in database: Database) throws {
    try drop(in: database)
    try database.execute(sql: Self.tablesSQL)
  }

  func finish(in database: Database) throws {
    try Self.make(.urgency, in: database)
    for (name, columns) in Self.selections {
      try database.execute(sql: "CREATE INDEX listing_\(name) ON listing \(columns)")
    }
  }

  func createAll(in database: Database) throws {
    try finish(in: database)
    for order in TaskQuery.Order.allCases { try Self.make(order, in: database) }
  }

  /// Makes the SQL index that lists in this order are read by; nothing where there is one. Most vaults never ask for most of them, and
  /// each that there is has to be kept up.
  static func make(_ order: TaskQuery.Order, in database: Database) throws {
    let columns = (["isDone"] + order.terms).joined(separator: ", ")
    try database.execute(sql: "CREATE INDEX IF NOT EXISTS \(order.indexName) ON listing (\(columns))")
  }

  /// The SQL indexes that find few among many.
  private static let selections =
    [("projectCode", "(projectCode) WHERE projectCode NOT NULL")]
    + ["isProtected", "isNotifying", "isRecurring"].map { ($0, "(\($0)) WHERE \($0)") }

  private let ownTables = ["listing", "listingCount", "taskTag", "taskReminder"]

  /// FTS5 keeps its lists in tables of its own.
  var tableGroups: [[String]] { [ownTables, ["data", "idx", "content", "config"].map { "taskWords_" + $0 }] }

  func drop(in database: Database) throws {
    for table in ownTables + ["taskWords"] { try database.execute(sql: "DROP TABLE IF EXISTS \(table)") }
  }

  func replace(_ changes: [RowChange], in database: Database) throws {
    // Where many rows are new it is cheaper to sort all when that is asked for than to put each in its places.
    let isBulk = try changes.count >= Self.bulkCount && database.listedCount(.any) < changes.count
    if isBulk {
      for order in TaskQuery.Order.allCases { try database.execute(sql: "DROP INDEX IF EXISTS \(order.indexName)") }
    }
    var counts = [0, 0]
    try changes.forEach(pipelining: Self.entries) { old, new in
      switch (old, new) {
      case (nil, nil): return
      case (nil, let new?): try database.insert(new)
      case (let old?, nil): try database.remove(old)
      case (let old?, let new?): try database.replace(old, by: new)
      }
      if let old { counts[old.task.isDone ? 1 : 0] -= 1 }
      if let new { counts[new.task.isDone ? 1 : 0] += 1 }
    }
    for (state, change) in counts.enumerated() where change != 0 {
      try database.changeListingCount(isDone: state == 1, by: change)
    }
    if isBulk { try Self.make(.urgency, in: database) }
  }

  /// From how many changes on it is worth while to treat them together.
  private static let bulkCount = 1000

  /// What the index knows of a row before and after a change.
  @Sendable
  private static func entries(of change: RowChange) -> (old: ListingEntry?, new: ListingEntry?) {
    let old = change.old.flatMap { TodoTask($0) }.map { ListingEntry($0) }
    let new = change.new.flatMap { TodoTask($0) }.map { ListingEntry($0, isNew: old == nil) }
    return (old, new)
  }

  /// Merges all of FTS5's segments into one: until then a removed word stands in the older ones.
  func purgeStaleRows(in database: Database) throws {
    try database.execute(sql: "INSERT INTO taskWords (taskWords) VALUES ('optimize')")
  }

  /// - `listing`: a task's number in the index, and its sort keys. `projectCode` and tags are ``CharacterCode``s. Only the project
  ///   can be absent, but no column is declared so: the check at each start would take half as long again.
  /// - `taskWords`: the codes of the words; FTS5 keeps only which task has which (`detail=none`), and
  ///   lists of its own for beginnings of one and two letters, which a search begins with.
  private static let tablesSQL = """
    CREATE TABLE listing (number INTEGER PRIMARY KEY, id BLOB UNIQUE, isDone INTEGER, due REAL, priority INTEGER,
      created REAL, modified REAL, completed REAL, name BLOB, project BLOB, projectCode TEXT, isProtected INTEGER,
      isNotifying INTEGER, isRecurring INTEGER);
    CREATE TABLE listingCount (isDone INTEGER PRIMARY KEY, count INTEGER NOT NULL);
    INSERT INTO listingCount (isDone, count) VALUES (0, 0), (1, 0);
    CREATE TABLE taskTag (number INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (number, tag)) WITHOUT ROWID;
    CREATE INDEX taskTag_tag ON taskTag (tag, number);
    CREATE TABLE taskReminder (date REAL NOT NULL, task BLOB NOT NULL, subtask BLOB NOT NULL,
      PRIMARY KEY (date, task, subtask)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE taskWords USING fts5 (words, detail = none, columnsize = 0, prefix = '1 2',
      tokenize = "ascii tokenchars '_'");
    """
}

extension Database {
  fileprivate func insert(_ entry: ListingEntry) throws {
    try cachedStatement(sql: ListingSQL.insert).execute(binding: entry.values)
    let number = lastInsertedRowID
    try insert(tags: entry.tags, number)
    try insert(entry.task.reminders)
    try insert(words: entry.words, number)
  }

  fileprivate func remove(_ entry: ListingEntry) throws {
    let number = try listingNumber(entry.task)
    try cachedStatement(sql: "DELETE FROM listing WHERE number = ?").execute(arguments: [number])
    try cachedStatement(sql: ListingSQL.deleteTags).execute(arguments: [number])
    try remove(entry.task.reminders)
    try cachedStatement(sql: ListingSQL.deleteWords).execute(arguments: [number])
  }

  fileprivate func replace(_ old: ListingEntry, by new: ListingEntry) throws {
    let number = try listingNumber(old.task)
    let values = new.values
    if old.values != values {
      try cachedStatement(sql: ListingSQL.update).execute(binding: values + [number.databaseValue])
    }
    if old.tags != new.tags {
      try cachedStatement(sql: ListingSQL.deleteTags).execute(arguments: [number])
      try insert(tags: new.tags, number)
    }
    if old.task.reminders != new.task.reminders {
      try remove(old.task.reminders)
      try insert(new.task.reminders)
    }
    guard !old.hasTexts(of: new) else { return }
    try cachedStatement(sql: ListingSQL.deleteWords).execute(arguments: [number])
    try insert(words: new.words, number)
  }

  fileprivate func changeListingCount(isDone: Bool, by change: Int) throws {
    try cachedStatement(sql: "UPDATE listingCount SET count = count + ? WHERE isDone = ?")
      .execute(arguments: [change, isDone])
  }

  private func listingNumber(_ task: TodoTask) throws -> Int64 {
    let statement = try cachedStatement(sql: "SELECT number FROM listing WHERE id = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [Data(task.id.bytes)]) else {
      throw TaskStoreError(.damaged, "a task is not in the index")
    }
    return number
  }

  private func insert(tags: Set<String>, _ number: Int64) throws {
    for tag in tags {
      try cachedStatement(sql: "INSERT INTO taskTag (number, tag) VALUES (?, ?)").execute(arguments: [number, tag])
    }
  }

  private func insert(_ reminders: [Reminder]) throws {
    for reminder in reminders {
      try cachedStatement(sql: "INSERT INTO taskReminder (date, task, subtask) VALUES (?, ?, ?)")
        .execute(arguments: reminder.key)
    }
  }

  private func remove(_ reminders: [Reminder]) throws {
    for reminder in reminders {
      try cachedStatement(sql: "DELETE FROM taskReminder WHERE date = ? AND task = ? AND subtask = ?")
        .execute(arguments: reminder.key)
    }
  }

  private func insert(words: String, _ number: Int64) throws {
    guard !words.isEmpty else { return }
    try cachedStatement(sql: "INSERT INTO taskWords (rowid, words) VALUES (?, ?)").execute(arguments: [number, words])
  }
}

/// The statements on the index that are made from its columns.
private enum ListingSQL {
  static let deleteTags = "DELETE FROM taskTag WHERE number = ?"
  static let deleteWords = "DELETE FROM taskWords WHERE rowid = ?"
  static let insert: String = {
    let marks = ListingEntry.columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO listing (\(ListingEntry.columns.joined(separator: ", "))) VALUES (\(marks))"
  }()
  static let update =
    "UPDATE listing SET \(ListingEntry.columns.map { "\($0) = ?" }.joined(separator: ", ")) WHERE number = ?"
}

extension Reminder {
  /// The values of its row, which are its key; the task's own comes before its subtasks'.
  var key: StatementArguments {
    [date.timeIntervalSinceReferenceDate + 0, Data(task.bytes), Data(subtask?.bytes ?? [])]
  }
}
