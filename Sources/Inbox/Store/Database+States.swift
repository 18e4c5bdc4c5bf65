internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

/// What an item's row says of its state.
struct StoredState {
  /// What the server said last.
  var state: InboxState
  /// What the user did that the server does not know yet.
  var wish: InboxState?
  /// The number of the server's newest change of it.
  var change: Int64
  /// What people see.
  var shown: InboxState { wish ?? state }
}

extension Database {
  /// The state of an item; nil when it is not here.
  func state(_ sequence: Int64, _ owner: Int64) throws -> StoredState? {
    let statement = try cachedStatement(sql: "SELECT state, wish, change FROM items WHERE owner = ? AND sequence = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner, sequence]) else { return nil }
    let wish = try (row.optionalValue("wish") as Int64?).flatMap(InboxState.init(number:))
    return StoredState(state: try row.state("state"), wish: wish, change: try row.value("change"))
  }

  /// Applies what the server says of an item's state. What the user did meanwhile is dropped where that decides it, and stays
  /// to be reported where it goes beyond it.
  ///
  /// - Returns: the change where it overrules what the user had decided; nil where not.
  @discardableResult
  func apply(_ change: InboxChange, _ owner: Int64) throws -> InboxChange? {
    if change.redacted == true { try redact(change.sequence, owner, isSynced: true) }
    if change.replaced == true { try replace(change.sequence, owner) }
    guard let stored = try state(change.sequence, owner) else { return nil }
    // A decision that came with the item itself may be newer than this change.
    if change.change >= stored.change, !stored.state.isDecision || change.state.isDecision {
      try cachedStatement(
        sql: """
          UPDATE items SET state = ?, stateSince = ?, stateDevice = ?, change = ? WHERE owner = ? AND sequence = ?
          """
      ).execute(arguments: [
        change.state.number, change.since.timeIntervalSinceReferenceDate, change.device.map { Data($0.utf8) },
        change.change, owner, change.sequence,
      ])
    }
    if stored.state == .pending, change.state != .pending { try readWhatIsTold(by: change.sequence, owner) }
    guard let wish = stored.wish, !wish.mayFollow(change.state) else { return nil }
    try dropWish(change.sequence, owner)
    guard wish.isDecision, wish != change.state else { return nil }
    try cachedStatement(sql: "UPDATE items SET isByNotification = 0 WHERE owner = ? AND sequence = ?")
      .execute(arguments: [owner, change.sequence])
    return change
  }

  /// Forgets what the user did about an item.
  func dropWish(_ sequence: Int64, _ owner: Int64) throws {
    try cachedStatement(sql: "UPDATE items SET wish = NULL, wishedAt = NULL WHERE owner = ? AND sequence = ?")
      .execute(arguments: [owner, sequence])
  }
}
