internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func append(_ push: StoredPush) async throws -> PushOutcome {
    try await write { try $0.append(push) }
  }

  func status(ofPush id: UUID, from sender: PushSender, now: Date) async throws -> PushStatus? {
    let status = try await read { try $0.status(ofPush: id, from: sender, now: now) }
    guard status?.deliveries.contains(where: { $0.state == .expired }) == true else { return status }
    // A decision that came in time may be on its way to the disk. It is waited for; a later one is refused.
    return try await write { try $0.status(ofPush: id, from: sender, now: now) }
  }
}

/// Which accounts a push goes to, as a condition on them.
struct Recipients {
  let condition: String
  let arguments: StatementArguments
}

extension Database {
  /// Whether a push has no text any more, as far as its sender is told.
  static let isGone = """
    (pushes.isRedacted OR EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number AND replacedAt IS NOT NULL)) AS isGone
    """

  /// As ``PushStorage/append(_:)``, in a transaction of the caller's.
  func append(_ push: StoredPush) throws -> PushOutcome {
    if let former = try formerOutcome(of: push) { return former }
    if let repeated = try self.push(withKeyOf: push) { return repeated }
    if let expiry = push.expiresAt, expiry <= push.createdAt { return .expired }
    if let refusal = try refusal(of: push) { return refusal }
    let recipients = try recipients(of: push)
    guard try exists(push.recipient, recipients) else { return .noRecipient }
    let number = try insert(push)
    if let picture = push.picture { try link(push: number, of: push.sender, to: picture) }
    if let personal = push.personal, try isBlocked(personal) {
      return .withheld(push, replaced: try withhold(push, number: number, recipients))
    }
    // Set by set, for a push to everyone goes to thousands.
    try execute(
      sql: """
        INSERT INTO inbox (accountID, sequence, push, peer, waitsUntil)
        SELECT id, inboxHighest + 1, ?, ?, ? FROM accounts WHERE \(recipients.condition)
        """,
      arguments: [number, push.personal?.sender.uuidString, push.waitsUntil] + recipients.arguments)
    let count = changesCount
    try execute(sql: "UPDATE pushes SET inboxCount = ? WHERE number = ?", arguments: [count, number])
    let replaced = try collapse(push, recipients)
    try execute(
      sql: "UPDATE accounts SET inboxHighest = inboxHighest + 1 WHERE \(recipients.condition)",
      arguments: recipients.arguments)
    return .stored(push, try numbers(recipients), count: count, replaced: replaced)
  }

  fileprivate func status(ofPush id: UUID, from sender: PushSender, now: Date) throws -> PushStatus? {
    guard
      let row = try Row.fetchOne(
        self, sql: "SELECT *, \(Self.isGone) FROM pushes WHERE id = ? AND sender = ?",
        arguments: [id.uuidString, sender.text])
    else { return nil }
    let push = Push(
      id: id, createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)), inboxCount: row["inboxCount"])
    return PushStatus(
      push: push, deliveries: try deliveries(of: push, number: row["number"], now: now),
      redacted: row["isGone"] as Bool ? true : nil, sender: ItemSender(row: row))
  }

  /// The outcome of the sender's earlier push with the same idempotency key; nil when there is none.
  fileprivate func push(withKeyOf push: StoredPush) throws -> PushOutcome? {
    guard let key = push.idempotencyKey else { return nil }
    let found = try Row.fetchOne(
      self, sql: "SELECT *, \(Self.isGone) FROM pushes WHERE sender = ? AND idempotencyKey = ?",
      arguments: [push.sender.text, key])
    guard let found else { return nil }
    let createdAt = Date(milliseconds: found["createdAt"])
    let expiresAt = push.expiry(madeAt: createdAt)
    // Of a text that is gone nothing is left that could be compared.
    guard found["isGone"] as Bool || found["payload"] == push.payload, found["recipient"] == push.recipient.text,
      found["expiresAt"] == expiresAt?.milliseconds, found["priority"] == push.manner.priority.rawValue,
      found["isGone"] as Bool || found["collapseID"] == push.manner.collapseID,
      let id = UUID(uuidString: found["id"])
    else { return .keyIsTaken }
    var stored = push
    (stored.id, stored.createdAt, stored.expiresAt) = (id, createdAt, expiresAt)
    return .repeated(stored, inboxCount: found["inboxCount"])
  }

  fileprivate func recipients(of push: StoredPush) throws -> Recipients {
    switch push.recipient {
    case .alias(let id): Recipients(condition: "id = ?", arguments: [id.uuidString])
    case .device(let token):
      Recipients(condition: "id = (SELECT accountID FROM devices WHERE token = ?)", arguments: [token])
    case .channel(let id):
      Recipients(condition: "id IN (SELECT accountID FROM enrolments WHERE channelID = ?)", arguments: [id.uuidString])
    case .everyone: Recipients(condition: "1", arguments: [])
    }
  }

  /// Whether there is such a recipient. A channel may have nobody in it.
  fileprivate func exists(_ recipient: Recipient, _ recipients: Recipients) throws -> Bool {
    if case .channel(let id) = recipient {
      return try Int.fetchOne(
        self, sql: "SELECT 1 FROM channels WHERE id = ? AND owner IS NULL", arguments: [id.uuidString]) != nil
    }
    return try Int.fetchOne(
      self, sql: "SELECT 1 FROM accounts WHERE \(recipients.condition) LIMIT 1", arguments: recipients.arguments)
      != nil
  }

  fileprivate func numbers(_ recipients: Recipients) throws -> [UUID: Int64] {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT id, inboxHighest FROM accounts WHERE \(recipients.condition)",
      arguments: recipients.arguments)
    var numbers: [UUID: Int64] = [:]
    while let row = try rows.next() {
      guard let account = UUID(uuidString: row["id"]) else { continue }
      numbers[account] = row["inboxHighest"]
    }
    return numbers
  }

  /// - Returns: the push's number.
  fileprivate func insert(_ push: StoredPush) throws -> Int64 {
    try execute(
      sql: """
        INSERT INTO pushes (id, sender, recipient, device, idempotencyKey, payload, createdAt, expiresAt, senderKind,
          senderName, senderAccount, collapseID, priority, addressee)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        push.id.uuidString, push.sender.text, push.recipient.text, push.recipient.device, push.idempotencyKey,
        push.payload, push.createdAt.milliseconds, push.expiresAt?.milliseconds, push.signature?.kind.rawValue,
        push.signature?.name, push.signature?.id?.uuidString, push.manner.collapseID,
        push.manner.priority.rawValue, push.addressee?.uuidString,
      ])
    return lastInsertedRowID
  }

  /// How far a push has come on every device of those who have it; users without a device are named once. Where it was withheld it has
  /// come nowhere, and where its sender is not told of a decision, no further than where it was withheld.
  fileprivate func deliveries(of push: Push, number: Int64, now: Date) throws -> [PushStatus.Delivery] {
    try Row.fetchAll(
      self,
      sql: """
        WITH items AS (
          SELECT push, accountID, sequence, state, stateSince, replacedAt FROM inbox WHERE push = ?1 AND isUntold = 0
          UNION ALL
          SELECT push, accountID, NULL, 0, NULL, replacedAt FROM withheld
          WHERE push = ?1 AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = ?1 AND isUntold = 0))
        SELECT items.accountID AS user, devices.name AS device, state, stateSince, replacedAt, displayedAt,
          acknowledged >= items.sequence AS isDelivered, lastSeenAt
        FROM items
        JOIN pushes ON pushes.number = items.push
        LEFT JOIN devices ON devices.accountID = items.accountID
          AND (pushes.device IS NULL OR pushes.device = devices.token)
        LEFT JOIN displays ON displays.accountID = items.accountID AND displays.sequence = items.sequence
          AND displays.device = devices.token
        ORDER BY items.accountID, devices.registeredAt
        """,
      arguments: [number]
    ).compactMap { PushStatus.Delivery(row: $0, push: push, now: now) }
  }
}

extension PushStatus.Delivery {
  fileprivate init?(row: Row, push: Push, now: Date) {
    guard let user = UUID(uuidString: row["user"]) else { return nil }
    let decided = InboxState(number: row["state"]) ?? .pending
    let displayedAt: Int64? = row["displayedAt"]
    let isDelivered: Bool = row["isDelivered"] ?? false
    let (state, since): (DeliveryState, Date) =
      if decided.isDecision, let changed: Int64 = row["stateSince"] {
        (DeliveryState(decided), Date(milliseconds: changed))
      } else if let replaced: Int64 = row["replacedAt"] {
        // For who waits for a decision it comes to the same.
        (.expired, Date(milliseconds: replaced))
      } else if let expiry = push.expiresAt, expiry <= now {
        (.expired, expiry)
      } else if decided != .pending, let changed: Int64 = row["stateSince"] {
        (DeliveryState(decided), Date(milliseconds: changed))
      } else if let displayedAt {
        (.displayed, Date(milliseconds: displayedAt))
      } else if isDelivered, let seen: Int64 = row["lastSeenAt"] {
        (.delivered, Date(milliseconds: seen))
      } else {
        (.stored, push.createdAt)
      }
    self.init(user: user, device: row["device"], state: state, since: since)
  }
}

extension Recipient {
  /// As it is stored.
  fileprivate var text: String {
    switch self {
    case .alias(let id): "alias:\(id.uuidString)"
    case .device(let token): "device:\(token)"
    case .channel(let id): "channel:\(id.uuidString)"
    case .everyone: "everyone"
    }
  }

  /// Whether it is stored as a channel or as everyone, in SQL.
  static let isBroadcast = "(recipient = 'everyone' OR recipient GLOB 'channel:*')"
}
