public import FoundationEssentials
internal import GRDB

/// Messages that came with pushes, and when the server was asked for more.
extension InboxStore {
  /// The messages, the one that came or changed last first.
  ///
  /// - Parameters:
  ///   - offset: how many to pass over.
  ///   - limit: at most ``maximumPageCount``.
  public func messages(
    for owner: InboxOwner, offset: Int = 0, limit: Int
  ) throws(InboxStoreError) -> [InboxMessage] {
    try read(owner) { database, number in
      try database.messages(
        "WHERE owner = ? ORDER BY sequence DESC LIMIT ? OFFSET ?", [number, Self.bounded(limit), max(offset, 0)])
    }
  }

  /// The message of that id.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func message(_ id: Int32, for owner: InboxOwner) throws(InboxStoreError) -> InboxMessage {
    try read(owner) { database, number in
      guard let message = try database.messages("WHERE owner = ? AND id = ?", [number, id]).first else {
        throw InboxStoreError(.notFound, "message \(id)")
      }
      return message
    }
  }

  /// When the server was last asked about a topic; at first, when the owner first began here.
  public func lastQuery(of topic: InboxTopic, for owner: InboxOwner) throws(InboxStoreError) -> Date {
    try read(owner) { database, number in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT coalesce((SELECT askedAt FROM queries WHERE owner = number AND topic = ?), startedAt)
          FROM owners WHERE number = ?
          """, arguments: [topic.rawValue, number])
      guard let date = try row?.date(0) else { throw InboxStoreError(.unknownOwner) }
      return date
    }
  }

  /// Notes when the server was asked about a topic.
  public func setLastQuery(of topic: InboxTopic, to date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: "INSERT OR REPLACE INTO queries (owner, topic, askedAt) VALUES (?, ?, ?)",
        arguments: [number, topic.rawValue, date.timeIntervalSinceReferenceDate])
    }
  }
}

extension Database {
  fileprivate func messages(_ condition: String, _ arguments: StatementArguments) throws -> [InboxMessage] {
    let statement = try cachedStatement(
      sql: "SELECT id, text, senderName, sequence, receivedAt FROM messages \(condition)")
    return try Row.fetchCursor(statement, arguments: arguments).map { row in
      guard let text = try row.text(1), let senderName = try row.text(2), let receivedAt = try row.date(4) else {
        throw InboxStoreError(.damaged, "a message is damaged")
      }
      let message = PushMessage(id: try row.value(0), text: text, senderName: senderName)
      return InboxMessage(message: message, sequence: try row.value(3), receivedAt: receivedAt)
    }.collected()
  }
}
