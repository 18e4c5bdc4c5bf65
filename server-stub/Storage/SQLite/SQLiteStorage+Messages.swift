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

  func expireMessages(before date: Date, keeping count: Int) async throws {
    try await write { database in
      // As inboxes are: from the front, and up to the first that is young.
      let first = """
        max(highest - ?1 + 1, coalesce((
          SELECT sequence FROM messages WHERE channelID = channels.id AND receivedAt >= ?2 ORDER BY sequence LIMIT 1),
          highest + 1))
        """
      let moved = try Row.fetchAll(
        database, sql: "UPDATE channels SET first = \(first) WHERE first < \(first) RETURNING id, first",
        arguments: [count, date.milliseconds])
      // Channel by channel, by a range of its numbers: to look at all messages of all channels takes long, and most have none to give.
      let deletion = try database.cachedStatement(sql: "DELETE FROM messages WHERE channelID = ? AND sequence < ?")
      for channel in moved {
        let (side, first): (String, Int64) = (channel["id"], channel["first"])
        try database.emptyFeedback(aboutMessagesOf: side, before: first)
        try deletion.execute(arguments: [side, first])
      }
    }
  }
}

extension Database {
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
