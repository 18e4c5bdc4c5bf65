internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func append(_ push: StoredPush) async throws -> PushOutcome {
    if let outcome = try await engine.appendAtOnce(push) { return outcome }
    return try await write { [audienceAtOnce, waitingLimit] in
      try $0.append(push, atOnce: audienceAtOnce, waiting: waitingLimit)
    }
  }
}

enum PushColumns {
  /// Whether a push has no text any more, as far as its sender is told.
  static let isGone = """
    (pushes.isRedacted = 1 OR EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number AND replacedAt IS NOT NULL)) AS isGone
    """
}

extension SQLTransaction {
  /// As ``PushStorage/append(_:)``, in a transaction of the caller's.
  ///
  /// - Parameters:
  ///   - limit: how many get it in this transaction.
  ///   - waiting: ``Broadcast/waitingLimit``.
  func append(
    _ push: StoredPush, atOnce limit: Int = Broadcast.atOnce, waiting: Int = Broadcast.waitingLimit
  ) throws -> PushOutcome {
    let (recipients, audience) = try lockRecipients(of: push, atOnce: limit)
    if let former = try formerOutcome(of: push) { return former }
    if let repeated = try self.push(withKeyOf: push) { return repeated }
    if let expiry = push.expiresAt, expiry <= push.createdAt { return .expired }
    if let refusal = try refusal(of: push) { return refusal }
    if audience == nil, try replacesWhatIsSpread(push) { return .stillSpreading }
    if audience != nil, try isSpreading(push.sender, to: waiting) { return .tooMuchSpreading }
    guard let recipients else { return .noRecipient }
    guard let number = try insert(push) else {
      // Somebody else has stored it meanwhile, for other recipients.
      guard let outcome = try formerOutcome(of: push) ?? self.push(withKeyOf: push) else { throw UniqueRowError() }
      return outcome
    }
    if let picture = push.picture { try link(push: number, of: push.sender, to: picture) }
    if let audience { return try begin(push, number: number, audience) }
    if let personal = push.personal, try isBlocked(personal) {
      return .withheld(push, replaced: try withhold(push, number: number, recipients))
    }
    return try deliver(push, number: number, recipients)
  }

  /// Locks whom a push goes to; where they get it only after its sender is answered, the order of all that does.
  ///
  /// - Returns: which accounts it goes to, nil where there is no such recipient; and the same as the audience of what is spread.
  private func lockRecipients(of push: StoredPush, atOnce limit: Int) throws -> (SQLCondition?, audience: SQLCondition?)
  {
    var recipients: SQLCondition?
    var audience = try largeAudience(of: push, beyond: limit)
    if audience == nil {
      recipients = try lockRecipients(of: push)
      // While it waited for them, something for many may have been stored, which some of them may have already.
      audience = try largeAudience(of: push, beyond: limit)
    }
    guard let audience else { return (recipients, nil) }
    // It gets its number, which is its place, only when what has a lower one is there to be spread: commits have no order.
    try lock(name: "broadcasts")
    return (audience, audience)
  }

  /// Locks whom a push goes to, and who sends something personal: follows and blocks of the two decide on it.
  ///
  /// - Returns: which accounts it goes to; nil where there is no such recipient. A channel may have nobody in it.
  private func lockRecipients(of push: StoredPush) throws -> SQLCondition? {
    switch push.recipient {
    case .alias(let id):
      try lock(accounts: [id] + (push.personal.map { [$0.sender] } ?? []))
      return try hasAccount(id) ? .id(id) : nil
    case .device(let token):
      guard let account = try owner(ofDevice: token) else { return nil }
      try lock(accounts: [account])
      return try owner(ofDevice: token) == account ? .id(account) : nil
    case .channel(let id):
      guard try hasRow("SELECT 1 FROM channels WHERE id = ? AND owner IS NULL", [id]) else { return nil }
      return try lock(accountsWhere: .members(of: id))
    case .everyone:
      let everyone = try lock(accountsWhere: .all)
      return try hasRow("SELECT 1 FROM accounts WHERE \(everyone.sql) LIMIT 1", everyone.arguments) ? everyone : nil
    }
  }

  private func deliver(_ push: StoredPush, number: Int64, _ recipients: SQLCondition) throws -> PushOutcome {
    let put = try put(push, number: number, into: recipients)
    try execute("UPDATE pushes SET inboxCount = ? WHERE number = ?", [put.count, number])
    return .stored(push, put.numbers, count: put.count, replaced: put.replaced)
  }

  /// Puts a push into inboxes, all at once.
  ///
  /// - Returns: how many it was put into, its number in each, and what it took the place of.
  func put(
    _ push: StoredPush, number: Int64, into recipients: SQLCondition
  ) throws -> (count: Int, numbers: [UUID: Int64], replaced: [UUID: InboxChange]) {
    let count = try execute(
      """
      INSERT INTO inbox (accountID, sequence, push, peer, waitsUntil)
      SELECT id, inboxHighest + 1, ?, ?, ? FROM accounts WHERE \(recipients.sql)
      """,
      [number, push.personal?.sender, push.waitsUntil] + recipients.arguments)
    let replaced = try collapse(push, recipients)
    var numbers: [UUID: Int64] = [:]
    try forEachRow(
      """
      UPDATE accounts SET inboxHighest = inboxHighest + 1 WHERE \(recipients.sql) RETURNING id, inboxHighest
      """, recipients.arguments
    ) { row in
      if let account: UUID = row[0] { numbers[account] = try row.sequence(1) }
      return true
    }
    return (count, numbers, replaced)
  }

  /// The outcome of the sender's earlier push with the same idempotency key; nil when there is none.
  private func push(withKeyOf push: StoredPush) throws -> PushOutcome? {
    guard let key = push.idempotencyKey else { return nil }
    let found = try row(
      """
      SELECT id, recipient, payload, createdAt, expiresAt, priority, collapseID, inboxCount, \(PushColumns.isGone)
      FROM pushes WHERE sender = ? AND idempotencyKey = ?
      """, [push.sender.text, key])
    guard let found else { return nil }
    let (createdAt, isGone): (Date, Bool) = (Date(milliseconds: found["createdAt"]), found["isGone"])
    let expiresAt = push.expiry(madeAt: createdAt)
    // Of a text that is gone nothing is left that could be compared.
    guard isGone || found["payload"] == push.payload, found["recipient"] == push.recipient.text,
      found["expiresAt"] == expiresAt?.milliseconds, found["priority"] == push.manner.priority.rawValue,
      isGone || found["collapseID"] == push.manner.collapseID, let id: UUID = found["id"]
    else { return .keyIsTaken }
    var stored = push
    (stored.id, stored.createdAt, stored.expiresAt) = (id, createdAt, expiresAt)
    return .repeated(stored, inboxCount: Int(try found.number("inboxCount")))
  }

  /// - Returns: the push's number; nil where there is one already of its id, or of its sender and idempotency key.
  private func insert(_ push: StoredPush) throws -> Int64? {
    let numbers: [Int64] = try values(
      """
      INSERT INTO pushes (id, sender, recipient, device, idempotencyKey, payload, createdAt, expiresAt, senderKind,
        senderName, senderAccount, collapseID, priority, addressee)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING number
      """,
      [
        push.id, push.sender.text, push.recipient.text, push.recipient.device, push.idempotencyKey, push.payload,
        push.createdAt.milliseconds, push.expiresAt?.milliseconds, push.signature?.kind.rawValue, push.signature?.name,
        push.signature?.id, push.manner.collapseID, push.manner.priority.rawValue, push.addressee,
      ])
    return numbers.first
  }
}

extension Recipient {
  /// As it is stored.
  var text: String {
    switch self {
    case .alias(let id): "alias:\(id.uuidString)"
    case .device(let token): "device:\(token)"
    case .channel(let id): "channel:\(id.uuidString)"
    case .everyone: "everyone"
    }
  }

  /// Whether it is stored as a channel or as everyone, in SQL.
  static let isBroadcast = "(recipient = 'everyone' OR recipient LIKE 'channel:%')"
}
