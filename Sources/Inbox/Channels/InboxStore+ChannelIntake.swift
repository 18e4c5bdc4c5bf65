public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// Storing the messages of channels.
extension InboxStore {
  /// How far a channel has come; nil where the owner is not enrolled in it.
  public func position(of channel: UUID, for owner: InboxOwner) throws(InboxStoreError) -> SequencePosition? {
    try read(owner) { database, number in
      try database.knownChannel(channel, of: number).flatMap { try database.position(of: $0, number) }
    }
  }

  /// Stores messages, all or none. Those that are here already are skipped; where the bounds say that the server no longer
  /// has what comes next here, that is counted as lost. What the owner wrote on this machine is no longer to be sent once it
  /// came with the channel.
  ///
  /// - Parameter bounds: what the server keeps; nil where it did not say.
  /// - Throws: ``InboxStoreError/Code/gap`` when a message is not the next one; ``InboxStoreError/Code/otherNumbering`` when one
  ///   that is here already was another; ``InboxStoreError/Code/notFound`` when the owner is not enrolled.
  @discardableResult
  public func ingest(
    _ messages: [ChannelMessage], bounds: SequenceBounds?, of channel: UUID, for owner: InboxOwner
  ) throws(InboxStoreError) -> SequencePosition {
    try change(owner) { database, number in
      let row = try database.channel(channel, of: number)
      guard let position = try database.position(of: row, number) else {
        throw InboxStoreError(.notFound, "channel \(channel)")
      }
      var batch = MessageBatch(
        owner: number, channel: row, user: owner.user, position: position,
        hasEarlier: try database.hasEarlierMessages(row, number))
      if let bounds { try batch.skip(to: bounds, database) }
      for message in messages { try batch.ingest(message, database) }
      try database.execute(
        sql: """
          UPDATE enrolments SET highest = ?1, lost = ?2, lostTold = coalesce(lostTold, ?2) WHERE owner = ?3 AND channel = ?4
          """,
        arguments: [batch.position.sequence, batch.position.lost, number, row])
      return batch.position
    }
  }
}

/// Puts messages into the database, each exactly once and none before the one that comes before it.
private struct MessageBatch {
  let owner: Int64
  let channel: Int64
  let user: UUID
  var position: SequencePosition
  /// Whether something is remembered of what was here under other numbers.
  let hasEarlier: Bool

  mutating func skip(to bounds: SequenceBounds, _ database: Database) throws {
    guard bounds.first >= 1, bounds.highest >= bounds.first - 1 else {
      throw InboxStoreError(.invalid, "the server's bounds contradict themselves")
    }
    let lost = bounds.first - 1 - position.sequence
    guard lost > 0 else { return }
    position.sequence += lost
    position.lost += lost
    // Among what is lost may be what the owner wrote: it will not come back.
    try database.execute(
      sql: "DELETE FROM outgoing WHERE owner = ? AND channel = ? AND state = 1", arguments: [owner, channel])
  }

  mutating func ingest(_ message: ChannelMessage, _ database: Database) throws {
    guard message.sequence > position.sequence else { return try check(message, database) }
    guard message.sequence == position.sequence + 1 else {
      throw InboxStoreError(.gap, "messages are here up to \(position.sequence), and not \(message.sequence - 1)")
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO channelMessages (owner, channel, sequence, id, isOwn, senderName, text, receivedAt, sender, isCorrespondence)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?5 = 0 AND isConversation FROM channels WHERE number = ?2
        """
    ).execute(arguments: [
      owner, channel, message.sequence, Data(message.id.bytes), message.sender == user, Data(message.senderName.utf8),
      Data(message.text.utf8), message.receivedAt.timeIntervalSinceReferenceDate, Data(message.sender.bytes),
    ])
    if message.sender == user {
      try database.cachedStatement(sql: "DELETE FROM outgoing WHERE owner = ? AND channel = ? AND id = ?")
        .execute(arguments: [owner, channel, Data(message.id.bytes)])
    }
    if hasEarlier { try database.recall(message, channel, owner) }
    position.sequence = message.sequence
  }

  /// Checks that a stored message is the one that the server means.
  private func check(_ message: ChannelMessage, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM channelMessages WHERE owner = ? AND channel = ? AND sequence = ?")
    guard let id = try Data.fetchOne(statement, arguments: [owner, channel, message.sequence]) else { return }
    guard Array(id) == message.id.bytes else {
      throw InboxStoreError(.otherNumbering, "message \(message.sequence) was another one")
    }
  }
}
