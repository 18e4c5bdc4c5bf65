internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

/// What was here before the server's numbers began to stand for other items, applied to what comes again.
extension Database {
  /// Whether there is anything of an owner's items.
  func hasEarlierItems(_ owner: Int64) throws -> Bool {
    let statement = try cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM earlierItems WHERE owner = ?)")
    return try Bool.fetchOne(statement, arguments: [owner]) ?? false
  }

  /// Applies to an item that was stored what is remembered of its push.
  func recall(_ item: InboxItem, _ owner: Int64) throws {
    // It is an item again.
    try cachedStatement(sql: "DELETE FROM formerItems WHERE owner = ? AND push = ?")
      .execute(arguments: [owner, Data(item.push.bytes)])
    let found = try cachedStatement(sql: "SELECT * FROM earlierItems WHERE owner = ? AND push = ?")
    guard let row = try Row.fetchOne(found, arguments: [owner, Data(item.push.bytes)]) else {
      if try precedesEarlierItems(item, owner) { try markShown(item.sequence, owner) }
      return
    }
    try applyStates(row, to: item, owner)
    if try row.flag("isShown") { try markShown(item.sequence, owner) }
    if try row.flag("isCleared") {
      try cachedStatement(sql: "UPDATE owners SET countedFrom = max(countedFrom, ?) WHERE number = ?")
        .execute(arguments: [item.sequence, owner])
    }
    if try row.flag("isPostponed") { try postpone(item.sequence, owner) }
    try cachedStatement(sql: "UPDATE owners SET recalledThrough = max(recalledThrough, ?) WHERE number = ?")
      .execute(arguments: [try row.number("sequence"), owner])
    try cachedStatement(sql: "DELETE FROM earlierItems WHERE owner = ? AND push = ?")
      .execute(arguments: [owner, Data(item.push.bytes)])
  }

  /// What the user did stands here, and the server is told where it does not know. What it had taken stays decided whatever it says to
  /// that: a task was made of it.
  private func applyStates(_ row: Row, to item: InboxItem, _ owner: Int64) throws {
    let former = try row.state("state")
    let shown = try (row.optionalValue("wish") as Int64?).flatMap(InboxState.init(number:)) ?? former
    let isAhead = shown != item.state && (shown.mayFollow(item.state) || shown.isDecision && item.state.isDecision)
    let isTaken = shown == former && !item.state.isDecision
    let state = isAhead && isTaken ? former : item.state
    let since: Double? = try row.optionalValue("since")
    let device: Data? = try row.optionalValue("device")
    let isKnown = state == shown
    let isByNotification = try row.flag("isByNotification") && (isAhead || isKnown)
    try cachedStatement(
      sql: """
        UPDATE items SET state = ?, stateSince = ?, stateDevice = ?, wish = ?, wishedAt = ?, isByNotification = ?,
          displayedAt = ?, isDisplayTold = ? WHERE owner = ? AND sequence = ?
        """
    ).execute(arguments: [
      state.number, isKnown ? since : nil, isKnown ? device : nil, isAhead ? shown.number : nil, isAhead ? since : nil,
      isByNotification, try row.optionalValue("displayedAt") as Double?, try row.flag("isDisplayTold"), owner,
      item.sequence,
    ])
  }

  /// Whether an item of which nothing is remembered is one that retention has removed here: it comes before all that is, as it did.
  private func precedesEarlierItems(_ item: InboxItem, _ owner: Int64) throws -> Bool {
    let statement = try cachedStatement(
      sql: """
        SELECT sequence > ?1 AND createdAt >= ?2 AND ?1 <= (SELECT coalesce(refetchThrough, 0) FROM owners WHERE number = ?3)
        FROM earlierItems WHERE owner = ?3 ORDER BY sequence LIMIT 1
        """)
    return try Bool.fetchOne(
      statement, arguments: [item.sequence, item.createdAt.timeIntervalSinceReferenceDate, owner]) ?? false
  }

  private func markShown(_ sequence: Int64, _ owner: Int64) throws {
    try cachedStatement(sql: "UPDATE owners SET shownThrough = max(shownThrough, ?) WHERE number = ?")
      .execute(arguments: [sequence, owner])
  }

  private func postpone(_ sequence: Int64, _ owner: Int64) throws {
    try cachedStatement(
      sql: """
        UPDATE owners SET postponedFrom = min(coalesce(postponedFrom, ?1), ?1),
          postponedThrough = max(coalesce(postponedThrough, ?1), ?1) WHERE number = ?2
        """
    ).execute(arguments: [sequence, owner])
  }

  /// Forgets what was here so long ago that it would be removed if it came again.
  func pruneEarlier(before date: Date, of owner: Int64) throws {
    let seconds = date.timeIntervalSinceReferenceDate
    try execute(sql: "DELETE FROM earlierItems WHERE owner = ? AND createdAt < ?", arguments: [owner, seconds])
    try execute(sql: "DELETE FROM earlierMessages WHERE owner = ? AND receivedAt < ?", arguments: [owner, seconds])
  }
}

/// The same of the messages of a channel.
extension Database {
  /// Whether there is anything of it.
  func hasEarlierMessages(_ channel: Int64, _ owner: Int64) throws -> Bool {
    let statement = try cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM earlierMessages WHERE owner = ? AND channel = ?)")
    return try Bool.fetchOne(statement, arguments: [owner, channel]) ?? false
  }

  /// Applies to a message that was stored what is remembered of its id.
  func recall(_ message: ChannelMessage, _ channel: Int64, _ owner: Int64) throws {
    let statement = try cachedStatement(
      sql: """
        SELECT isRead, isShown FROM earlierMessages WHERE owner = ?1 AND channel = ?2 AND id = ?3
        UNION ALL SELECT * FROM (SELECT sequence > ?4 AND receivedAt >= ?5, sequence > ?4 AND receivedAt >= ?5
          FROM earlierMessages WHERE owner = ?1 AND channel = ?2 ORDER BY sequence LIMIT 1)
        LIMIT 1
        """)
    let id = Data(message.id.bytes)
    let row = try Row.fetchOne(
      statement,
      arguments: [owner, channel, id, message.sequence, message.receivedAt.timeIntervalSinceReferenceDate])
    for (mark, column) in [("readThrough", "isRead"), ("shownThrough", "isShown")] {
      guard try row?.flag(column) == true else { continue }
      try cachedStatement(sql: "UPDATE enrolments SET \(mark) = max(\(mark), ?) WHERE owner = ? AND channel = ?")
        .execute(arguments: [message.sequence, owner, channel])
    }
    try cachedStatement(sql: "DELETE FROM earlierMessages WHERE owner = ? AND channel = ? AND id = ?")
      .execute(arguments: [owner, channel, id])
  }
}
