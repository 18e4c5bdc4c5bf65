internal import FoundationEssentials
internal import GRDB

/// Items that leave the inboxes, and pushes that are in none any more.
extension Database {
  /// - Returns: the last account of which all is done; nil when that was the last of all.
  func expireItems(after start: String, before date: Date, keeping count: Int, limit: Int) throws -> String? {
    let accounts = try Row.fetchAll(
      self, sql: "SELECT id, inboxFirst, inboxHighest FROM accounts WHERE id > ? ORDER BY id LIMIT ?",
      arguments: [start, limit])
    var (rest, last) = (limit, start)
    for row in accounts {
      let front = Front(
        owner: row["id"], first: row["inboxFirst"], highest: row["inboxHighest"], rows: Self.itemDates)
      try expireWithheld(of: front, keeping: count)
      let first = try front.firstKept(self, before: date, keeping: count, limit: rest)
      try removeItems(of: front, before: first.number)
      guard first.isFinal else { return last }
      (rest, last) = (rest - 1 - Int(first.number - front.first), front.owner)
      guard rest > 0 else { return last }
    }
    return accounts.count < limit ? nil : last
  }

  private static let itemDates = """
    SELECT sequence, createdAt FROM inbox JOIN pushes ON pushes.number = push WHERE accountID = ? ORDER BY sequence LIMIT ?
    """

  private func removeItems(of inbox: Front, before first: Int64) throws {
    guard first > inbox.first else { return }
    // What stands for an item goes with it.
    try execute(
      sql: "DELETE FROM withheld WHERE push IN (SELECT push FROM inbox WHERE accountID = ? AND sequence < ?)",
      arguments: [inbox.owner, first])
    try execute(sql: "DELETE FROM inbox WHERE accountID = ? AND sequence < ?", arguments: [inbox.owner, first])
    try execute(sql: "UPDATE accounts SET inboxFirst = ? WHERE id = ?", arguments: [first, inbox.owner])
  }

  /// Forgets what was withheld and is not among the newest `count` of a user, with their items. What stands for an item stays as long as that.
  private func expireWithheld(of inbox: Front, keeping count: Int) throws {
    let withheld = try Int.fetchOne(
      self, sql: "SELECT count(*) FROM withheld WHERE accountID = ?", arguments: [inbox.owner])
    guard let withheld, withheld > 0, withheld + Int(inbox.highest - inbox.first) + 1 > count else { return }
    try execute(
      sql: """
        DELETE FROM withheld WHERE accountID = ?1 AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push)
          AND push NOT IN (
            SELECT push FROM (SELECT push FROM withheld WHERE accountID = ?1 UNION SELECT push FROM inbox WHERE accountID = ?1)
            ORDER BY push DESC LIMIT ?2)
        """,
      arguments: [inbox.owner, count])
  }

  /// Forgets what was withheld before a moment, deletes pushes that are in no inbox any more nor withheld from one, and erases texts that
  /// nobody may see.
  ///
  /// - Returns: the last push that was looked at; nil when that was the last of all.
  func expirePushes(after start: Int64, before date: Date, limit: Int) throws -> Int64? {
    let numbers = try Int64.fetchAll(
      self, sql: "SELECT number FROM pushes WHERE number > ? ORDER BY number LIMIT ?", arguments: [start, limit])
    guard let last = numbers.last else { return nil }
    try execute(
      sql: """
        DELETE FROM withheld WHERE push > ? AND push <= ? AND (SELECT createdAt FROM pushes WHERE number = push) < ?
          AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push)
        """,
      arguments: [start, last, date.milliseconds])
    try eraseUnreferencedPushes("number > \(start) AND number <= \(last)")
    return numbers.count < limit ? nil : last
  }
}

/// The oldest rows of an inbox, or a channel.
struct Front {
  /// Whose it is.
  let owner: String
  let first: Int64
  let highest: Int64
  /// What finds numbers and dates by owner, the oldest first, at most so many.
  let rows: String

  /// The first row that is kept, as far as so many rows tell.
  ///
  /// Always from the front, so that what is kept has no gap, and up to the first that is young: one that a wrong clock had dated too early
  /// takes nothing else with it.
  ///
  /// - Returns: its number; not final where there may be more before the first that is kept.
  func firstKept(
    _ database: Database, before date: Date, keeping count: Int, limit: Int
  ) throws -> (number: Int64, isFinal: Bool) {
    let bound = highest - Int64(count) + 1
    let cursor = try Row.fetchCursor(database.cachedStatement(sql: rows), arguments: [owner, limit + 1])
    var (hasYoung, seen) = (false, 0)
    while let row = try cursor.next() {
      let (number, createdAt): (Int64, Int64) = (row[0], row[1])
      hasYoung = hasYoung || createdAt >= date.milliseconds
      if hasYoung, number >= bound { return (max(number, first), true) }
      if seen == limit { return (max(number, first), false) }
      seen += 1
    }
    return (max(highest + 1, first), true)
  }
}
