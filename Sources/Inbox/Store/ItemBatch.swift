internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

/// Puts items into the database, each exactly once and none before the one that comes before it.
struct ItemBatch {
  let owner: Int64
  private(set) var intake: IngestResult
  /// Whether there are changes of items that were not here yet.
  private let hasEarlyChanges: Bool
  /// Whether something is remembered of what was here under other numbers.
  private let hasEarlierItems: Bool
  /// What must not be stored, whatever the server has.
  private let redacted: Set<UUID>

  private static let insertion = """
    INSERT INTO items (owner, sequence, push, createdAt, expiresAt, device, state, isTask, isSilent, payload, isOver,
      isRedacted, senderKind, senderName, senderID, isReplaced, priority, pictureOrigin, isBroadcast)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let messageInsertion = """
    INSERT INTO messages (owner, id, sequence, text, senderName, receivedAt, push, fromKind, fromName, fromID)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET sequence = excluded.sequence, text = excluded.text, senderName = excluded.senderName,
      receivedAt = excluded.receivedAt, push = excluded.push, fromKind = excluded.fromKind, fromName = excluded.fromName
    """

  init(owner: Int64, _ database: Database) throws {
    self.owner = owner
    intake = IngestResult(position: try database.position(of: owner))
    hasEarlyChanges = try database.hasEarlyChanges(owner)
    hasEarlierItems = try database.hasEarlierItems(owner)
    redacted = try database.redactedPushes(owner)
  }

  /// Goes to the first item that the server still has.
  mutating func skip(to bounds: SequenceBounds) throws(InboxStoreError) {
    guard bounds.first >= 1, bounds.highest >= bounds.first - 1 else {
      throw InboxStoreError(.invalid, "the server's bounds contradict themselves")
    }
    let lost = bounds.first - 1 - intake.position.sequence
    guard lost > 0 else { return }
    intake.position.sequence += lost
    intake.position.lost += lost
    intake.lostCount += lost
  }

  /// Stores an item, or skips it when it is here.
  mutating func ingest(_ item: InboxItem, _ database: Database) throws {
    guard item.sequence > intake.position.sequence else { return try check(item, database) }
    guard item.sequence == intake.position.sequence + 1 else {
      throw InboxStoreError(.gap, "items are here up to \(intake.position.sequence), and not \(item.sequence - 1)")
    }
    let item = try withoutRedacted(item, database)
    let payload = item.payload.map { PushPayload($0) }
    try insert(item, payload, database)
    if let message = payload?.message { try insert(message, item, database) }
    if hasEarlierItems { try database.recall(item, owner) }
    // It may remove the message again.
    if hasEarlyChanges, let change = try database.removeEarlyChange(of: item.sequence, owner) {
      try database.apply(change, owner)
    }
    // It may have come after what it tells of.
    if item.state != .pending, payload?.subject != nil { try database.readWhatIsTold(by: item.sequence, owner) }
    intake.position.sequence = item.sequence
    intake.addedCount += 1
  }

  /// Checks that a stored item is the one that the server means.
  private func check(_ item: InboxItem, _ database: Database) throws {
    let statement = try database.cachedStatement(sql: "SELECT push FROM items WHERE owner = ? AND sequence = ?")
    guard let push = try Data.fetchOne(statement, arguments: [owner, item.sequence]) else { return }
    guard Array(push) == item.push.bytes else {
      throw InboxStoreError(.otherNumbering, "item \(item.sequence) was another push")
    }
    if item.redacted == true { try database.redact(item.sequence, owner, isSynced: true) }
    if item.replaced == true { try database.replace(item.sequence, owner) }
  }

  /// The item as it may be stored. A text that was redacted is left out, also where the server has it again, as after it was put
  /// back to a backup.
  private func withoutRedacted(_ item: InboxItem, _ database: Database) throws -> InboxItem {
    guard item.redacted == true || redacted.contains(item.push) else { return item }
    if item.redacted == true {
      try database.recordRedaction(item.push, owner)
    } else {
      try database.markUnsynced(item.push, owner)
    }
    var item = item
    (item.payload, item.redacted) = (nil, true)
    return item
  }

  private func insert(_ item: InboxItem, _ payload: PushPayload?, _ database: Database) throws {
    var row = BoundRow(try database.cachedStatement(sql: Self.insertion))
    try row.bind(owner)
    try row.bind(item.sequence)
    try row.bind(Data(item.push.bytes))
    try row.bind(item.createdAt.timeIntervalSinceReferenceDate)
    try row.bind(item.expiresAt?.timeIntervalSinceReferenceDate)
    try row.bind(item.device.map { Data($0.utf8) })
    try row.bind(item.state.number)
    try row.bind(payload?.kind.wantsDecision == true ? 1 : 0 as Int64)
    try row.bind(payload?.isSilent == true ? 1 : 0 as Int64)
    try row.bind(item.payload.map { Data($0.utf8) })
    // What was over before it was fetched comes without it.
    try row.bind(item.payload == nil ? 1 : 0 as Int64)
    try row.bind(item.redacted == true ? 1 : 0 as Int64)
    try row.bind(item.sender)
    try row.bind(item.replaced == true ? 1 : 0 as Int64)
    try row.bind(item.priority.map(Int64.init))
    try row.bind(payload?.storedOrigin)
    try row.bind(item.broadcast == true ? 1 : 0 as Int64)
    try row.execute()
  }

  private mutating func insert(_ message: PushMessage, _ item: InboxItem, _ database: Database) throws {
    var row = BoundRow(try database.cachedStatement(sql: Self.messageInsertion))
    try row.bind(owner)
    try row.bind(Int64(message.id))
    try row.bind(item.sequence)
    try row.bind(Data(message.text.utf8))
    try row.bind(Data(message.senderName.utf8))
    try row.bind(item.createdAt.timeIntervalSinceReferenceDate)
    try row.bind(Data(item.push.bytes))
    try row.bind(item.sender)
    try row.execute()
    intake.messageCount += 1
  }
}

/// A statement and the values of its parameters, one after another. GRDB's `StatementArguments` make a list of boxes for each
/// row, which is felt where many rows are written.
private struct BoundRow {
  private let statement: Statement
  private var index: CInt = 0

  init(_ statement: Statement) {
    self.statement = statement
    statement.setUncheckedArguments(StatementArguments())
  }

  /// Binds the next parameter.
  mutating func bind<Value: StatementBinding>(_ value: Value?) throws {
    index += 1
    let handle = statement.sqliteStatement
    let code = value.map { $0.bind(to: handle, at: index) } ?? DatabaseValue.null.bind(to: handle, at: index)
    guard code == 0 else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds the next three: kind, name and id of a sender.
  mutating func bind(_ sender: ItemSender?) throws {
    try bind(sender?.kind.rawValue)
    try bind(sender.map { Data($0.name.utf8) })
    try bind(sender?.id.map { Data($0.bytes) })
  }

  func execute() throws { try statement.execute() }
}
