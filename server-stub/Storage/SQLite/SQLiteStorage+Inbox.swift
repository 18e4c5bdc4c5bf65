internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension SQLiteStorage {
  func inbox(of account: UUID, after sequence: Int64, limit: Int, now: Date) async throws -> InboxPage {
    try await read { database in
      let bounds = try database.standing(of: account)?.items ?? SequenceBounds(first: 1, highest: 0)
      let statement = try database.cachedStatement(
        sql: """
          SELECT sequence, state, id, device, createdAt, expiresAt, payload, priority, inbox.isRedacted, replacedAt,
            senderKind, senderName, senderAccount, \(Recipient.isBroadcast) AS isBroadcast
          FROM inbox JOIN pushes ON pushes.number = inbox.push
          WHERE accountID = ? AND sequence > ? ORDER BY sequence LIMIT ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [account.uuidString, sequence, limit])
      var items: [InboxItem] = []
      while let row = try rows.next() { if let item = InboxItem(row: row, now: now) { items.append(item) } }
      return InboxPage(items: items, bounds: bounds)
    }
  }

  func sequences(of account: UUID) async throws -> Sequences? {
    try await read { try $0.sequences(of: account) }
  }

  func changes(of account: UUID, after change: Int64, limit: Int) async throws -> [InboxChange] {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT \(InboxChange.columns)
          FROM inbox JOIN pushes ON pushes.number = inbox.push
          WHERE accountID = ? AND change > max(?, 0) ORDER BY change LIMIT ?
          """,
        arguments: [account.uuidString, change, limit]
      ).map(InboxChange.init(row:))
    }
  }

  func setState(
    _ state: InboxState, ofItem sequence: Int64, of account: UUID, device: String?,
    at date: @autoclosure @escaping @Sendable () -> Date,
    makeNotice: @escaping @Sendable (DecidedProposal) throws -> StoredPush
  ) async throws -> StateOutcome {
    try await write { database in
      let date = date()
      guard let present = try database.state(ofItem: sequence, of: account) else { return .noItem }
      guard state.mayFollow(present.state) else { return .unchanged(present) }
      if state.isDecision, try database.isExpired(item: sequence, of: account, at: date) { return .expired }
      let name = try device.flatMap { try database.deviceName($0, of: account) }
      try database.execute(
        sql: "UPDATE accounts SET changes = changes + 1 WHERE id = ?", arguments: [account.uuidString])
      try database.execute(
        sql: """
          UPDATE inbox SET state = ?, stateSince = ?, stateDevice = ?,
            change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
          WHERE accountID = ? AND sequence = ?
          """,
        arguments: [state.number, date.milliseconds, name, account.uuidString, sequence])
      guard let change = try database.state(ofItem: sequence, of: account) else { return .noItem }
      guard state.isDecision else { return .changed(change) }
      let notice = try database.tell(state, ofItem: sequence, of: account, at: date, makeNotice: makeNotice)
      return .changed(change, notice: notice)
    }
  }

  func recordDisplay(ofItem sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool {
    try await write { database in
      guard try database.state(ofItem: sequence, of: account) != nil,
        try database.deviceName(device, of: account) != nil
      else { return false }
      try database.execute(
        sql: "INSERT OR IGNORE INTO displays (accountID, sequence, device, displayedAt) VALUES (?, ?, ?, ?)",
        arguments: [account.uuidString, sequence, device, date.milliseconds])
      return true
    }
  }

  func acknowledge(through sequence: Int64, of account: UUID, device: String, at date: Date) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: """
          UPDATE devices SET lastSeenAt = ?,
            acknowledged = max(acknowledged, min(?, (SELECT inboxHighest FROM accounts WHERE id = accountID)))
          WHERE token = ? AND accountID = ?
          """,
        arguments: [date.milliseconds, sequence, device, account.uuidString])
      return database.changesCount > 0
    }
  }
}

extension Database {
  fileprivate func sequences(of account: UUID) throws -> Sequences? {
    try standing(of: account).map {
      Sequences(inbox: $0.items, changes: $0.changes, channels: try channelBounds(of: account))
    }
  }

  /// Where an inbox stands, and the changes of its items; nil when there is no such account.
  func standing(of account: UUID) throws -> (items: SequenceBounds, changes: Int64)? {
    let statement = try cachedStatement(sql: "SELECT inboxFirst, inboxHighest, changes FROM accounts WHERE id = ?")
    return try Row.fetchOne(statement, arguments: [account.uuidString]).map {
      (SequenceBounds(first: $0["inboxFirst"], highest: $0["inboxHighest"]), $0["changes"])
    }
  }

  /// The state of an item, with its newest change; nil when there is no such item.
  func state(ofItem sequence: Int64, of account: UUID) throws -> InboxChange? {
    try Row.fetchOne(
      self,
      sql: """
        SELECT \(InboxChange.columns)
        FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE accountID = ? AND sequence = ?
        """,
      arguments: [account.uuidString, sequence]
    ).map(InboxChange.init(row:))
  }
}

extension Database {
  /// Whether an item's push has expired, or another has taken its place.
  fileprivate func isExpired(item sequence: Int64, of account: UUID, at date: Date) throws -> Bool {
    try Bool.fetchOne(
      self,
      sql: """
        SELECT replacedAt IS NOT NULL OR expiresAt <= ? FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE accountID = ? AND sequence = ?
        """,
      arguments: [date.milliseconds, account.uuidString, sequence]) ?? false
  }
}

extension InboxItem {
  fileprivate init?(row: Row, now: Date) {
    guard let push = UUID(text: row["id"]) else { return nil }
    let expiresAt = (row["expiresAt"] as Int64?).map(Date.init(milliseconds:))
    let (isRedacted, isReplaced) = (row["isRedacted"] as Bool, row["replacedAt"] as Int64? != nil)
    let isOver = isRedacted || isReplaced || expiresAt.map { $0 <= now } ?? false
    self.init(
      sequence: row["sequence"], push: push, createdAt: Date(milliseconds: row["createdAt"]), expiresAt: expiresAt,
      device: row["device"], state: InboxState(number: row["state"]) ?? .pending,
      payload: isOver ? nil : row["payload"],
      priority: PushPriority(rawValue: row["priority"])?.told,
      redacted: isRedacted ? true : nil, replaced: isReplaced ? true : nil, sender: ItemSender(row: row),
      broadcast: row["isBroadcast"] ? true : nil)
  }
}

extension ItemSender {
  /// Nil where it was not recorded.
  init?(row: Row) {
    guard let kind: String = row["senderKind"], let name: String = row["senderName"] else { return nil }
    let account: String? = row["senderAccount"]
    self.init(kind: Kind(rawValue: kind) ?? .unknown, name: name, id: account.flatMap(UUID.init(text:)))
  }
}

extension InboxChange {
  /// What one is made of, of an item and its push.
  static let columns = """
    change, sequence, state, coalesce(stateSince, createdAt) AS stateSince, stateDevice, inbox.isRedacted,
    replacedAt IS NOT NULL AS isReplaced
    """

  init(row: Row) {
    self.init(
      change: row["change"], sequence: row["sequence"], state: InboxState(number: row["state"]) ?? .pending,
      since: Date(milliseconds: row["stateSince"]), device: row["stateDevice"],
      redacted: row["isRedacted"] as Bool ? true : nil, replaced: row["isReplaced"] as Bool ? true : nil)
  }
}
