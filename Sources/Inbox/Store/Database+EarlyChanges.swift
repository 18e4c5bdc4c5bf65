internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

/// Changes of items that are not here yet.
extension Database {
  /// Whether there are any.
  func hasEarlyChanges(_ owner: Int64) throws -> Bool {
    let statement = try cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM earlyChanges WHERE owner = ?)")
    return try Bool.fetchOne(statement, arguments: [owner]) ?? false
  }

  /// Stores a change until its item comes; it takes the place of an earlier one.
  func saveEarly(_ change: InboxChange, _ owner: Int64) throws {
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO earlyChanges (owner, sequence, change, state, since, device, isRedacted, isReplaced)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      owner, change.sequence, change.change, change.state.number, change.since.timeIntervalSinceReferenceDate,
      change.device.map { Data($0.utf8) }, change.redacted == true, change.replaced == true,
    ])
  }

  /// The change of an item that has come now. Those of this and of lost items before it are removed.
  func removeEarlyChange(of sequence: Int64, _ owner: Int64) throws -> InboxChange? {
    let statement = try cachedStatement(
      sql: """
        SELECT change, state, since, device, isRedacted, isReplaced FROM earlyChanges WHERE owner = ? AND sequence = ?
        """)
    let change = try Row.fetchOne(statement, arguments: [owner, sequence]).map { row in
      guard let since = try row.date("since") else { throw InboxStoreError(.damaged, "a change is damaged") }
      return InboxChange(
        change: try row.value("change"), sequence: sequence, state: try row.state("state"), since: since,
        device: try row.text("device"), redacted: try row.flag("isRedacted"),
        replaced: try row.flag("isReplaced"))
    }
    try cachedStatement(sql: "DELETE FROM earlyChanges WHERE owner = ? AND sequence <= ?")
      .execute(arguments: [owner, sequence])
    return change
  }
}
