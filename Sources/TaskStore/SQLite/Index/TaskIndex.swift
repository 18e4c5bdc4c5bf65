internal import FoundationEssentials
internal import GRDB
internal import VaultModel

/// The index of the tasks: a listing with an SQL index for every order, and tags, reminders and words beside it.
struct TaskIndex: RowIndex {
  let table = TaskSchema.task
  let form = 1

  func create(in database: Database) throws {
    try drop(in: database)
    try database.execute(sql: Self.tablesSQL)
  }

  func finish(in database: Database) throws {
    for order in TaskQuery.Order.allCases {
      let columns = (["isDone"] + order.terms).joined(separator: ", ")
      try database.execute(sql: "CREATE INDEX \(order.indexName) ON listing (\(columns))")
    }
    try database.execute(sql: "CREATE INDEX listing_projectCode ON listing (projectCode) WHERE projectCode NOT NULL")
    for flag in ["isProtected", "isNotifying", "isRecurring"] {
      try database.execute(sql: "CREATE INDEX listing_\(flag) ON listing (\(flag)) WHERE \(flag)")
    }
  }

  func drop(in database: Database) throws {
    for table in ["listing", "listingCount", "taskTag", "taskReminder", "taskWords"] {
      try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
    }
  }

  func replace(_ old: StoredRow?, by new: StoredRow?, in database: Database) throws {
    let old = old.flatMap { TodoTask($0) }.map(ListingEntry.init)
    let new = new.flatMap { TodoTask($0) }.map(ListingEntry.init)
    switch (old, new) {
    case (nil, nil): return
    case (nil, let new?): try database.insert(new)
    case (let old?, nil): try database.remove(old)
    case (let old?, let new?): try database.replace(old, by: new)
    }
    guard old?.task.isDone != new?.task.isDone else { return }
    if let old { try database.changeListingCount(isDone: old.task.isDone, by: -1) }
    if let new { try database.changeListingCount(isDone: new.task.isDone, by: 1) }
  }

  /// Merges all of FTS5's segments into one: until then a removed word stands in the older ones.
  func forgetFormerRows(in database: Database) throws {
    try database.execute(sql: "INSERT INTO taskWords (taskWords) VALUES ('optimize')")
  }

  /// - `listing`: a task's number in the index, and its sort keys. `projectCode` and tags are ``CharacterCode``s.
  /// - `taskWords`: the codes of the words; FTS5 keeps only which task has which (`detail=none`), and
  ///   lists of its own for beginnings of one and two letters, which a search begins with.
  private static let tablesSQL = """
    CREATE TABLE listing (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, isDone INTEGER NOT NULL,
      due REAL NOT NULL, priority INTEGER NOT NULL, created REAL NOT NULL, modified REAL NOT NULL,
      completed REAL NOT NULL, name BLOB NOT NULL, project BLOB NOT NULL, projectCode TEXT,
      isProtected INTEGER NOT NULL, isNotifying INTEGER NOT NULL, isRecurring INTEGER NOT NULL);
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
    try cachedStatement(sql: ListingSQL.insert).execute(arguments: StatementArguments(bound: entry.values))
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
      let arguments = StatementArguments(bound: values + [number.databaseValue])
      try cachedStatement(sql: ListingSQL.update).execute(arguments: arguments)
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
