public import FoundationEssentials
internal import GRDB

/// What people look at. An item whose place another took is in no list, and counted nowhere.
extension InboxStore {
  /// The newest entries, newest first.
  ///
  /// - Parameters:
  ///   - sequence: only entries before this number; nil for the newest of all.
  ///   - all: whether those that show nothing and those whose text is gone are among them.
  ///   - limit: at most ``maximumPageCount``.
  public func entries(
    before sequence: Int64? = nil, all: Bool = true, limit: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        "WHERE owner = ? AND sequence < ? \(Self.condition(all)) ORDER BY sequence DESC LIMIT ?",
        [number, sequence ?? .max, Self.bounded(limit)])
    }
  }

  /// How many entries there are before a number; `all` as for ``entries(before:all:limit:for:)``.
  public func count(
    before sequence: Int64, all: Bool = true, for owner: InboxOwner
  ) throws(InboxStoreError) -> Int {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "SELECT count(*) FROM items WHERE owner = ? AND sequence < ? \(Self.condition(all))")
      return try Int.fetchOne(statement, arguments: [number, sequence]) ?? 0
    }
  }

  /// What a newer push took the place of is in no list.
  private static func condition(_ all: Bool) -> String {
    "AND isReplaced = 0" + (all ? "" : " AND isSilent = 0 AND isRedacted = 0")
  }

  /// The entries after a number, oldest first.
  public func entries(
    after sequence: Int64, limit: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        "WHERE owner = ? AND sequence > ? AND isReplaced = 0 ORDER BY sequence LIMIT ?",
        [number, sequence, Self.bounded(limit)])
    }
  }

  /// The entry of that number.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func entry(_ sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) -> InboxEntry {
    try read(owner) { try $0.entry(sequence, $1) }
  }

  /// How many items want something.
  ///
  /// - Parameter date: what had expired by then is not unread, since nothing can be done about it.
  public func counts(for owner: InboxOwner, at date: Date) throws(InboxStoreError) -> InboxCounts {
    try read(owner) { database, number in
      let unread = try database.cachedStatement(
        sql: """
          SELECT count(*) FROM items INDEXED BY itemsUnread WHERE owner = ?1 AND coalesce(wish, state) = 0 AND isSilent = 0
            AND isOver = 0 AND (expiresAt IS NULL OR expiresAt > ?2) AND sequence > (SELECT countedFrom FROM owners WHERE number = ?1)
          """)
      let unsynced = try database.cachedStatement(
        sql: "SELECT count(*) FROM items INDEXED BY itemsUntold WHERE owner = ? AND wish IS NOT NULL")
      return InboxCounts(
        unread: try Int.fetchOne(unread, arguments: [number, date.timeIntervalSinceReferenceDate]) ?? 0,
        unsynced: try Int.fetchOne(unsynced, arguments: [number]) ?? 0)
    }
  }

  /// How many of the newest that nobody has looked at are unread, as ``counts(for:at:)`` has it: what is asked for at every push must not
  /// look at all of them.
  ///
  /// - Parameter limit: how many are looked at.
  public func unreadCount(amongNewest limit: Int, for owner: InboxOwner, at date: Date) throws(InboxStoreError) -> Int {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT count(*) FROM (
            SELECT expiresAt FROM items INDEXED BY itemsUnread
            WHERE owner = ?1 AND coalesce(wish, state) = 0 AND isSilent = 0 AND isOver = 0
              AND sequence > (SELECT countedFrom FROM owners WHERE number = ?1)
            ORDER BY sequence DESC LIMIT ?3)
          WHERE expiresAt IS NULL OR expiresAt > ?2
          """)
      return try Int.fetchOne(statement, arguments: [number, date.timeIntervalSinceReferenceDate, limit]) ?? 0
    }
  }

  /// Has the counts of unread items and messages begin anew, as at a logout. They stay as they are.
  public func clearCounts(for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(sql: "UPDATE owners SET countedFrom = highest WHERE number = ?", arguments: [number])
      try database.execute(sql: "UPDATE enrolments SET readThrough = highest WHERE owner = ?", arguments: [number])
      try database.execute(sql: "UPDATE feedback SET isRead = 1 WHERE owner = ?", arguments: [number])
    }
  }

  static func bounded(_ limit: Int) -> Int { min(max(limit, 0), maximumPageCount) }
}
