internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func append(_ message: ChannelMessage, to channel: UUID) async throws -> MessageOutcome {
    try await write { transaction in
      try transaction.lock(channels: [channel])
      if let present = try transaction.message(message.id, of: channel) {
        let isSame = present.sender == message.sender && present.text == message.text
        return isSame ? .repeated(present) : .idIsTaken
      }
      let count = try transaction.execute(
        """
        UPDATE channels SET highest = highest + 1
        WHERE id = ? AND id IN (SELECT channelID FROM enrolments WHERE accountID = ?)
        """,
        [channel, message.sender])
      guard count > 0 else { return .refused }
      try transaction.insert(message, in: channel)
      return try transaction.message(message.id, of: channel).map(MessageOutcome.stored) ?? .refused
    }
  }

  func messages(of channel: UUID, after sequence: Int64, limit: Int) async throws -> ChannelPage? {
    try await read { transaction in
      let bounds = try transaction.first(
        "SELECT first, highest FROM channels WHERE id = ?", [channel], SequenceBounds.init(row:))
      guard let bounds else { return nil }
      let messages = try transaction.all(
        """
        SELECT \(MessageColumns.sql) FROM messages WHERE channelID = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """,
        [channel, sequence, limit], ChannelMessage.init(row:))
      return ChannelPage(messages: messages, bounds: bounds)
    }
  }
}

extension SQLTransaction {
  /// The message of an id.
  func message(_ id: UUID, of channel: UUID) throws -> ChannelMessage? {
    try first(
      "SELECT \(MessageColumns.sql) FROM messages WHERE channelID = ? AND id = ?", [channel, id],
      ChannelMessage.init(row:))
  }

  /// Stores a message under its channel's newest number.
  func insert(_ message: ChannelMessage, in channel: UUID) throws {
    try execute(
      """
      INSERT INTO messages (channelID, sequence, id, sender, senderName, text, receivedAt)
      SELECT id, highest, ?, ?, ?, ?, ? FROM channels WHERE id = ?
      """,
      [
        message.id, message.sender, message.senderName, message.text, message.receivedAt.milliseconds, channel,
      ])
  }
}

private enum MessageColumns {
  static let sql = "sequence, id, sender, senderName, text, receivedAt"
}

extension ChannelMessage {
  /// Nil for a row that no version of the server has written.
  ///
  /// - Throws: ``ImpossibleNumberError``
  fileprivate init?(row: any SQLRow) throws {
    guard let id: UUID = row["id"], let sender: UUID = row["sender"] else { return nil }
    self.init(
      sequence: try row.sequence("sequence"), id: id, sender: sender, senderName: row["senderName"], text: row["text"],
      receivedAt: Date(milliseconds: row["receivedAt"]))
  }
}
