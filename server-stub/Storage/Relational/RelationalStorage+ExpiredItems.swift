internal import FoundationEssentials

/// Items that leave the inboxes, and pushes that are in none any more.
extension SQLTransaction {
  /// - Returns: the last account of which all is done; nil when that was the last of all.
  func expireItems(after start: UUID, before date: Date, keeping count: Int, limit: Int) throws -> UUID? {
    let fronts = try all(
      "SELECT id, inboxFirst, inboxHighest FROM accounts WHERE id > ? ORDER BY id LIMIT ?", [start, limit]
    ) { Front(row: $0, rows: FrontRows.items) }
    var (rest, last) = (limit, start)
    for front in fronts {
      try expireWithheld(of: front, keeping: count)
      let first = try front.firstKept(self, before: date, keeping: count, limit: rest)
      try removeItems(of: front, before: first.number)
      guard first.isFinal else { return last }
      (rest, last) = (rest - 1 - Int(first.number - front.first), front.owner)
      guard rest > 0 else { return last }
    }
    return fronts.count < limit ? nil : last
  }

  private func removeItems(of inbox: Front, before first: Int64) throws {
    guard first > inbox.first else { return }
    // One account after another, in the order of their ids.
    try lock(accounts: [inbox.owner])
    // What stands for an item goes with it.
    try execute(
      "DELETE FROM withheld WHERE push IN (SELECT push FROM inbox WHERE accountID = ? AND sequence < ?)",
      [inbox.owner, first])
    try execute("DELETE FROM inbox WHERE accountID = ? AND sequence < ?", [inbox.owner, first])
    try execute("UPDATE accounts SET inboxFirst = ?1 WHERE id = ?2 AND inboxFirst < ?1", [first, inbox.owner])
  }

  /// Forgets what was withheld and is not among the newest `count` of a user, with their items. What stands for an item stays as long as that.
  private func expireWithheld(of inbox: Front, keeping count: Int) throws {
    let withheld: Int? = try value("SELECT count(*) FROM withheld WHERE accountID = ?", [inbox.owner])
    guard let withheld, withheld > 0, withheld + Int(inbox.highest - inbox.first) + 1 > count else { return }
    try lock(accounts: [inbox.owner])
    try execute(
      """
      DELETE FROM withheld WHERE accountID = ?1 AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push)
        AND push NOT IN (
          SELECT push FROM (
            SELECT push FROM withheld WHERE accountID = ?1 UNION SELECT push FROM inbox WHERE accountID = ?1) AS kept
          ORDER BY push DESC LIMIT ?2)
      """,
      [inbox.owner, count])
  }

  /// Forgets what was withheld before a moment, deletes pushes that are in no inbox any more nor withheld from one, and erases texts that
  /// nobody may see.
  ///
  /// - Returns: the last push that was looked at; nil when that was the last of all.
  func expirePushes(after start: Int64, before date: Date, limit: Int) throws -> Int64? {
    let numbers: [Int64] = try values(
      "SELECT number FROM pushes WHERE number > ? ORDER BY number LIMIT ?", [start, limit])
    guard let last = numbers.last else { return nil }
    try execute(
      """
      DELETE FROM withheld WHERE push > ? AND push <= ? AND (SELECT createdAt FROM pushes WHERE number = push) < ?
        AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push)
      """,
      [start, last, date.milliseconds])
    try eraseUnreferencedPushes(start + 1...last)
    return numbers.count < limit ? nil : last
  }
}

private enum FrontRows {
  static let items = """
    SELECT sequence, createdAt FROM inbox JOIN pushes ON pushes.number = push WHERE accountID = ? ORDER BY sequence LIMIT ?
    """
}

/// The oldest rows of an inbox, or a channel.
struct Front {
  /// Whose it is.
  let owner: UUID
  let first: Int64
  let highest: Int64
  /// What finds numbers and dates by owner, the oldest first, at most so many.
  let rows: String

  /// Nobody has so many: with numbers below it can be reckoned.
  private static let beyond: Int64 = 1 << 62

  /// Of owner, first and highest number. Nil for a row that no version of the server has written.
  init?(row: any SQLRow, rows: String) {
    let (first, highest): (Int64, Int64) = (row[1], row[2])
    guard let owner: UUID = row[0], first > 0, highest >= 0, max(first, highest) < Self.beyond else { return nil }
    (self.owner, self.first, self.highest, self.rows) = (owner, first, highest, rows)
  }

  /// The first row that is kept, as far as so many rows tell.
  ///
  /// Always from the front, so that what is kept has no gap, and up to the first that is young: one that a wrong clock had dated too early
  /// takes nothing else with it.
  ///
  /// - Returns: its number; not final where there may be more before the first that is kept.
  func firstKept(
    _ transaction: any SQLTransaction, before date: Date, keeping count: Int, limit: Int
  ) throws -> (number: Int64, isFinal: Bool) {
    let (bound, moment) = (highest - Int64(count) + 1, date.milliseconds)
    var (hasYoung, seen) = (false, 0)
    var kept: (number: Int64, isFinal: Bool)?
    try transaction.forEachRow(rows, [owner, limit + 1]) { row in
      let (number, createdAt): (Int64, Int64) = (min(row[0] as Int64, Self.beyond), row[1])
      hasYoung = hasYoung || createdAt >= moment
      if hasYoung, number >= bound {
        kept = (max(number, first), true)
      } else if seen == limit {
        kept = (max(number, first), false)
      }
      seen += 1
      return kept == nil
    }
    return kept ?? (max(highest + 1, first), true)
  }
}
