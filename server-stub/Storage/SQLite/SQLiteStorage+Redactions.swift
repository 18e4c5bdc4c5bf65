internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func redact(_ pushes: [UUID], of account: UUID) async throws -> RedactionOutcome {
    try await write { database in
      var outcome = RedactionOutcome(redactions: [], changes: [])
      var mayErase = false
      for push in pushes { mayErase = try database.redact(push, of: account, &outcome) || mayErase }
      if mayErase {
        try database.eraseRedactedByAll()
        for index in outcome.redactions.indices where outcome.redactions[index].outcome == .hidden {
          if try database.isErased(outcome.redactions[index].push) { outcome.redactions[index].outcome = .erased }
        }
      }
      return outcome
    }
  }

  func eraseTraces(upTo byteCount: Int) async throws {
    guard writer is DatabasePool else { return }
    try await writeDirectly { database in
      guard try database.hasTraces() else { return }
      _ = try database.checkpoint(.truncate)
      let count = try ["page_count", "page_size"].reduce(1) {
        $0.multipliedReportingOverflow(by: try Int.fetchOne(database, sql: "PRAGMA \($1)") ?? 0).partialValue
      }
      guard count <= byteCount else { return }
      try database.execute(sql: "VACUUM")
      _ = try database.checkpoint(.truncate)
      try database.recordTraces(false)
    }
  }
}

extension Database {
  /// Hides a push from a user, once.
  ///
  /// - Returns: whether its text may be of nobody now.
  fileprivate func redact(_ push: UUID, of account: UUID, _ outcome: inout RedactionOutcome) throws -> Bool {
    let item = try Row.fetchOne(
      self,
      sql: """
        SELECT sequence, inbox.isRedacted AS isHidden, pushes.isRedacted AS isErased FROM inbox JOIN pushes ON pushes.number = inbox.push
        WHERE pushes.id = ? AND accountID = ?
        """,
      arguments: [push.uuidString, account.uuidString])
    guard let item else {
      outcome.redactions.append(Redaction(push: push, outcome: .missing))
      return false
    }
    let (sequence, isHidden, isErased): (Int64, Bool, Bool) = (item["sequence"], item["isHidden"], item["isErased"])
    outcome.redactions.append(Redaction(push: push, outcome: isErased ? .erased : .hidden))
    // What a block has hidden has comments still.
    try eraseFeedback(aboutPush: push, of: account)
    guard !isHidden else {
      // What stands for it keeps the text for its sender, who is not to know of a block; of a decision they know already.
      try execute(
        sql: """
          DELETE FROM withheld WHERE push = (SELECT number FROM pushes WHERE id = ?)
            AND EXISTS (SELECT 1 FROM inbox WHERE inbox.push = withheld.push AND state >= 2 AND isUntold = 0)
          """, arguments: [push.uuidString])
      return changesCount > 0
    }
    if let change = try hide(item: sequence, of: account) { outcome.changes.append(change) }
    return true
  }

  /// Hides an item from its user.
  ///
  /// - Returns: what is to be sent to the user's devices.
  func hide(item sequence: Int64, of account: UUID) throws -> InboxChange? {
    try execute(sql: "UPDATE accounts SET changes = changes + 1 WHERE id = ?", arguments: [account.uuidString])
    try execute(
      sql: """
        UPDATE inbox SET isRedacted = 1, change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
        WHERE accountID = ? AND sequence = ?
        """,
      arguments: [account.uuidString, sequence])
    try execute(
      sql: "DELETE FROM collapsible WHERE accountID = ? AND sequence = ?", arguments: [account.uuidString, sequence])
    return try state(ofItem: sequence, of: account)
  }

  fileprivate func isErased(_ push: UUID) throws -> Bool {
    try Bool.fetchOne(self, sql: "SELECT isRedacted FROM pushes WHERE id = ?", arguments: [push.uuidString]) ?? false
  }

  /// Deletes the pushes that are in no inbox any more nor withheld from one, and erases the texts that nobody may see.
  ///
  /// - Parameter condition: which pushes are looked at, as SQL.
  func eraseUnreferencedPushes(_ condition: String = "1") throws {
    let numbers = try Int64.fetchAll(
      self,
      sql: """
        SELECT number FROM pushes WHERE \(condition)
          AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number)
          AND NOT EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number)
        """)
    if !numbers.isEmpty {
      let list = Self.list(numbers)
      try emptyFeedback(aboutPushes: list)
      try rememberPushes(list)
      try execute(sql: "DELETE FROM pushes WHERE number IN (SELECT value FROM json_each(?))", arguments: [list])
      try recordTraces(true)
    }
    try eraseRedactedByAll(condition)
  }

  /// Erases the texts that nobody may see any more: each of their recipients has redacted them, got another in their place, or is gone.
  ///
  /// - Parameter condition: which pushes are looked at, as SQL.
  func eraseRedactedByAll(_ condition: String = "number IN (SELECT push FROM inbox WHERE isRedacted = 1)") throws {
    try erasePushes(
      unseenAmong: try Int64.fetchAll(
        self,
        sql: """
          SELECT number FROM pushes WHERE isRedacted = 0 AND \(condition)
            AND EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number AND inbox.isRedacted = 1)
          """))
  }

  /// Numbers as a JSON array.
  private static func list(_ numbers: [Int64]) -> String { "[\(numbers.map(String.init).joined(separator: ","))]" }

  /// Erases those of some pushes that nobody may see any more. What was withheld is not among them until its sender replaces it: its sender
  /// would see that it is gone.
  func erasePushes(unseenAmong numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    let erased = try Row.fetchAll(
      self,
      sql: """
        SELECT number, attachment FROM pushes WHERE isRedacted = 0
          AND number IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = pushes.number AND isRedacted = 0 AND replacedAt IS NULL)
          AND NOT EXISTS (SELECT 1 FROM withheld WHERE push = pushes.number AND replacedAt IS NULL)
        """, arguments: [Self.list(numbers)])
    for row in erased {
      let (number, picture): (Int64, Int64?) = (row["number"], row["attachment"])
      try execute(
        sql: "UPDATE pushes SET payload = '', attachment = NULL, collapseID = NULL, isRedacted = 1 WHERE number = ?",
        arguments: [number])
      if let picture { try removeAttachment(picture) }
    }
    if !erased.isEmpty { try recordTraces(true) }
  }

  private func removeAttachment(_ number: Int64) throws {
    try execute(
      sql: """
        DELETE FROM attachments WHERE number = ?
          AND NOT EXISTS (SELECT 1 FROM pushes WHERE attachment = attachments.number)
          AND NOT EXISTS (SELECT 1 FROM channels WHERE picture = attachments.id)
        """,
      arguments: [number])
  }

  /// Whether something was erased of which free pages and the log may hold copies, as in every file of an earlier version.
  fileprivate func hasTraces() throws -> Bool { try Int.fetchOne(self, sql: "PRAGMA user_version") != 1 }

  /// Records that, in the file itself: it has to outlast this process.
  func recordTraces(_ hasTraces: Bool) throws {
    try execute(sql: "PRAGMA user_version = \(hasTraces ? 0 : 1)")
  }
}
