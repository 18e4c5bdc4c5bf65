internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func status(ofPush id: UUID, from sender: PushSender, now: Date) async throws -> PushStatus? {
    let status = try await read { try $0.status(ofPush: id, from: sender, now: now) }
    let expired = Set(status?.deliveries.filter { $0.state == .expired }.map(\.user) ?? [])
    guard !expired.isEmpty else { return status }
    // A decision that came in time may be on its way to the disk. It is waited for; a later one is refused. Some at a time: to ask about what went to
    // everyone keeps nobody's inbox for long.
    for slice in expired.sorted(by: { $0.uuidString < $1.uuidString }).slices(of: StatusSlice.count) {
      try await write { try $0.lock(accounts: slice) }
    }
    return try await read { try $0.status(ofPush: id, from: sender, now: now) }
  }
}

/// Some recipients whose decisions are waited for together.
private enum StatusSlice {
  static let count = 200
}

extension SQLTransaction {
  fileprivate func status(ofPush id: UUID, from sender: PushSender, now: Date) throws -> PushStatus? {
    let row = try row(
      """
      SELECT number, createdAt, expiresAt, inboxCount, senderKind, senderName, senderAccount, \(PushColumns.isGone)
      FROM pushes WHERE id = ? AND sender = ?
      """, [id, sender.text])
    guard let row else { return nil }
    let push = Push(
      id: id, createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)),
      inboxCount: Int(try row.number("inboxCount")))
    return PushStatus(
      push: push, deliveries: try deliveries(of: push, number: row["number"], now: now),
      redacted: row["isGone"] as Bool ? true : nil, sender: ItemSender(row: row))
  }

  /// How far a push has come on every device of those who have it; users without a device are named once. Where it was withheld it has
  /// come nowhere, and where its sender is not told of a decision, no further than where it was withheld.
  private func deliveries(of push: Push, number: Int64, now: Date) throws -> [PushStatus.Delivery] {
    try all(
      """
      WITH items AS (
        SELECT push, accountID, sequence, state, stateSince, replacedAt FROM inbox WHERE push = ?1 AND isUntold = 0
        UNION ALL
        SELECT push, accountID, NULL, 0, NULL, replacedAt FROM withheld
        WHERE push = ?1 AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = ?1 AND isUntold = 0))
      SELECT items.accountID AS recipient, devices.name AS device, state, stateSince, replacedAt, displayedAt,
        acknowledged >= items.sequence AS isDelivered, lastSeenAt
      FROM items
      JOIN pushes ON pushes.number = items.push
      LEFT JOIN devices ON devices.accountID = items.accountID
        AND (pushes.device IS NULL OR pushes.device = devices.token)
      LEFT JOIN displays ON displays.accountID = items.accountID AND displays.sequence = items.sequence
        AND displays.device = devices.token
      ORDER BY items.accountID, devices.registeredAt
      """,
      [number]
    ) { PushStatus.Delivery(row: $0, push: push, now: now) }
  }
}

extension PushStatus.Delivery {
  fileprivate init?(row: any SQLRow, push: Push, now: Date) {
    guard let user: UUID = row["recipient"] else { return nil }
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
