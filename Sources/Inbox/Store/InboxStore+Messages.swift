public import FoundationEssentials
internal import GRDB
internal import ServerAPI

/// Messages that came with pushes, and when the server was asked for more.
extension InboxStore {
  /// The messages, the one that came or changed last first.
  ///
  /// - Parameters:
  ///   - offset: how many to skip.
  ///   - limit: at most ``maximumPageCount``.
  public func messages(
    for owner: InboxOwner, offset: Int = 0, limit: Int
  ) throws(InboxStoreError) -> [InboxMessage] {
    try read(owner) { database, number in
      try database.messages(
        "WHERE owner = ? ORDER BY sequence DESC LIMIT ? OFFSET ?", [number, Self.bounded(limit), max(offset, 0)])
    }
  }

  /// Marks as read what nobody has looked at yet and is about a topic, or, for ``InboxTopic/messages``, brought a message. A hint that names
  /// what it is about is read where that is shown.
  ///
  /// - Returns: how many items are read now.
  @discardableResult
  public func markRead(_ topic: InboxTopic, at date: Date, for owner: InboxOwner) throws(InboxStoreError) -> Int {
    try markRead(at: date, for: owner) { $0.payload.map { $0.topic == topic && $0.subject == nil } ?? false }
  }

  /// Marks as read what nobody has looked at yet and tells of a decision about one of some proposals.
  ///
  /// - Parameter proposals: the ids of their pushes.
  public func markRead(
    decisionsAbout proposals: Set<UUID>, at date: Date, for owner: InboxOwner
  ) throws(InboxStoreError) {
    guard !proposals.isEmpty else { return }
    try markRead(at: date, for: owner) { $0.payload?.proposal.map(proposals.contains) ?? false }
  }

  @discardableResult
  func markRead(
    at date: Date, for owner: InboxOwner, _ isMeant: (InboxEntry) -> Bool
  ) throws(InboxStoreError) -> Int {
    var (count, newest) = (0, Int64(0))
    while true {
      let unread = try unread(after: newest, for: owner)
      guard let last = unread.last else { return count }
      let numbers = unread.filter(isMeant).map(\.sequence)
      if !numbers.isEmpty { try markRead(numbers, at: date, owner) }
      (count, newest) = (count + numbers.count, last.sequence)
    }
  }

  /// Marks as read all that nobody has looked at yet.
  ///
  /// - Returns: how many items are read now.
  @discardableResult
  public func markAllRead(at date: Date, for owner: InboxOwner) throws(InboxStoreError) -> Int {
    try change(owner) { database, number in
      try database.execute(
        sql: """
          UPDATE items SET wish = ?1, wishedAt = ?2 WHERE owner = ?3 AND coalesce(wish, state) = 0 AND isSilent = 0 AND isOver = 0
            AND (expiresAt IS NULL OR expiresAt > ?2) AND sequence > (SELECT countedFrom FROM owners WHERE number = ?3)
          """, arguments: [InboxState.read.number, date.timeIntervalSinceReferenceDate, number])
      let count = database.changesCount
      // All hints are.
      try database.execute(sql: "UPDATE feedback SET isRead = 1 WHERE owner = ? AND isRead = 0", arguments: [number])
      return count
    }
  }

  private func unread(after sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) -> [InboxEntry] {
    try read(owner) { database, number in
      try database.entries(
        """
        INDEXED BY itemsUnread WHERE owner = ? AND coalesce(wish, state) = 0 AND isSilent = 0 AND isOver = 0 AND sequence > ?
        ORDER BY sequence LIMIT ?
        """, [number, sequence, Self.maximumPageCount])
    }
  }

  private func markRead(_ numbers: [Int64], at date: Date, _ owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "UPDATE items SET wish = ?, wishedAt = ? WHERE owner = ? AND sequence = ? AND coalesce(wish, state) = 0")
      for sequence in numbers {
        try statement.execute(arguments: [
          InboxState.read.number, date.timeIntervalSinceReferenceDate, number, sequence,
        ])
      }
    }
  }

  /// When the server was last asked about a topic; at first, when the owner first began here.
  public func lastQuery(of topic: InboxTopic, for owner: InboxOwner) throws(InboxStoreError) -> Date {
    try read(owner) { database, number in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT coalesce((SELECT askedAt FROM queries WHERE owner = number AND topic = ?), startedAt) AS askedAt
          FROM owners WHERE number = ?
          """, arguments: [topic.rawValue, number])
      guard let date = try row?.date("askedAt") else { throw InboxStoreError(.unknownOwner) }
      return date
    }
  }

  /// Records when the server was asked about a topic.
  public func setLastQuery(of topic: InboxTopic, to date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    // Nobody is notified: a view that asks after each change would never stop.
    try file.write { database in try database.setLastQuery(of: topic, to: date, try database.number(of: owner)) }
  }
}

extension Database {
  fileprivate func messages(_ condition: String, _ arguments: StatementArguments) throws -> [InboxMessage] {
    let statement = try cachedStatement(
      sql:
        "SELECT number, id, text, senderName, sequence, receivedAt, fromKind, fromName, fromID FROM messages \(condition)"
    )
    return try Row.fetchCursor(statement, arguments: arguments).map { row in
      guard let receivedAt = try row.date("receivedAt") else { throw InboxStoreError(.damaged, "a message is damaged") }
      let message = PushMessage(
        id: try row.value("id"), text: try row.presentText("text"), senderName: try row.presentText("senderName"))
      return InboxMessage(
        number: try row.value("number"), message: message, sequence: try row.value("sequence"), receivedAt: receivedAt,
        sender: try row.sender(kind: "fromKind", name: "fromName", id: "fromID"))
    }.collected()
  }
}
