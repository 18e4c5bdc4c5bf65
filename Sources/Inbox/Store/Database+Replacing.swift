internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension InboxSchema {
  /// Items whose place a newer push of their sender took: they are empty, and not listed any more. `priority` is missing for the usual.
  ///
  /// An earlier version skipped changes that report this: all are asked for once more.
  static let replacements = """
    ALTER TABLE items ADD COLUMN priority INTEGER;
    ALTER TABLE items ADD COLUMN isReplaced INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE earlyChanges ADD COLUMN isReplaced INTEGER NOT NULL DEFAULT 0;
    UPDATE owners SET changes = 0;
    """
}

extension Database {
  /// Empties an item whose place another took. One that the person has decided about leaves the lists, and keeps its text until the server,
  /// which does not know of that yet, has answered that it is over: its task may have to go.
  func replace(_ sequence: Int64, _ owner: Int64) throws {
    guard let stored = try state(sequence, owner), !stored.state.isDecision else { return }
    try cachedStatement(sql: "UPDATE items SET isReplaced = 1 WHERE owner = ? AND sequence = ?")
      .execute(arguments: [owner, sequence])
    if stored.wish?.isDecision != true { try emptyReplaced(sequence, owner) }
  }

  /// Empties an item if another took its place. Its picture, if it has one, is to be removed as that of a redacted one.
  func emptyReplaced(_ sequence: Int64, _ owner: Int64) throws {
    let found = try cachedStatement(
      sql: "SELECT push, payload FROM items WHERE owner = ? AND sequence = ? AND isReplaced = 1")
    guard let row = try Row.fetchOne(found, arguments: [owner, sequence]) else { return }
    if let picture = try row.text("payload").flatMap({ PushPayload($0).picture?.id }) {
      try cachedStatement(
        sql: "INSERT OR IGNORE INTO redactions (owner, push, picture, isErased, isTold) VALUES (?, ?, ?, 1, 1)"
      ).execute(arguments: [owner, try row.value("push") as Data, Data(picture.utf8)])
    }
    try cachedStatement(
      sql: "UPDATE items SET payload = NULL, pictureOrigin = NULL, isOver = 1 WHERE owner = ? AND sequence = ?"
    )
    .execute(arguments: [owner, sequence])
    try cachedStatement(sql: "DELETE FROM messages WHERE owner = ? AND sequence = ?")
      .execute(arguments: [owner, sequence])
  }
}
