extension InboxSchema {
  /// Items whose text was redacted, by their pushes: they stay when the items go, so that a server that was put back to a backup
  /// is asked again, and nothing of it is stored once more. No text is in it.
  ///
  /// `picture` is the id of a picture whose files are still to be removed. `isErased` is 0 until free pages and log hold nothing of
  /// the text any more, `isTold` is 0 until the server has answered, and `isKept` is 1 where it said that other recipients have it.
  ///
  /// `formerItems` are those that retention removed here and tasks were made of, or may be made of elsewhere: the server may keep them for
  /// longer.
  ///
  /// An earlier version skipped changes that report redactions: all are asked for once more.
  static let redactions = """
    ALTER TABLE items ADD COLUMN isRedacted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE earlyChanges ADD COLUMN isRedacted INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE redactions (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      push BLOB NOT NULL,
      picture BLOB,
      isErased INTEGER NOT NULL,
      isTold INTEGER NOT NULL,
      isKept INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (owner, push)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE formerItems (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      push BLOB NOT NULL,
      sequence INTEGER,
      picture BLOB,
      PRIMARY KEY (owner, push)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX redactionsUntold ON redactions(owner) WHERE isTold = 0;
    CREATE INDEX redactionsUnfinished ON redactions(owner) WHERE isErased = 0 OR picture IS NOT NULL;
    UPDATE owners SET changes = 0;
    """

  /// Whether nobody had decided about a former item when it went: another device may still make a task of it, whose text is then to be redacted.
  static let undecidedFormerItems = """
    ALTER TABLE formerItems ADD COLUMN isUndecided INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX formerItemsUndecided ON formerItems(owner, sequence) WHERE isUndecided = 1;
    """
}
