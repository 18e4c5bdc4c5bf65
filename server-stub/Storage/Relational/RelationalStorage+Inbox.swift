internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func inbox(of account: UUID, after sequence: Int64, limit: Int, now: Date) async throws -> InboxPage {
    try await read { transaction in
      let bounds = try transaction.standing(of: account)?.items ?? SequenceBounds(first: 1, highest: 0)
      let items = try transaction.all(
        """
        SELECT sequence, state, id, device, createdAt, expiresAt, payload, priority, inbox.isRedacted, replacedAt,
          senderKind, senderName, senderAccount, \(Recipient.isBroadcast) AS isBroadcast
        FROM inbox JOIN pushes ON pushes.number = inbox.push
        WHERE accountID = ? AND sequence > ? ORDER BY sequence LIMIT ?
        """, [account, sequence, limit]
      ) { try InboxItem(row: $0, now: now) }
      return InboxPage(items: items, bounds: bounds)
    }
  }

  func sequences(of account: UUID) async throws -> Sequences? {
    try await read { try $0.sequences(of: account) }
  }

  func changes(of account: UUID, after change: Int64, limit: Int) async throws -> [InboxChange] {
    try await read { transaction in
      // Above 0: that is what the index has.
      try transaction.all(
        """
        SELECT \(InboxChange.columns)
        FROM inbox JOIN pushes ON pushes.number = inbox.push
        WHERE accountID = ? AND change > 0 AND change > ? ORDER BY change LIMIT ?
        """,
        [account, change, limit], InboxChange.init(row:))
    }
  }

  func setState(
    _ state: InboxState, ofItem sequence: Int64, of account: UUID, device: String?,
    at date: @autoclosure @escaping @Sendable () -> Date,
    makeNotice: @escaping @Sendable (DecidedProposal) throws -> StoredPush
  ) async throws -> StateOutcome {
    try await write { transaction in
      let proposer = state.isDecision ? try transaction.peer(ofItem: sequence, of: account) : nil
      try transaction.lock(accounts: [account] + (proposer.map { [$0] } ?? []))
      let date = date()
      guard let present = try transaction.state(ofItem: sequence, of: account) else { return .noItem }
      guard state.mayFollow(present.state) else { return .unchanged(present) }
      if state.isDecision, try transaction.isExpired(item: sequence, of: account, at: date) { return .expired }
      let name = try device.flatMap { try transaction.deviceName($0, of: account) }
      try transaction.execute("UPDATE accounts SET changes = changes + 1 WHERE id = ?", [account])
      try transaction.execute(
        """
        UPDATE inbox SET state = ?, stateSince = ?, stateDevice = ?,
          change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
        WHERE accountID = ? AND sequence = ?
        """,
        [state.number, date.milliseconds, name, account, sequence])
      guard let change = try transaction.state(ofItem: sequence, of: account) else { return .noItem }
      guard state.isDecision else { return .changed(change) }
      let notice = try transaction.tell(state, ofItem: sequence, of: account, at: date, makeNotice: makeNotice)
      return .changed(change, notice: notice)
    }
  }

  func recordDisplay(ofItem sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      guard try transaction.state(ofItem: sequence, of: account) != nil,
        try transaction.deviceName(device, of: account) != nil
      else { return false }
      try transaction.execute(
        "INSERT INTO displays (accountID, sequence, device, displayedAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [account, sequence, device, date.milliseconds])
      return true
    }
  }

  func acknowledge(through sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool {
    try await write { transaction in
      // What a device has, no block hides: neither decides on what the other is about to change.
      try transaction.lock(accounts: [account])
      guard let highest = try transaction.standing(of: account)?.items.highest else { return false }
      return try transaction.execute(
        """
        UPDATE devices SET lastSeenAt = ?1, acknowledged = CASE WHEN acknowledged < ?2 THEN ?2 ELSE acknowledged END
        WHERE token = ?3 AND accountID = ?4
        """,
        [date.milliseconds, min(sequence, highest), device, account]) > 0
    }
  }
}

extension SQLTransaction {
  fileprivate func sequences(of account: UUID) throws -> Sequences? {
    try standing(of: account).map {
      Sequences(
        inbox: $0.items, changes: $0.changes, channels: try channelBounds(of: account), epoch: try epoch())
    }
  }

  /// Where an inbox stands, and the changes of its items; nil when there is no such account.
  func standing(of account: UUID) throws -> (items: SequenceBounds, changes: Int64)? {
    try first("SELECT inboxFirst, inboxHighest, changes FROM accounts WHERE id = ?", [account]) {
      (SequenceBounds(first: try $0.sequence(0), highest: try $0.number(1)), try $0.number(2))
    }
  }

  /// The state of an item, with its newest change; nil when there is no such item.
  func state(ofItem sequence: Int64, of account: UUID) throws -> InboxChange? {
    try first(
      """
      SELECT \(InboxChange.columns)
      FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE accountID = ? AND sequence = ?
      """,
      [account, sequence], InboxChange.init(row:))
  }

  /// Whether an item's push has expired, or another has taken its place.
  fileprivate func isExpired(item sequence: Int64, of account: UUID, at date: Date) throws -> Bool {
    try value(
      """
      SELECT replacedAt IS NOT NULL OR expiresAt <= ? FROM inbox JOIN pushes ON pushes.number = inbox.push
      WHERE accountID = ? AND sequence = ?
      """,
      [date.milliseconds, account, sequence]) ?? false
  }
}

extension InboxItem {
  /// - Throws: ``ImpossibleNumberError``
  fileprivate init?(row: any SQLRow, now: Date) throws {
    guard let push: UUID = row["id"] else { return nil }
    let expiresAt = (row["expiresAt"] as Int64?).map(Date.init(milliseconds:))
    let (isRedacted, isReplaced) = (row["isRedacted"] as Bool, row["replacedAt"] as Int64? != nil)
    let isOver = isRedacted || isReplaced || expiresAt.map { $0 <= now } ?? false
    self.init(
      sequence: try row.sequence("sequence"), push: push, createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: expiresAt,
      device: row["device"], state: InboxState(number: row["state"]) ?? .pending,
      payload: isOver ? nil : row["payload"],
      priority: PushPriority(rawValue: row["priority"])?.told,
      redacted: isRedacted ? true : nil, replaced: isReplaced ? true : nil, sender: ItemSender(row: row),
      broadcast: row["isBroadcast"] ? true : nil)
  }
}

extension ItemSender {
  /// Nil where it was not recorded.
  init?(row: any SQLRow) {
    guard let kind: String = row["senderKind"], let name: String = row["senderName"] else { return nil }
    self.init(kind: Kind(rawValue: kind) ?? .unknown, name: name, id: row["senderAccount"])
  }
}

extension InboxChange {
  /// What one is made of, of an item and its push.
  static let columns = """
    change, sequence, state, coalesce(stateSince, createdAt) AS stateSince, stateDevice, inbox.isRedacted,
    replacedAt IS NOT NULL AS isReplaced
    """

  /// - Throws: ``ImpossibleNumberError``
  init(row: any SQLRow) throws {
    self.init(
      change: try row.number("change"), sequence: try row.sequence("sequence"),
      state: InboxState(number: row["state"]) ?? .pending,
      since: Date(milliseconds: row["stateSince"]), device: row["stateDevice"],
      redacted: row["isRedacted"] as Bool ? true : nil, replaced: row["isReplaced"] as Bool ? true : nil)
  }

  /// One with its account, where a row begins with that; nil for a row that no version of the server has written.
  ///
  /// - Throws: ``ImpossibleNumberError``
  static func ofAccount(row: any SQLRow) throws -> (UUID, InboxChange)? {
    try (row[0] as UUID?).map { ($0, try InboxChange(row: row)) }
  }
}
