internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  /// The number that stands for a channel of an owner's server in the other tables.
  ///
  /// - Throws: ``InboxStoreError/Code/notFound``.
  func channel(_ id: UUID, of owner: Int64) throws -> Int64 {
    guard let number = try knownChannel(id, of: owner) else { throw InboxStoreError(.notFound, "channel \(id)") }
    return number
  }

  /// As ``channel(_:of:)``; nil where it is not known.
  func knownChannel(_ id: UUID, of owner: Int64) throws -> Int64? {
    let statement = try cachedStatement(
      sql: "SELECT channels.number FROM owners JOIN channels USING (server) WHERE owners.number = ? AND id = ?")
    return try Int64.fetchOne(statement, arguments: [owner, Data(id.bytes)])
  }

  /// Introduces a channel that no catalogue has named yet, if need be.
  func introduce(_ id: UUID, of owner: Int64) throws -> Int64 {
    if let number = try knownChannel(id, of: owner) { return number }
    try execute(
      sql: """
        INSERT INTO channels (server, id, title, description)
        SELECT server, ?, x'', x'' FROM owners WHERE number = ?
        """, arguments: [Data(id.bytes), owner])
    return try channel(id, of: owner)
  }

  /// Removes messages of channels that are older than a date, and the oldest where there are more than a number: always from the
  /// front, whatever the clock did.
  ///
  /// - Returns: how many.
  func pruneMessages(before date: Date, keeping count: Int, of owner: Int64) throws -> Int {
    let channels = try Row.fetchAll(
      self,
      sql: """
        SELECT channel, max(highest - ?2 + 1, coalesce(
          (SELECT sequence FROM channelMessages AS kept
           WHERE kept.owner = ?1 AND kept.channel = enrolments.channel AND receivedAt >= ?3 ORDER BY sequence LIMIT 1),
          highest + 1)) AS first
        FROM enrolments WHERE owner = ?1
        """, arguments: [owner, max(count, 0), date.timeIntervalSinceReferenceDate])
    var removed = 0
    for row in channels {
      try execute(
        sql: "DELETE FROM channelMessages WHERE owner = ? AND channel = ? AND sequence < ?",
        arguments: [owner, try row.value("channel") as Int64, try row.value("first") as Int64])
      removed += changesCount
    }
    return removed
  }

  /// How far a channel has come; nil where the owner is not enrolled in it.
  func position(of channel: Int64, _ owner: Int64) throws -> SequencePosition? {
    let statement = try cachedStatement(
      sql: "SELECT highest, lost FROM enrolments WHERE owner = ? AND channel = ? AND isPresent = 1")
    return try Row.fetchOne(statement, arguments: [owner, channel]).map {
      SequencePosition(sequence: try $0.value("highest"), lost: try $0.value("lost"))
    }
  }

  /// Records that an owner is enrolled. What was in the channel before that was known here is not unread, and what the server had
  /// deleted of it is no loss.
  func enrol(_ owner: Int64, in channel: Int64, _ bounds: SequenceBounds) throws {
    let isKnown = try position(of: channel, owner) != nil
    guard !isKnown else { return }
    let outdated = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM enrolments WHERE owner = ? AND channel = ? AND isOutdated = 1)")
    if try Bool.fetchOne(outdated, arguments: [owner, channel]) ?? false { try restart(channel, owner, at: Date()) }
    try execute(
      sql: """
        INSERT INTO enrolments (owner, channel, isPresent, readThrough, lostTold) VALUES (?1, ?2, 1, ?3, max(?4 - 1, 0))
        ON CONFLICT (owner, channel) DO UPDATE SET isPresent = 1, readThrough = max(readThrough, ?3),
          lostTold = lost + max(?4 - 1 - highest, 0)
        """, arguments: [owner, channel, bounds.highest, bounds.first])
  }

  /// Records that an owner is not enrolled any more. What came until then stays.
  func leave(_ owner: Int64, _ channel: Int64) throws {
    try execute(
      sql: "UPDATE enrolments SET isPresent = 0 WHERE owner = ? AND channel = ?", arguments: [owner, channel])
  }
}
