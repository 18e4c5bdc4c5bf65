internal import DurableFiles
public import FoundationEssentials
internal import GRDB
internal import Glibc
internal import VaultModel

/// How long what is here stays, and what becomes of a damaged file.
extension InboxStore {
  /// Removes items, and messages of channels, that are too old, and the oldest where an inbox or a channel has more than a number.
  /// What the server does not know yet stays, and so do messages that came with pushes.
  ///
  /// - Parameters:
  ///   - seconds: how old an item may be. Its age is counted from `now`, or from when the server took the newest one where that
  ///     was earlier: a clock that is wrong removes nothing.
  ///   - count: how many of the newest may stay.
  /// - Returns: how many items and messages were removed.
  @discardableResult
  public func prune(
    olderThan seconds: Double, at now: Date, keeping count: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> Int {
    try change(owner) { database, number in
      let date = min(now, try database.newestDate(number) ?? now).addingTimeInterval(-seconds)
      let first = try database.firstNumber(from: date, number)
      let condition = """
        owner = ?1 AND wish IS NULL AND sequence < max(?3, (SELECT highest FROM owners WHERE number = ?1) - ?2 + 1)
        """
      try database.recordPrunedItems(of: number, where: condition, [number, max(count, 0), first])
      // Of an item that is gone it would not be known that its text was erased.
      try database.execute(
        sql: "DELETE FROM feedback WHERE owner = ?1 AND push IN (SELECT push FROM items WHERE \(condition))",
        arguments: [number, max(count, 0), first])
      try database.pruneEarlier(before: date, of: number)
      try database.execute(sql: "DELETE FROM items WHERE \(condition)", arguments: [number, max(count, 0), first])
      return try database.changesCount + database.pruneMessages(before: date, keeping: count, of: number)
        + database.pruneFeedback(before: date, of: number)
    }
  }

  /// Everybody whose inbox is here.
  public func owners() throws(InboxStoreError) -> [InboxOwner] {
    try file.read { database in
      try Row.fetchAll(database, sql: "SELECT server, user FROM owners ORDER BY number").map { row in
        InboxOwner(server: try row.value("server"), user: try row.id("user"))
      }
    }
  }

  /// Whether SQLite finds the file sound. Reads all of it.
  public func isSound() throws(InboxStoreError) -> Bool {
    try file.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") == "ok" }
  }

  /// Puts a damaged file aside, with its side files, so that a new one can be made and filled from the server. No store is
  /// open at that path.
  ///
  /// - Returns: what it is called now: `PATH.set-aside-1`, or the next number that is free.
  public static func setAside(_ path: String) throws(InboxStoreError) -> String {
    let target = DurableFile.placeAside(path)
    // The log belongs to the file, and would spoil a new one: it goes first.
    for suffix in ["-wal", "-shm", ""] where access(path + suffix, F_OK) == 0 {
      guard rename(path + suffix, target + suffix) == 0 else { throw InboxStoreError(errno: errno, path + suffix) }
    }
    return target
  }
}

extension Database {
  /// When the server took the newest item, or message of a channel; nil where there is none.
  fileprivate func newestDate(_ owner: Int64) throws -> Date? {
    let statement = try cachedStatement(
      sql: """
        SELECT max(date) FROM (
          SELECT * FROM (SELECT createdAt AS date FROM items WHERE owner = ?1 ORDER BY sequence DESC LIMIT 1)
          UNION ALL
          SELECT (SELECT receivedAt FROM channelMessages AS newest
            WHERE newest.owner = ?1 AND newest.channel = enrolments.channel ORDER BY sequence DESC LIMIT 1)
          FROM enrolments WHERE owner = ?1)
        """)
    return try Double.fetchOne(statement, arguments: [owner]).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// The number of the first item from a date on, or the one after the last. Looks only at those that are older.
  fileprivate func firstNumber(from date: Date, _ owner: Int64) throws -> Int64 {
    let statement = try cachedStatement(
      sql: """
        SELECT coalesce(
          (SELECT sequence FROM items WHERE owner = ?1 AND createdAt >= ?2 ORDER BY sequence LIMIT 1),
          (SELECT highest + 1 FROM owners WHERE number = ?1))
        """)
    return try Int64.fetchOne(statement, arguments: [owner, date.timeIntervalSinceReferenceDate]) ?? 0
  }
}
