public import FoundationEssentials
internal import GRDB
internal import VaultModel

/// What people see of a channel.
extension InboxStore {
  /// The newest messages of a channel, oldest first; what waits to be sent, or was refused, stands at the end, in the order in
  /// which it was written.
  ///
  /// - Parameters:
  ///   - sequence: only messages before this number, and nothing that waits; nil for the newest of all.
  ///   - limit: at most ``maximumPageCount``.
  /// - Throws: ``InboxStoreError/Code/notFound``.
  public func lines(
    of channel: UUID, before sequence: Int64? = nil, limit: Int, for owner: InboxOwner
  ) throws(InboxStoreError) -> [StoredChannelMessage] {
    try read(owner) { database, number in
      let row = try database.channel(channel, of: number)
      let waiting = sequence == nil ? try database.outgoing(row, number) : []
      let rest = max(0, Self.bounded(limit) - waiting.count)
      let statement = try database.cachedStatement(
        sql: """
          SELECT id, sequence, isOwn, senderName, text, receivedAt, \(Row.senderColumns) FROM channelMessages
          WHERE owner = ? AND channel = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
          """)
      let newest = try Row.fetchCursor(statement, arguments: [number, row, sequence ?? .max, rest])
        .map { try StoredChannelMessage(received: $0) }.collected()
      return newest.reversed() + waiting.suffix(Self.bounded(limit))
    }
  }

  /// Records that the owner has seen a channel's messages up to a number.
  public func markRead(_ channel: UUID, through sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) {
    let isNew = try read(owner) { database, number in
      try Bool.fetchOne(
        database, sql: "SELECT readThrough < min(highest, ?) FROM enrolments WHERE owner = ? AND channel = ?",
        arguments: [sequence, number, try database.channel(channel, of: number)]) ?? false
    }
    // An observer that reads again after every change would never stop.
    guard isNew else { return }
    try change(owner) { database, number in
      try database.execute(
        sql: """
          UPDATE enrolments SET readThrough = max(readThrough, min(highest, ?)) WHERE owner = ? AND channel = ?
          """, arguments: [sequence, number, try database.channel(channel, of: number)])
    }
  }
}

extension Database {
  fileprivate func outgoing(_ channel: Int64, _ owner: Int64) throws -> [StoredChannelMessage] {
    let statement = try cachedStatement(
      sql: """
        SELECT id, text, writtenAt, state, receivedAt, problem FROM outgoing WHERE owner = ? AND channel = ?
        ORDER BY number
        """)
    return try Row.fetchCursor(statement, arguments: [owner, channel]).map { try StoredChannelMessage(outgoing: $0) }
      .collected()
  }
}

extension StoredChannelMessage {
  fileprivate init(received row: Row) throws {
    self.init(
      id: try row.id("id"), sequence: try row.value("sequence") as Int64, isOwn: try row.flag("isOwn"),
      senderName: try row.senderTitle(), takenName: try row.presentText("senderName"),
      sender: try row.optionalID("sender"), text: try row.presentText("text"), state: .received,
      receivedAt: try row.date("receivedAt"), writtenAt: nil, problem: nil)
  }

  fileprivate init(outgoing row: Row) throws {
    guard let state = State(outgoing: try row.value("state")) else {
      throw InboxStoreError(.damaged, "a state is damaged")
    }
    self.init(
      id: try row.id("id"), sequence: nil, isOwn: true, senderName: "", takenName: "", sender: nil,
      text: try row.presentText("text"), state: state,
      receivedAt: try row.date("receivedAt"), writtenAt: try row.date("writtenAt"), problem: try row.text("problem"))
  }
}

extension StoredChannelMessage.State {
  /// As `outgoing` has it.
  init?(outgoing number: Int64) {
    switch number {
    case 0: self = .sending
    case 1: self = .sent
    case 2: self = .failed
    default: return nil
    }
  }
}
