internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func append(_ message: ChannelMessage, to channel: UUID) async throws -> MessageOutcome {
    try await write { database in
      if let present = try database.message(message.id, of: channel) {
        let isSame = present.sender == message.sender && present.text == message.text
        return isSame ? .repeated(present) : .idIsTaken
      }
      try database.execute(
        sql: """
          UPDATE channels SET highest = highest + 1
          WHERE id = ? AND id IN (SELECT channelID FROM enrolments WHERE accountID = ?)
          """,
        arguments: [channel.uuidString, message.sender.uuidString])
      guard database.changesCount > 0 else { return .refused }
      try database.insert(message, in: channel)
      return try database.message(message.id, of: channel).map(MessageOutcome.stored) ?? .refused
    }
  }

  func messages(of channel: UUID, after sequence: Int64, limit: Int) async throws -> ChannelPage? {
    try await read { database in
      let found = try Row.fetchOne(
        database, sql: "SELECT first, highest FROM channels WHERE id = ?", arguments: [channel.uuidString])
      guard let found else { return nil }
      let rows = try Row.fetchCursor(
        database, sql: "SELECT * FROM messages WHERE channelID = ? AND sequence > ? ORDER BY sequence LIMIT ?",
        arguments: [channel.uuidString, sequence, limit])
      var messages: [ChannelMessage] = []
      while let row = try rows.next() { if let message = ChannelMessage(row: row) { messages.append(message) } }
      return ChannelPage(messages: messages, bounds: SequenceBounds(row: found))
    }
  }
}

extension Database {
  private static let messageDates = """
    SELECT sequence, receivedAt FROM messages WHERE channelID = ? ORDER BY sequence LIMIT ?
    """

  /// Removes old messages from the front of their channels.
  ///
  /// - Returns: the last channel of which all is done; nil when that was the last of all.
  func expireMessages(after start: String, before date: Date, keeping count: Int, limit: Int) throws -> String? {
    let channels = try Row.fetchAll(
      self, sql: "SELECT id, first, highest FROM channels WHERE id > ? ORDER BY id LIMIT ?", arguments: [start, limit])
    var (rest, last) = (limit, start)
    for row in channels {
      let front = Front(owner: row["id"], first: row["first"], highest: row["highest"], rows: Self.messageDates)
      let first = try front.firstKept(self, before: date, keeping: count, limit: rest)
      if first.number > front.first {
        try emptyFeedback(aboutMessagesOf: front.owner, before: first.number)
        try execute(
          sql: "DELETE FROM messages WHERE channelID = ? AND sequence < ?", arguments: [front.owner, first.number])
        try execute(sql: "UPDATE channels SET first = ? WHERE id = ?", arguments: [first.number, front.owner])
      }
      guard first.isFinal else { return last }
      (rest, last) = (rest - 1 - Int(first.number - front.first), front.owner)
      guard rest > 0 else { return last }
    }
    return channels.count < limit ? nil : last
  }

  /// The message of an id.
  func message(_ id: UUID, of channel: UUID) throws -> ChannelMessage? {
    try Row.fetchOne(
      self, sql: "SELECT * FROM messages WHERE channelID = ? AND id = ?",
      arguments: [channel.uuidString, id.uuidString]
    ).flatMap(ChannelMessage.init(row:))
  }

  /// Stores a message under its channel's newest number.
  func insert(_ message: ChannelMessage, in channel: UUID) throws {
    try execute(
      sql: """
        INSERT INTO messages (channelID, sequence, id, sender, senderName, text, receivedAt)
        SELECT id, highest, ?, ?, ?, ?, ? FROM channels WHERE id = ?
        """,
      arguments: [
        message.id.uuidString, message.sender.uuidString, message.senderName, message.text,
        message.receivedAt.milliseconds, channel.uuidString,
      ])
  }
}

extension ChannelMessage {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]), let sender = UUID(uuidString: row["sender"]) else { return nil }
    self.init(
      sequence: row["sequence"], id: id, sender: sender, senderName: row["senderName"], text: row["text"],
      receivedAt: Date(milliseconds: row["receivedAt"]))
  }
}
