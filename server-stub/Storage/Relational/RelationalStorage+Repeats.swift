internal import FoundationEssentials
internal import ServerAPI

/// For how long, in milliseconds, it is known that a push was stored which is gone.
private let pushMemory: Int64 = 3_600_000

/// What becomes of a push that is appended again because nobody knows whether it was stored.
extension SQLTransaction {
  /// The outcome of this very push when it was appended before; nil when it was not.
  func formerOutcome(of push: StoredPush) throws -> PushOutcome? {
    let found = try first(
      "SELECT number, inboxCount FROM pushes WHERE id = ? AND sender = ?", [push.id, push.sender.text]
    ) { (number: $0[0] as Int64, count: Int(try $0.number(1))) }
    guard let found else { return try forgottenOutcome(of: push) }
    let (numbers, replaced) = (try numbers(ofPush: found.number), try replacements(by: push))
    guard try numbers.isEmpty && isWithheld(found.number) else {
      return .stored(push, numbers, count: found.count, replaced: replaced)
    }
    return .withheld(push, replaced: replaced)
  }

  private func forgottenOutcome(of push: StoredPush) throws -> PushOutcome? {
    try first("SELECT inboxCount FROM forgottenPushes WHERE id = ? AND sender = ?", [push.id, push.sender.text]) {
      .stored(push, [:], count: Int(try $0.number(0)))
    }
  }

  private func numbers(ofPush number: Int64) throws -> [UUID: Int64] {
    var numbers: [UUID: Int64] = [:]
    try forEachRow("SELECT accountID, sequence FROM inbox WHERE push = ?", [number]) { row in
      if let account: UUID = row[0] { numbers[account] = try row.sequence(1) }
      return true
    }
    return numbers
  }

  private func isWithheld(_ number: Int64) throws -> Bool {
    try hasRow("SELECT 1 FROM withheld WHERE push = ?", [number])
  }

  /// The items that a push took the place of, as they are now, by account.
  private func replacements(by push: StoredPush) throws -> [UUID: InboxChange] {
    guard push.manner.collapseID != nil else { return [:] }
    let changes = try all(
      """
      SELECT accountID, \(InboxChange.columns) FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE replacedBy = ?
      """, [push.id], InboxChange.ofAccount(row:))
    return Dictionary(changes) { first, _ in first }
  }

  /// Remembers pushes that are about to be deleted, those of the last hour before the newest: without the clock, which a test or
  /// another machine has its own of.
  ///
  /// - Parameter pushes: their numbers, as ``SQLDialect/list``.
  func rememberPushes(_ pushes: SQLValue) throws {
    let newest: Int64? = try value("SELECT createdAt FROM pushes ORDER BY number DESC LIMIT 1")
    guard let newest else { return }
    let oldest = newest - pushMemory
    try execute("DELETE FROM forgottenPushes WHERE createdAt < ?", [oldest])
    try execute(
      """
      INSERT INTO forgottenPushes (id, sender, inboxCount, createdAt)
      SELECT id, sender, inboxCount, createdAt FROM pushes
      WHERE createdAt >= ? AND number IN \(dialect.numbers("?")) ON CONFLICT DO NOTHING
      """, [oldest, pushes])
  }
}
