public import FoundationEssentials
internal import GRDB
public import ServerAPI

/// Beginning anew where the server's numbers stand for other items.
extension InboxStore {
  /// Removes the items of an owner, and the messages of their channels, whose numbers the server gives for others: all are fetched anew. What
  /// waits to be sent stays, and so do redactions, which are sent to the server again. What the owner has seen, decided and read is remembered
  /// and applied to what comes again.
  ///
  /// - Parameter sequences: where the server stands; nil where that is not known.
  public func restart(
    _ owner: InboxOwner, to sequences: Sequences? = nil, at date: Date = Date()
  ) throws(InboxStoreError) {
    restartMark += 1
    try change(owner) { database, number in
      try database.rememberItems(number)
      try database.removeItems(number)
      try database.execute(
        sql: """
          UPDATE owners SET highest = 0, changes = 0, lost = 0, lostTold = NULL, countedFrom = 0, shownThrough = 0,
            postponedFrom = NULL, postponedThrough = NULL, feedbackHighest = 0, epoch = ?, refetchThrough = ?,
            recalledThrough = 0
          WHERE number = ?
          """,
        arguments: [sequences?.epoch.map { Data($0.description.utf8) }, sequences?.inbox.highest ?? 0, number])
      // The server may have been put back to a time before them.
      try database.execute(sql: "UPDATE redactions SET isTold = 0 WHERE owner = ?", arguments: [number])
      try database.execute(sql: "UPDATE formerItems SET sequence = NULL WHERE owner = ?", arguments: [number])
      // What comes again is there again, with what it is about.
      try database.execute(sql: "UPDATE feedback SET isTakenBack = 1 WHERE owner = ?", arguments: [number])
      // What came in a channel stays when it is left, until it is joined again.
      try database.execute(
        sql: "UPDATE enrolments SET isOutdated = 1 WHERE owner = ? AND isPresent = 0", arguments: [number])
      let channels = try Int64.fetchAll(
        database, sql: "SELECT channel FROM enrolments WHERE owner = ? AND isPresent = 1", arguments: [number])
      for channel in channels { try database.restart(channel, number, at: date) }
    }
  }

  /// Removes the messages of a channel, whose numbers the server gives for others: all are fetched anew. Those that come again are read and
  /// shown as they were. What waits to be said about one of them is not sent: it would be about another.
  public func restart(_ channel: UUID, for owner: InboxOwner, at date: Date = Date()) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.restart(try database.channel(channel, of: number), number, at: date)
    }
  }

  /// Whether the server's numbers stand for other items, and not everything is here again that it had when they began to.
  public func isFetchingAnew(for owner: InboxOwner) throws(InboxStoreError) -> Bool {
    try read(owner) { database, number in
      try Bool.fetchOne(
        database, sql: "SELECT coalesce(highest < refetchThrough, 0) FROM owners WHERE number = ?", arguments: [number])
        ?? false
    }
  }

  /// Records that everything is here again, if it is.
  ///
  /// - Returns: how many items were here before and are not any more, because the server was put back to a time before them; each is counted
  ///   once. What retention had removed there is not among them.
  public func finishFetchingAnew(for owner: InboxOwner) throws(InboxStoreError) -> Int {
    let isDone = try read(owner) { database, number in
      try Bool.fetchOne(
        database, sql: "SELECT coalesce(highest >= refetchThrough, 0) FROM owners WHERE number = ?", arguments: [number]
      )
        ?? false
    }
    guard isDone else { return 0 }
    return try change(owner) { database, number in
      let count = try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM earlierItems
          WHERE owner = ?1 AND isTold = 0 AND sequence > (SELECT recalledThrough FROM owners WHERE number = ?1)
          """, arguments: [number])
      try database.execute(sql: "UPDATE owners SET refetchThrough = NULL WHERE number = ?", arguments: [number])
      try database.execute(sql: "UPDATE earlierItems SET isTold = 1 WHERE owner = ?", arguments: [number])
      return count ?? 0
    }
  }

  /// The push of the newest item; nil where that is not here.
  public func newestPush(for owner: InboxOwner) throws(InboxStoreError) -> UUID? {
    try read(owner) { database, number in
      try Row.fetchOne(
        database, sql: "SELECT push FROM items JOIN owners ON number = owner AND sequence = highest WHERE owner = ?",
        arguments: [number]
      )?.id("push")
    }
  }

  /// Whether the server had taken the decision about an item that it is to be told once more, since it was put back to a time before.
  public func isDecided(_ sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) -> Bool {
    try read(owner) { try $0.state(sequence, $1)?.state.isDecision ?? false }
  }
}

extension Database {
  fileprivate func rememberItems(_ owner: Int64) throws {
    try execute(
      sql: """
        INSERT OR REPLACE INTO earlierItems (owner, push, sequence, createdAt, state, wish, since, device,
          isByNotification, displayedAt, isDisplayTold, isShown, isCleared, isPostponed)
        SELECT owner, push, sequence, createdAt, state, wish, coalesce(wishedAt, stateSince), stateDevice,
          isByNotification, displayedAt, isDisplayTold, sequence <= shownThrough, sequence <= countedFrom,
          coalesce(sequence BETWEEN postponedFrom AND postponedThrough, 0)
        FROM items JOIN owners ON number = owner WHERE owner = ?
        """, arguments: [owner])
    try recordPrunedItems(of: owner, where: "owner = ?", [owner])
  }

  fileprivate func removeItems(_ owner: Int64) throws {
    // What is noted of a replaced item is no redaction, and the push may come back.
    try execute(
      sql: """
        DELETE FROM redactions WHERE owner = ?1 AND push IN (
          SELECT push FROM items WHERE owner = ?1 AND isReplaced = 1 AND isRedacted = 0)
        """, arguments: [owner])
    // A message whose item retention has removed does not come again: it stays, and is of no item any more.
    try execute(
      sql: """
        DELETE FROM messages WHERE owner = ?1 AND sequence IN (SELECT sequence FROM items WHERE owner = ?1)
        """, arguments: [owner])
    try execute(sql: "UPDATE messages SET sequence = 0 WHERE owner = ?", arguments: [owner])
    for table in ["items", "earlyChanges"] {
      try execute(sql: "DELETE FROM \(table) WHERE owner = ?", arguments: [owner])
    }
  }

  /// Forgets a channel's numbers.
  func restart(_ channel: Int64, _ owner: Int64, at date: Date) throws {
    try refuseFeedback(
      "user = (SELECT id FROM channels WHERE number = ?) AND message IS NOT NULL", [channel],
      "The server was put back to an earlier day.", at: date, owner)
    try execute(
      sql: """
        INSERT OR REPLACE INTO earlierMessages (owner, channel, id, sequence, receivedAt, isRead, isShown)
        SELECT owner, channel, id, sequence, receivedAt, sequence <= readThrough, sequence <= shownThrough
        FROM channelMessages JOIN enrolments USING (owner, channel) WHERE owner = ? AND channel = ?
        """, arguments: [owner, channel])
    try execute(sql: "DELETE FROM channelMessages WHERE owner = ? AND channel = ?", arguments: [owner, channel])
    try execute(
      sql: """
        UPDATE enrolments SET highest = 0, lost = 0, lostTold = NULL, readThrough = 0, shownThrough = 0, isOutdated = 0
        WHERE owner = ? AND channel = ?
        """, arguments: [owner, channel])
    // What the server had taken and not sent back yet may be gone there: of one id there is one message.
    try execute(
      sql: "UPDATE outgoing SET state = 0, receivedAt = NULL WHERE owner = ? AND channel = ? AND state = 1",
      arguments: [owner, channel])
  }
}
