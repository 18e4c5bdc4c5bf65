internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  /// Empties an item: payload, message and all that was read from them. Its state stays.
  ///
  /// - Parameter isSynced: whether the server knows.
  /// - Returns: whether there was something to redact.
  @discardableResult
  func redact(_ sequence: Int64, _ owner: Int64, isSynced: Bool) throws -> Bool {
    let found = try cachedStatement(sql: "SELECT push, payload, isRedacted FROM items WHERE owner = ? AND sequence = ?")
    guard let row = try Row.fetchOne(found, arguments: [owner, sequence]) else {
      return try redactPruned(sequence, owner, isSynced: isSynced)
    }
    guard try !row.flag("isRedacted") else { return false }
    let picture = try row.text("payload").flatMap { PushPayload($0).picture?.id }
    // What has no text can't be decided any more, and is not unread.
    try cachedStatement(
      sql: """
        UPDATE items SET payload = NULL, pictureOrigin = NULL, isRedacted = 1, isOver = 1
        WHERE owner = ? AND sequence = ?
        """
    ).execute(arguments: [owner, sequence])
    try cachedStatement(sql: "DELETE FROM messages WHERE owner = ? AND sequence = ?")
      .execute(arguments: [owner, sequence])
    try eraseFeedback(aboutPush: try row.id("push"), of: owner)
    try cachedStatement(
      sql: """
        INSERT INTO redactions (owner, push, picture, isErased, isTold) VALUES (?, ?, ?, 0, ?)
        ON CONFLICT DO UPDATE SET picture = coalesce(excluded.picture, picture), isErased = 0,
          isTold = min(isTold, excluded.isTold)
        """
    ).execute(arguments: [owner, try row.value("push") as Data, picture.map { Data($0.utf8) }, isSynced])
    return true
  }

  /// Records a redaction of an item that came without its text.
  func recordRedaction(_ push: UUID, _ owner: Int64) throws {
    try cachedStatement(
      sql: """
        INSERT OR IGNORE INTO redactions (owner, push, picture, isErased, isTold)
        VALUES (?1, ?2, (SELECT picture FROM formerItems WHERE owner = ?1 AND push = ?2), 1, 1)
        """
    ).execute(arguments: [owner, Data(push.bytes)])
    // A message may be left of it from before the server's numbers stood for other items.
    try deleteMessage(of: Data(push.bytes), owner)
    // What was said about it may have come before it.
    try eraseFeedback(aboutPush: push, of: owner)
  }

  /// Records that the server has a text that was redacted: it is asked again.
  func markUnsynced(_ push: UUID, _ owner: Int64) throws {
    try cachedStatement(sql: "UPDATE redactions SET isTold = 0 WHERE owner = ? AND push = ?")
      .execute(arguments: [owner, Data(push.bytes)])
  }

  /// Remembers the items that tasks were made of before they go, and pushed tasks with a picture: another device may make a task of these yet, and protect it.
  ///
  /// - Parameter condition: says which go; the first of `arguments` is the owner.
  func recordPrunedItems(where condition: String, _ arguments: StatementArguments) throws {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT owner, push, payload, sequence, coalesce(wish, state) = 2 AS isAccepted FROM items
        WHERE \(condition) AND isTask = 1 AND isRedacted = 0
        """, arguments: arguments)
    let insertion = try cachedStatement(
      sql: "INSERT OR REPLACE INTO formerItems (owner, push, picture, sequence) VALUES (?, ?, ?, ?)")
    while let row = try rows.next() {
      let picture = try row.text("payload").flatMap { PushPayload($0).picture?.id }
      guard try picture != nil || row.flag("isAccepted") else { continue }
      try insertion.execute(arguments: [
        try row.value("owner") as Int64, try row.value("push") as Data, picture.map { Data($0.utf8) },
        try row.value("sequence") as Int64,
      ])
    }
  }

  private func redactPruned(_ sequence: Int64, _ owner: Int64, isSynced: Bool) throws -> Bool {
    // Of an item that no task was made of a message may be left, and nothing else.
    let statement = try cachedStatement(
      sql: """
        SELECT push FROM formerItems WHERE owner = ?1 AND sequence = ?2
        UNION SELECT push FROM messages WHERE owner = ?1 AND sequence = ?2 AND push IS NOT NULL
        """)
    guard let row = try Row.fetchOne(statement, arguments: [owner, sequence]) else {
      try cachedStatement(sql: "DELETE FROM messages WHERE owner = ? AND sequence = ?")
        .execute(arguments: [owner, sequence])
      return false
    }
    try redact(pruned: try row.id("push"), owner, isSynced: isSynced)
    return true
  }

  private func deleteMessage(of push: Data, _ owner: Int64) throws {
    try cachedStatement(sql: "DELETE FROM messages WHERE owner = ? AND push = ?").execute(arguments: [owner, push])
  }

  /// Records the redaction of an item that retention had removed here, and removes the message that it left.
  func redact(pruned push: UUID, _ owner: Int64, isSynced: Bool) throws {
    let arguments: StatementArguments = [owner, Data(push.bytes)]
    try cachedStatement(
      sql: """
        INSERT OR IGNORE INTO redactions (owner, push, picture, isErased, isTold)
        VALUES (?1, ?2, (SELECT picture FROM formerItems WHERE owner = ?1 AND push = ?2), 0, ?3)
        """
    ).execute(arguments: arguments + [isSynced])
    try cachedStatement(
      sql: """
        DELETE FROM messages WHERE owner = ?1
          AND (push = ?2 OR sequence = (SELECT sequence FROM formerItems WHERE owner = ?1 AND push = ?2))
        """
    ).execute(arguments: arguments)
    try cachedStatement(sql: "DELETE FROM formerItems WHERE owner = ? AND push = ?").execute(arguments: arguments)
    try eraseFeedback(aboutPush: push, of: owner)
  }

  /// The pushes whose texts were redacted.
  func redactedPushes(_ owner: Int64) throws -> Set<UUID> {
    let statement = try cachedStatement(sql: "SELECT push FROM redactions WHERE owner = ?")
    return Set(try Row.fetchCursor(statement, arguments: [owner]).map { try $0.id("push") }.collected())
  }
}
