public import FoundationEssentials
internal import GRDB
internal import ServerAPI

/// What is shown on the desktop.
extension InboxStore {
  /// The entries that have come since ``passShown(through:for:)``, oldest first, whatever they are: also those that are silent,
  /// decided, or for another device alone.
  public func unshown(for owner: InboxOwner, limit: Int) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        """
        WHERE owner = ?1 AND sequence > (SELECT shownThrough FROM owners WHERE number = ?1) ORDER BY sequence LIMIT ?2
        """, [number, Self.bounded(limit)])
    }
  }

  /// Records that what has come up to an item needs no showing any more: it was shown, or is too much or too old.
  public func passShown(through sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE owners SET shownThrough = max(shownThrough, min(highest, ?)) WHERE number = ?",
        arguments: [sequence, number])
    }
  }

  /// The proposed tasks that wait for a decision, newest first: they are shown again when the agent has started.
  ///
  /// - Parameters:
  ///   - device: this device's token; what is for another device alone is left out.
  ///   - date: what had expired by then is left out.
  public func undecided(
    for owner: InboxOwner, device: String?, at date: Date, limit: Int
  ) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        """
        INDEXED BY itemsUndecided WHERE owner = ? AND isTask = 1 AND coalesce(wish, state) < 2
          AND (expiresAt IS NULL OR expiresAt > ?) AND isOver = 0 AND (device IS NULL OR device = ?) ORDER BY sequence DESC LIMIT ?
        """,
        [number, date.timeIntervalSinceReferenceDate, device.map { Data($0.utf8) }, Self.bounded(limit)])
    }
  }

  /// The proposed tasks of these numbers that wait for a decision, oldest first; as ``undecided(for:device:at:limit:)``.
  ///
  /// - Parameter others: items that are left out.
  public func undecided(
    in numbers: ClosedRange<Int64>, besides others: Set<Int64>, for owner: InboxOwner, device: String?, at date: Date,
    limit: Int
  ) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        """
        INDEXED BY itemsUndecided WHERE owner = ? AND isTask = 1 AND coalesce(wish, state) < 2 AND isSilent = 0
          AND (expiresAt IS NULL OR expiresAt > ?) AND isOver = 0 AND (device IS NULL OR device = ?) AND payload IS NOT NULL
          AND sequence BETWEEN ? AND ? AND sequence NOT IN (SELECT value FROM json_each(?)) ORDER BY sequence LIMIT ?
        """,
        [
          number, date.timeIntervalSinceReferenceDate, device.map { Data($0.utf8) }, numbers.lowerBound,
          numbers.upperBound, Self.list(others), Self.bounded(limit),
        ])
    }
  }

  /// How many of the items of these numbers want something: to be looked at, or to be decided.
  ///
  /// - Parameters:
  ///   - others: items that are not counted.
  ///   - date: nor is what had expired by then.
  public func openCount(
    in numbers: ClosedRange<Int64>, besides others: Set<Int64> = [], for owner: InboxOwner, at date: Date
  ) throws(InboxStoreError) -> Int {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          WITH others AS MATERIALIZED (SELECT value FROM json_each(?4))
          SELECT (SELECT count(*) FROM items INDEXED BY itemsUnread
              WHERE owner = ?1 AND coalesce(wish, state) = 0 AND isSilent = 0 AND sequence BETWEEN ?2 AND ?3
                AND \(Self.notExpired))
            + (SELECT count(*) FROM items INDEXED BY itemsUndecided
              WHERE owner = ?1 AND isTask = 1 AND coalesce(wish, state) < 2 AND coalesce(wish, state) = 1
                AND sequence BETWEEN ?2 AND ?3 AND \(Self.notExpired))
            - (SELECT count(*) FROM items WHERE owner = ?1 AND sequence IN (SELECT value FROM others)
                AND sequence BETWEEN ?2 AND ?3 AND \(Self.notExpired)
                AND (coalesce(wish, state) = 0 AND isSilent = 0 OR isTask = 1 AND coalesce(wish, state) = 1))
          """)
      let arguments: StatementArguments = [
        number, numbers.lowerBound, numbers.upperBound, Self.list(others), date.timeIntervalSinceReferenceDate,
      ]
      return try Int.fetchOne(statement, arguments: arguments) ?? 0
    }
  }

  /// Of an item, at the date that is the fifth argument.
  private static let notExpired = "isOver = 0 AND (expiresAt IS NULL OR expiresAt > ?5)"

  /// As SQLite's `json_each` reads it.
  private static func list(_ numbers: Set<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }

  /// Records that an item was displayed on this device.
  ///
  /// - Parameter date: when; the first time counts.
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func display(_ sequence: Int64, at date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.cachedStatement(
        sql: "UPDATE items SET displayedAt = coalesce(displayedAt, ?) WHERE owner = ? AND sequence = ?"
      ).execute(arguments: [date.timeIntervalSinceReferenceDate, number, sequence])
      guard database.changesCount > 0 else { throw InboxStoreError(.notFound, "item \(sequence)") }
    }
  }

  /// The numbers of items that were displayed, of which the server does not know, the oldest first.
  public func unsyncedDisplays(for owner: InboxOwner, limit: Int = 100) throws(InboxStoreError) -> [Int64] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT sequence FROM items INDEXED BY itemsDisplayed
          WHERE owner = ? AND displayedAt IS NOT NULL AND isDisplayTold = 0 ORDER BY sequence LIMIT ?
          """)
      return try Int64.fetchAll(statement, arguments: [number, Self.bounded(limit)])
    }
  }

  /// Records that the server knows that an item was displayed, or that it can't be reported any more.
  public func acknowledgeDisplay(_ sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE items SET isDisplayTold = 1 WHERE owner = ? AND sequence = ?", arguments: [number, sequence])
    }
  }
}
