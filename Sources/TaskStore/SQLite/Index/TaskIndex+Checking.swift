internal import FoundationEssentials
internal import GRDB
internal import VaultModel

extension TaskIndex {
  func holds(_ row: StoredRow, in database: Database) throws -> Bool {
    guard let task = TodoTask(row) else { return true }
    let entry = ListingEntry(task)
    let columns = (["number"] + ListingEntry.columns).joined(separator: ", ")
    let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM listing WHERE id = ?")
    // Not even the number has to be one where somebody else made the table.
    guard let found = try Row.fetchOne(statement, arguments: [Data(task.id.bytes)]),
      (1..<found.count).map({ found[$0] }) == entry.values, let number = Int64.fromDatabaseValue(found[0])
    else { return false }
    return try database.listedTags(number) == entry.tags && database.listedWords(number) == entry.words
      && task.reminders.allSatisfy { try database.isListed($0) }
  }

  func isSound(rowCount: Int, in database: Database) throws -> Bool {
    try database.execute(sql: "INSERT INTO taskWords (taskWords) VALUES ('integrity-check')")
    let counts = try Row.fetchOne(
      database,
      sql: """
        SELECT (SELECT count(*) FROM listing), (SELECT sum(count) FROM listingCount),
          (SELECT count(*) FROM listing WHERE isDone), (SELECT count FROM listingCount WHERE isDone = 1),
          (SELECT count(*) FROM taskTag WHERE number NOT IN (SELECT number FROM listing)),
          (SELECT count(*) FROM taskWords WHERE rowid NOT IN (SELECT number FROM listing)),
          (SELECT count(*) FROM taskReminder WHERE task NOT IN (SELECT id FROM listing))
        """)
    guard let counts else { return false }
    let numbers: [Int] = counts.databaseValues.map { Int.fromDatabaseValue($0) ?? -1 }
    let done = numbers[2]
    return numbers == [rowCount, rowCount, done, done, 0, 0, 0]
  }
}

extension Database {
  fileprivate func listedTags(_ number: Int64) throws -> Set<String> {
    let statement = try cachedStatement(sql: "SELECT tag FROM taskTag WHERE number = ?")
    return try Set(String.fetchAll(statement, arguments: [number]))
  }

  fileprivate func listedWords(_ number: Int64) throws -> String {
    let statement = try cachedStatement(sql: "SELECT words FROM taskWords WHERE rowid = ?")
    return try String.fetchOne(statement, arguments: [number]) ?? ""
  }

  fileprivate func isListed(_ reminder: Reminder) throws -> Bool {
    let sql = "SELECT count(*) FROM taskReminder WHERE date = ? AND task = ? AND subtask = ?"
    return try Int.fetchOne(cachedStatement(sql: sql), arguments: reminder.key) == 1
  }
}
