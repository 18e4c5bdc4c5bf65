public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// What the user does, and what the server says to it.
extension InboxStore {
  /// Records what the user did about an item. It holds here at once, and stays in ``unsyncedDecisions(for:limit:)`` until the server has
  /// answered. Here, too, the first decision stands.
  ///
  /// - Parameters:
  ///   - sequence: the item's number.
  ///   - state: `read`, `accepted` or `rejected`; `pending` changes nothing.
  ///   - date: when.
  ///   - isByNotification: whether it was done with a notification's button.
  /// - Returns: the state that stands in its way; nil where it is so now.
  /// - Throws: ``InboxStoreError/Code/notFound``.
  @discardableResult
  public func mark(
    _ sequence: Int64, as state: InboxState, at date: Date, byNotification isByNotification: Bool = false,
    for owner: InboxOwner
  ) throws(InboxStoreError) -> InboxState? {
    try change(owner) { try $0.mark(sequence, as: state, at: date, byNotification: isByNotification, $1) }
  }

  /// What is to be reported to the server, the oldest item first.
  public func unsyncedDecisions(for owner: InboxOwner, limit: Int = 100) throws(InboxStoreError) -> [PendingDecision] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT sequence, wish FROM items INDEXED BY itemsUntold WHERE owner = ? AND wish IS NOT NULL
          ORDER BY sequence LIMIT ?
          """)
      return try Row.fetchCursor(statement, arguments: [number, limit]).compactMap { row in
        guard let wish = InboxState(number: try row.value("wish")), wish != .pending else { return nil }
        return PendingDecision(sequence: try row.value("sequence"), state: DeliveryState(wish))
      }.collected()
    }
  }

  /// Applies the server's answer to a reported decision. What it says stands.
  ///
  /// - Returns: the answer where somebody had decided before, differently; nil where the server has it as the user said.
  @discardableResult
  public func applyServerState(_ answer: InboxChange, for owner: InboxOwner) throws(InboxStoreError) -> InboxChange? {
    try change(owner) { try $0.apply(answer, $1) }
  }

  /// Records that a decision came to the server after the item's time was over: nothing was decided, and nothing can be any more.
  public func recordExpiry(of sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql:
          "UPDATE items SET isOver = 1, wish = NULL, wishedAt = NULL, isByNotification = 0 WHERE owner = ? AND sequence = ?",
        arguments: [number, sequence])
      try database.emptyReplaced(sequence, number)
    }
  }

  /// Records that the server no longer has an item, so that nothing can be reported about it: what the user did holds here.
  public func recordMissing(_ sequence: Int64, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: """
          UPDATE items SET state = wish, stateSince = wishedAt, stateDevice = NULL, wish = NULL, wishedAt = NULL
          WHERE owner = ? AND sequence = ? AND wish IS NOT NULL
          """, arguments: [number, sequence])
      try database.emptyReplaced(sequence, number)
    }
  }
}

extension Database {
  /// As ``InboxStore/mark(_:as:at:byNotification:for:)``.
  @discardableResult
  func mark(
    _ sequence: Int64, as state: InboxState, at date: Date, byNotification isByNotification: Bool, _ owner: Int64
  ) throws -> InboxState? {
    guard let stored = try self.state(sequence, owner) else { throw InboxStoreError(.notFound, "item \(sequence)") }
    guard state.mayFollow(stored.shown) else { return stored.shown }
    try cachedStatement(
      sql: "UPDATE items SET wish = ?, wishedAt = ?, isByNotification = ? WHERE owner = ? AND sequence = ?"
    ).execute(arguments: [state.number, date.timeIntervalSinceReferenceDate, isByNotification, owner, sequence])
    if state == .read { try readWhatIsTold(by: sequence, owner) }
    return nil
  }
}
