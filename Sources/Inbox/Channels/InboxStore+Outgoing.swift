public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// What the owner writes.
extension InboxStore {
  /// The most messages that wait to be sent, of all channels together.
  public static let maximumOutgoingCount = 1000

  /// How long a message that was refused is shown, in seconds, once the owner has written another: a day.
  static let refusedSeconds = 86_400.0

  /// Stores a message that is to be sent. It waits here, through restarts and logouts, until the server has answered.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound`` when the owner is not enrolled; ``InboxStoreError/Code/full`` when
  ///   ``maximumOutgoingCount`` wait.
  public func write(
    _ text: String, id: UUID, to channel: UUID, at date: Date, for owner: InboxOwner
  ) throws(InboxStoreError) {
    try change(owner) { database, number in
      let row = try database.channel(channel, of: number)
      guard try database.position(of: row, number) != nil else {
        throw InboxStoreError(.notFound, "channel \(channel)")
      }
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM outgoing WHERE owner = ? AND state = 0", arguments: [number])
      guard count ?? 0 < Self.maximumOutgoingCount else { throw InboxStoreError(.full) }
      try database.execute(
        sql: "DELETE FROM outgoing WHERE owner = ? AND channel = ? AND state = 2 AND writtenAt < ?",
        arguments: [number, row, date.timeIntervalSinceReferenceDate - Self.refusedSeconds])
      try database.execute(
        sql: "INSERT INTO outgoing (owner, channel, id, text, writtenAt) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          number, row, Data(id.bytes), Data(text.utf8), date.timeIntervalSinceReferenceDate,
        ])
    }
  }

  /// What is to be sent to the server, in the order in which it was written.
  ///
  /// - Parameter channels: what is for them is left out.
  public func outgoing(
    for owner: InboxOwner, besides channels: Set<UUID> = [], limit: Int = 100
  ) throws(InboxStoreError) -> [OutgoingMessage] {
    try read(owner) { database, number in
      let left = try channels.compactMap { try database.knownChannel($0, of: number) }
      let statement = try database.cachedStatement(
        sql: """
          SELECT outgoing.id, channels.id AS channel, text FROM outgoing JOIN channels ON channels.number = channel
          WHERE owner = ? AND state = 0 AND channel NOT IN (\(left.map(String.init).joined(separator: ",")))
          ORDER BY outgoing.number LIMIT ?
          """)
      return try Row.fetchCursor(statement, arguments: [number, Self.bounded(limit)]).map {
        OutgoingMessage(id: try $0.id("id"), channel: try $0.id("channel"), text: try $0.presentText("text"))
      }.collected()
    }
  }

  /// Records that the server has accepted a message. It becomes part of the channel at once where it is the next one there, and
  /// otherwise when it comes in its turn.
  public func acknowledge(
    _ message: ChannelMessage, sentTo channel: UUID, for owner: InboxOwner
  ) throws(InboxStoreError) {
    try change(owner) { database, number in
      let row = try database.channel(channel, of: number)
      try database.execute(
        sql: "UPDATE outgoing SET state = 1, receivedAt = ? WHERE owner = ? AND channel = ? AND id = ?",
        arguments: [
          message.receivedAt.timeIntervalSinceReferenceDate, number, row, Data(message.id.bytes),
        ])
    }
    if try position(of: channel, for: owner)?.sequence == message.sequence - 1 {
      try ingest([message], bounds: nil, of: channel, for: owner)
    }
  }

  /// Records that the server rejects a message.
  ///
  /// - Parameter problem: why, in one sentence.
  public func refuse(_ id: UUID, _ problem: String, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE outgoing SET state = 2, problem = ? WHERE owner = ? AND id = ? AND state = 0",
        arguments: [Data(problem.utf8), number, Data(id.bytes)])
    }
  }

  /// How far something that was written here has come.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func line(_ id: UUID, of channel: UUID, for owner: InboxOwner) throws(InboxStoreError) -> StoredChannelMessage
  {
    guard
      let line = try lines(of: channel, limit: Self.maximumPageCount, for: owner).last(where: { $0.id == id })
    else { throw InboxStoreError(.notFound, "message \(id)") }
    return line
  }
}
