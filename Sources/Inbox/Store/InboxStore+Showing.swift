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

  /// Records which items, by the first and the last of their numbers, are shown together as soon as something may be shown.
  public func postpone(_ numbers: ClosedRange<Int64>?, for owner: InboxOwner) throws(InboxStoreError) {
    // Nobody is notified: nothing of the inbox has changed.
    try file.write { database in
      try database.execute(
        sql: "UPDATE owners SET postponedFrom = ?, postponedThrough = ? WHERE number = ?",
        arguments: [numbers?.lowerBound, numbers?.upperBound, try database.number(of: owner)])
    }
  }

  /// What was recorded so last.
  public func postponed(for owner: InboxOwner) throws(InboxStoreError) -> ClosedRange<Int64>? {
    try read(owner) { database, number in
      let row = try Row.fetchOne(
        database,
        sql: "SELECT postponedFrom, postponedThrough FROM owners WHERE number = ? AND postponedFrom IS NOT NULL",
        arguments: [number])
      guard let row else { return nil }
      let (first, last) = (try row.number("postponedFrom"), try row.number("postponedThrough"))
      return first <= last ? first...last : nil
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

  /// How many of the items of these numbers nobody has looked at.
  ///
  /// - Parameters:
  ///   - others: items that are not counted.
  ///   - date: nor is what had expired by then.
  public func unreadCount(
    in numbers: ClosedRange<Int64>, besides others: Set<Int64> = [], for owner: InboxOwner, at date: Date
  ) throws(InboxStoreError) -> Int {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(sql: "SELECT count(*) FROM items \(Self.unread)")
      return try Int.fetchOne(statement, arguments: Self.arguments(number, numbers, others, date)) ?? 0
    }
  }

  /// Those of them that came last, the newest first.
  public func unread(
    in numbers: ClosedRange<Int64>, besides others: Set<Int64> = [], for owner: InboxOwner, at date: Date, limit: Int
  ) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        "\(Self.unread) ORDER BY sequence DESC LIMIT \(Self.bounded(limit))",
        Self.arguments(number, numbers, others, date))
    }
  }

  /// When the first of them expires; nil when none does.
  public func firstExpiry(
    in numbers: ClosedRange<Int64>, besides others: Set<Int64> = [], for owner: InboxOwner, at date: Date
  ) throws(InboxStoreError) -> Date? {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(sql: "SELECT min(expiresAt) FROM items \(Self.unread)")
      return try Double.fetchOne(statement, arguments: Self.arguments(number, numbers, others, date))
        .map(Date.init(timeIntervalSinceReferenceDate:))
    }
  }

  /// As ``counts(for:at:)`` counts them, of some numbers.
  private static let unread = """
    INDEXED BY itemsUnread WHERE owner = ?1 AND coalesce(wish, state) = 0 AND isSilent = 0 AND isOver = 0
      AND sequence > (SELECT countedFrom FROM owners WHERE number = ?1)
      AND sequence BETWEEN ?2 AND ?3 AND sequence NOT IN (SELECT value FROM json_each(?4))
      AND (expiresAt IS NULL OR expiresAt > ?5)
    """

  private static func arguments(
    _ owner: Int64, _ numbers: ClosedRange<Int64>, _ others: Set<Int64>, _ date: Date
  ) -> StatementArguments {
    [owner, numbers.lowerBound, numbers.upperBound, list(others), date.timeIntervalSinceReferenceDate]
  }

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
