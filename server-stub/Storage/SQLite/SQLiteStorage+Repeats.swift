internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

/// What becomes of a push that is appended again because nobody knows whether it was stored.
extension Database {
  /// For how long, in milliseconds, it is known that a push was stored which is gone.
  private static let memory: Int64 = 3_600_000

  /// The outcome of this very push when it was appended before; nil when it was not.
  func formerOutcome(of push: StoredPush) throws -> PushOutcome? {
    let statement = try cachedStatement(sql: "SELECT number, inboxCount FROM pushes WHERE id = ? AND sender = ?")
    guard let row = try Row.fetchOne(statement, arguments: [push.id.uuidString, push.sender.text]) else {
      return try forgottenOutcome(of: push)
    }
    let (number, replaced) = (row["number"] as Int64, try replacements(by: push))
    let numbers = try numbers(ofPush: number)
    guard try numbers.isEmpty && isWithheld(number) else {
      return .stored(push, numbers, count: row["inboxCount"], replaced: replaced)
    }
    return .withheld(push, replaced: replaced)
  }

  private func forgottenOutcome(of push: StoredPush) throws -> PushOutcome? {
    let statement = try cachedStatement(sql: "SELECT inboxCount FROM forgottenPushes WHERE id = ? AND sender = ?")
    return try Int.fetchOne(statement, arguments: [push.id.uuidString, push.sender.text])
      .map { .stored(push, [:], count: $0) }
  }

  private func numbers(ofPush number: Int64) throws -> [UUID: Int64] {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT accountID, sequence FROM inbox WHERE push = ?", arguments: [number])
    var numbers: [UUID: Int64] = [:]
    while let row = try rows.next() {
      if let account = UUID(text: row["accountID"]) { numbers[account] = row["sequence"] }
    }
    return numbers
  }

  private func isWithheld(_ number: Int64) throws -> Bool {
    try Int.fetchOne(self, sql: "SELECT 1 FROM withheld WHERE push = ?", arguments: [number]) != nil
  }

  /// The items that a push took the place of, as they are now, by account.
  private func replacements(by push: StoredPush) throws -> [UUID: InboxChange] {
    guard push.manner.collapseID != nil else { return [:] }
    let changes = try Row.fetchAll(
      self,
      sql: """
        SELECT accountID, \(InboxChange.columns) FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE replacedBy = ?
        """, arguments: [push.id.uuidString]
    ).compactMap { row in UUID(text: row["accountID"]).map { ($0, InboxChange(row: row)) } }
    return Dictionary(changes) { first, _ in first }
  }

  /// Remembers pushes that are about to be deleted, those of the last hour before the newest: without the clock, which a test or
  /// another machine has its own of.
  ///
  /// - Parameter pushes: their numbers, as a JSON array.
  func rememberPushes(_ pushes: String) throws {
    guard let newest = try Int64.fetchOne(self, sql: "SELECT createdAt FROM pushes ORDER BY number DESC LIMIT 1") else {
      return
    }
    let oldest = newest - Self.memory
    try execute(sql: "DELETE FROM forgottenPushes WHERE createdAt < ?", arguments: [oldest])
    try execute(
      sql: """
        INSERT OR IGNORE INTO forgottenPushes (id, sender, inboxCount, createdAt)
        SELECT id, sender, inboxCount, createdAt FROM pushes
        WHERE createdAt >= ? AND number IN (SELECT value FROM json_each(?))
        """, arguments: [oldest, pushes])
  }
}
