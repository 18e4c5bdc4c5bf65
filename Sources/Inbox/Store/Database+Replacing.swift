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
  /// Empties an item whose place another took. One that the person has decided about stays as it is: the server does not know of it yet,
  /// and answers that it is over.
  func replace(_ sequence: Int64, _ owner: Int64) throws {
    guard let stored = try state(sequence, owner), !stored.shown.isDecision else { return }
    let arguments: StatementArguments = [owner, sequence]
    try cachedStatement(
      sql: """
        UPDATE items SET payload = NULL, pictureOrigin = NULL, isReplaced = 1, isOver = 1
        WHERE owner = ? AND sequence = ?
        """
    ).execute(arguments: arguments)
    try cachedStatement(sql: "DELETE FROM messages WHERE owner = ? AND sequence = ?").execute(arguments: arguments)
  }
}
