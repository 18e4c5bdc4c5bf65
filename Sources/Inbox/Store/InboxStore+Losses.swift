public import FoundationEssentials
internal import GRDB
public import ServerAPI

/// What the server had deleted before it could be fetched, as far as the user was not notified of it.
public struct InboxLoss: Equatable, Sendable {
  /// The channel whose messages they were; nil for items of the inbox.
  public var channel: UUID?
  /// What people call the channel; empty for the inbox, and where no catalogue has named the channel yet.
  public var title: String
  /// How many; at least one.
  public var count: Int64

  /// Describes a loss.
  public init(channel: UUID?, title: String, count: Int64) {
    self.channel = channel
    self.title = title
    self.count = count
  }
}

/// What is lost is reported once.
extension InboxStore {
  /// Records where the server's inbox began when it was looked at for the first time: what was gone by then is no loss. The first numbering
  /// that the server names is the one of the numbers here. Later ones change nothing.
  public func recordBeginning(
    _ bounds: SequenceBounds, of epoch: Epoch? = nil, for owner: InboxOwner
  ) throws(InboxStoreError) {
    let isKnown = try read(owner) { database, number in
      try Bool.fetchOne(
        database, sql: "SELECT lostTold IS NOT NULL AND (epoch IS NOT NULL OR ?) FROM owners WHERE number = ?",
        arguments: [epoch == nil, number]) ?? false
    }
    // It is asked at every connection, and need not be written each time.
    guard !isKnown else { return }
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE owners SET lostTold = lost + max(?2 - 1 - highest, 0) WHERE number = ?1 AND lostTold IS NULL",
        arguments: [number, bounds.first])
      try database.execute(
        sql: "UPDATE owners SET epoch = ? WHERE number = ? AND epoch IS NULL",
        arguments: [epoch.map { Data($0.description.utf8) }, number])
    }
  }

  /// What is lost and was not reported yet: of the inbox first, then of the channels that the user is in, by their titles.
  public func unreportedLosses(for owner: InboxOwner) throws(InboxStoreError) -> [InboxLoss] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT NULL AS channel, x'' AS title, lost - lostTold AS count FROM owners WHERE number = ?1 AND lost > lostTold
          UNION ALL
          SELECT * FROM (SELECT id, title, lost - lostTold FROM enrolments JOIN channels ON channels.number = channel
            WHERE owner = ?1 AND isPresent = 1 AND lost > lostTold ORDER BY title, id)
          """)
      return try Row.fetchCursor(statement, arguments: [number]).map { row in
        InboxLoss(
          channel: try row.optionalID("channel"), title: try row.presentText("title"), count: try row.value("count"))
      }.collected()
    }
  }

  /// Records that the user was notified of losses. What was lost meanwhile is still to be reported.
  public func passLosses(_ losses: [InboxLoss], for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      for loss in losses where loss.count > 0 { try database.pass(loss, number) }
    }
  }
}

extension Database {
  fileprivate func pass(_ loss: InboxLoss, _ owner: Int64) throws {
    guard let id = loss.channel else {
      return try execute(
        sql: "UPDATE owners SET lostTold = lostTold + min(?, lost - lostTold) WHERE number = ?",
        arguments: [loss.count, owner])
    }
    guard let channel = try knownChannel(id, of: owner) else { return }
    try execute(
      sql: "UPDATE enrolments SET lostTold = lostTold + min(?, lost - lostTold) WHERE owner = ? AND channel = ?",
      arguments: [loss.count, owner, channel])
  }
}
