internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func nextBroadcasts() async throws -> [BroadcastPlace] {
    try await lookUp { transaction in
      // From one sender to the next, by the index: one may have thousands waiting, and this is asked before each round.
      try transaction.all(
        """
        WITH RECURSIVE senders(sender) AS (
          SELECT min(sender) FROM broadcasts WHERE isSetAside = 0
          UNION ALL
          SELECT (SELECT min(sender) FROM broadcasts WHERE isSetAside = 0 AND sender > senders.sender) FROM senders
          WHERE senders.sender IS NOT NULL)
        SELECT push, position FROM senders JOIN broadcasts AS next ON push = (
          SELECT min(push) FROM broadcasts WHERE isSetAside = 0 AND sender = senders.sender)
        WHERE channelID IS NULL OR NOT EXISTS (
          SELECT 1 FROM broadcasts AS earlier
          WHERE isSetAside = 0 AND earlier.channelID = next.channelID AND earlier.push < next.push)
        ORDER BY push
        """
      ) { BroadcastPlace(push: $0[0], position: $0[1]) }
    }
  }

  func spread(_ push: Int64, limit: Int) async throws -> BroadcastStep {
    try await write { try $0.spread(push, limit: max(limit, 1)) }
  }

  func broadcastCounts() async throws -> BroadcastCounts {
    let counts: [Bool: Int] = try await lookUp { transaction in
      let rows = try transaction.all("SELECT isSetAside, count(*) FROM broadcasts GROUP BY isSetAside") {
        ($0[0] as Bool, $0[1] as Int)
      }
      return Dictionary(rows, uniquingKeysWith: +)
    }
    return BroadcastCounts(waiting: counts[false] ?? 0, setAside: counts[true] ?? 0)
  }
}

extension SQLTransaction {
  /// Those whom a push is for, if they are more than get it at once, or one is on its way that they are to get before; nil where it is put into
  /// inboxes now.
  func largeAudience(of push: StoredPush, beyond limit: Int) throws -> SQLCondition? {
    let audience: SQLCondition
    var channel: UUID?
    switch push.recipient {
    case .alias, .device: return nil
    case .channel(let id):
      guard try hasRow("SELECT 1 FROM channels WHERE id = ? AND owner IS NULL", [id]) else { return nil }
      (audience, channel) = (.members(of: id), id)
    case .everyone: audience = .all
    }
    if try isBehindAnother(push.sender, channel) { return audience }
    let count: Int? = try value(
      "SELECT count(*) FROM (SELECT 1 FROM accounts WHERE \(audience.sql) LIMIT ?) AS counted",
      audience.arguments + [limit + 1])
    return count ?? 0 > limit ? audience : nil
  }

  /// Whether something of a sender's, or into a channel, is still on its way.
  private func isBehindAnother(_ sender: PushSender, _ channel: UUID?) throws -> Bool {
    try hasRow(
      "SELECT 1 FROM broadcasts WHERE isSetAside = 0 AND (sender = ? OR channelID = ?) LIMIT 1", [sender.text, channel])
  }

  /// Has a push that is stored go to an audience from now on.
  func begin(_ push: StoredPush, number: Int64, _ audience: SQLCondition) throws -> PushOutcome {
    var channel: UUID?
    if case .channel(let id) = push.recipient { channel = id }
    let count: Int? = try value("SELECT count(*) FROM accounts WHERE \(audience.sql)", audience.arguments)
    try execute("UPDATE pushes SET inboxCount = ? WHERE number = ?", [count ?? 0, number])
    try execute(
      "INSERT INTO broadcasts (push, sender, channelID, position) VALUES (?, ?, ?, ?)",
      [number, push.sender.text, channel, UUID.beforeAll])
    return .stored(push, [:], count: count ?? 0)
  }

  /// Whether what a push would take the place of comes into inboxes only after it.
  func replacesWhatIsSpread(_ push: StoredPush) throws -> Bool {
    guard let key = CollapseKey(push) else { return false }
    return try hasRow(
      """
      SELECT 1 FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push
      WHERE isSetAside = 0 AND broadcasts.sender = ? AND collapseID = ? LIMIT 1
      """, [key.sender.text, key.collapseID])
  }

  /// Whether what a sender has waiting is for so many inboxes.
  func isSpreading(_ sender: PushSender, to limit: Int) throws -> Bool {
    let count: Int? = try value(
      """
      SELECT CAST(sum(inboxCount) AS bigint) FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push
      WHERE isSetAside = 0 AND broadcasts.sender = ?
      """, [sender.text])
    return count ?? 0 >= limit
  }

  /// As ``BroadcastStorage/spread(_:limit:)``. Accounts are locked first, and how far it has come is compared last: two nodes may begin a step,
  /// and one does it.
  func spread(_ number: Int64, limit: Int) throws -> BroadcastStep {
    guard let row = try broadcast(number) else { return .overtaken }
    guard let broadcast = StoredBroadcast(row: row) else { return try setAside(number) }
    let ids: [UUID] =
      broadcast.isRedacted ? [] : try accounts(after: broadcast.position, among: broadcast.audience, limit)
    guard let last = ids.last else { return try end(broadcast) }
    let recipients = try lock(
      accountsWhere: SQLCondition(
        sql: "id > ? AND id <= ? AND (\(broadcast.audience.sql))",
        arguments: [broadcast.position, last] + broadcast.audience.arguments))
    guard try advance(broadcast, to: ids.count < limit ? nil : last) else { return .overtaken }
    let put = try put(broadcast.push, number: broadcast.number, into: recipients)
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
    let (push, former) = (broadcast.number, broadcast.position)
    let count =
      if let position {
        try execute("UPDATE broadcasts SET position = ? WHERE push = ? AND position = ?", [position, push, former])
      } else {
        try execute("DELETE FROM broadcasts WHERE push = ? AND position = ?", [push, former])
      }
    return count == 1
  }

  private func broadcast(_ number: Int64) throws -> (any SQLRow)? {
    try row(
      """
      SELECT broadcasts.push, position, channelID, id, pushes.sender AS sender, payload, createdAt, expiresAt, senderKind, senderName,
        senderAccount, collapseID, priority, isRedacted
      FROM broadcasts JOIN pushes ON pushes.number = broadcasts.push WHERE broadcasts.push = ? AND isSetAside = 0
      """, [number])
  }

  /// Has nobody wait any more for what can't be read.
  private func setAside(_ number: Int64) throws -> BroadcastStep {
    try execute("UPDATE broadcasts SET isSetAside = 1 WHERE push = ? AND isSetAside = 0", [number]) == 1
      ? .setAside : .overtaken
  }
}

private struct StoredBroadcast {
  let number: Int64
  /// The last account that has got it.
  let position: UUID
  let push: StoredPush
  /// Whether it has no text any more, so that nobody else gets it.
  let isRedacted: Bool

  /// Nil for a row that no version of the server has written.
  init?(row: any SQLRow) {
    guard let position: UUID = row["position"], let push = StoredPush(broadcast: row) else { return nil }
    (number, self.position, self.push, isRedacted) = (row["push"], position, push, row["isRedacted"])
  }

  /// Those whom it is for, those among them who have it.
  var audience: SQLCondition { if case .channel(let id) = push.recipient { .members(of: id) } else { .all } }
}

extension StoredPush {
  /// Of the columns of `pushes` and `broadcasts`. Nil for a row that no version of the server has written.
  fileprivate init?(broadcast row: any SQLRow) {
    guard let id: UUID = row["id"], let sender = PushSender(text: row["sender"]) else { return nil }
    let recipient: Recipient
    switch row.value(of: "channelID") {
    case .null: recipient = .everyone
    default:
      // What is no id is no reason to tell everyone.
      guard let channel: UUID = row["channelID"] else { return nil }
      recipient = .channel(channel)
    }
    let priority: Int = row["priority"]
    self.init(
      id: id, sender: sender, recipient: recipient, payload: row["payload"],
      createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: (row["expiresAt"] as Int64?).map(Date.init(milliseconds:)), signature: ItemSender(row: row),
      manner: PushManner(collapseID: row["collapseID"], priority: PushPriority(rawValue: priority) ?? .usual))
  }
}
