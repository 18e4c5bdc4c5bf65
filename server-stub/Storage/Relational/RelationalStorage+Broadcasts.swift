internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func firstBroadcast() async throws -> BroadcastPlace? {
    try await lookUp { transaction in
      try transaction.first("SELECT push, position FROM broadcasts ORDER BY push LIMIT 1") { row in
        guard let position: UUID = row[1] else { return nil }
        return BroadcastPlace(push: row[0], position: position)
      }
    }
  }

  func spread(limit: Int) async throws -> BroadcastStep? {
    try await write { try $0.spread(limit: max(limit, 1)) }
  }
}

extension SQLTransaction {
  /// Those whom a push is for, if they are more than get it at once, or others are to get something before; nil where it is put into inboxes now.
  func largeAudience(of push: StoredPush, beyond limit: Int) throws -> SQLCondition? {
    let audience: SQLCondition
    switch push.recipient {
    case .alias, .device: return nil
    case .channel(let id):
      guard try hasRow("SELECT 1 FROM channels WHERE id = ? AND owner IS NULL", [id]) else { return nil }
      audience = .members(of: id)
    case .everyone: audience = .all
    }
    if try hasRow("SELECT 1 FROM broadcasts LIMIT 1") { return audience }
    let count: Int? = try value(
      "SELECT count(*) FROM (SELECT 1 FROM accounts WHERE \(audience.sql) LIMIT ?) AS counted",
      audience.arguments + [limit + 1])
    return count ?? 0 > limit ? audience : nil
  }

  /// Has a push that is stored go to an audience from now on.
  func begin(_ push: StoredPush, number: Int64, _ audience: SQLCondition) throws -> PushOutcome {
    var channel: UUID?
    if case .channel(let id) = push.recipient { channel = id }
    let count: Int? = try value("SELECT count(*) FROM accounts WHERE \(audience.sql)", audience.arguments)
    try execute("UPDATE pushes SET inboxCount = ? WHERE number = ?", [count ?? 0, number])
    try execute(
      "INSERT INTO broadcasts (push, channelID, position) VALUES (?, ?, ?)", [number, channel, UUID.beforeAll])
    return .stored(push, [:], count: count ?? 0)
  }

  /// Whether what a push would take the place of comes into inboxes only after it.
  func replacesWhatIsSpread(_ push: StoredPush) throws -> Bool {
    guard let key = CollapseKey(push) else { return false }
    return try hasRow(
      """
      SELECT 1 FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push
      WHERE sender = ? AND collapseID = ? LIMIT 1
      """, [key.sender.text, key.collapseID])
  }

  /// Whether what a sender has waiting is for so many inboxes.
  func isSpreading(_ sender: PushSender, to limit: Int) throws -> Bool {
    let count: Int? = try value(
      "SELECT CAST(sum(inboxCount) AS bigint) FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push WHERE sender = ?",
      [sender.text])
    return count ?? 0 >= limit
  }

  /// As ``BroadcastStorage/spread(limit:)``. Accounts are locked first, and how far it has come is compared last: two nodes may begin a step, and
  /// one does it.
  fileprivate func spread(limit: Int) throws -> BroadcastStep? {
    guard let (broadcast, isRedacted) = try firstBroadcastInFull() else { return nil }
    let ids: [UUID] = isRedacted ? [] : try accounts(after: broadcast.place.position, among: broadcast.audience, limit)
    guard let last = ids.last else { return try end(broadcast) }
    let recipients = try lock(
      accountsWhere: SQLCondition(
        sql: "id > ? AND id <= ? AND (\(broadcast.audience.sql))",
        arguments: [broadcast.place.position, last] + broadcast.audience.arguments))
    guard try advance(broadcast, to: ids.count < limit ? nil : last) else { return .overtaken }
    let put = try put(broadcast.push, number: broadcast.place.push, into: recipients)
    return .put(broadcast.push, put.numbers, replaced: put.replaced)
  }

  private func accounts(after position: UUID, among audience: SQLCondition, _ limit: Int) throws -> [UUID] {
    try all(
      "SELECT id FROM accounts WHERE id > ? AND (\(audience.sql)) ORDER BY id LIMIT ?",
      [position] + audience.arguments + [limit]
    ) { $0[0] }
  }

  private func end(_ broadcast: StoredBroadcast) throws -> BroadcastStep {
    try advance(broadcast, to: nil) ? .put(broadcast.push, [:], replaced: [:]) : .overtaken
  }

  /// - Parameter position: nil when all have it.
  /// - Returns: false when it was not there any more where it was read.
  private func advance(_ broadcast: StoredBroadcast, to position: UUID?) throws -> Bool {
    let (push, former) = (broadcast.place.push, broadcast.place.position)
    let count =
      if let position {
        try execute("UPDATE broadcasts SET position = ? WHERE push = ? AND position = ?", [position, push, former])
      } else {
        try execute("DELETE FROM broadcasts WHERE push = ? AND position = ?", [push, former])
      }
    return count == 1
  }

  private func firstBroadcastInFull() throws -> (StoredBroadcast, isRedacted: Bool)? {
    let row = try row(
      """
      SELECT broadcasts.push, position, channelID, id, sender, payload, createdAt, expiresAt, senderKind, senderName,
        senderAccount, collapseID, priority, isRedacted
      FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push ORDER BY broadcasts.push LIMIT 1
      """)
    guard let row, let push = StoredPush(broadcast: row), let position: UUID = row["position"] else { return nil }
    let broadcast = StoredBroadcast(place: BroadcastPlace(push: row["push"], position: position), push: push)
    return (broadcast, row["isRedacted"])
  }
}

private struct StoredBroadcast {
  let place: BroadcastPlace
  let push: StoredPush

  /// Those whom it is for, those among them who have it.
  var audience: SQLCondition { if case .channel(let id) = push.recipient { .members(of: id) } else { .all } }
}

extension StoredPush {
  /// Of the columns of `pushes` and `broadcasts`. Nil for a row that no version of the server has written.
  fileprivate init?(broadcast row: any SQLRow) {
    guard let id: UUID = row["id"], let sender = PushSender(text: row["sender"]) else { return nil }
    let channel: UUID? = row["channelID"]
    let priority: Int = row["priority"]
    self.init(
      id: id, sender: sender, recipient: channel.map { .channel($0) } ?? .everyone, payload: row["payload"],
      createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)), signature: ItemSender(row: row),
      manner: PushManner(collapseID: row["collapseID"], priority: PushPriority(rawValue: priority) ?? .usual))
  }
}
