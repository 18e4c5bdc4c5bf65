extension InboxSchema {
  /// A message is one of its sender: another sender's of the same `id` is another. The sender is a user (`fromID`, whatever their name is
  /// today), or else what has `fromName`; all three are NULL where the server said nothing, or the item was gone when this step was made.
  /// `senderName` is what the payload says. `number` stays when a newer version comes, and is never another message's. `push` is what brought that
  /// version, whatever its number is by now; NULL where that was not kept.
  static let messageSenders = """
    ALTER TABLE messages RENAME TO formerMessages;
    CREATE TABLE messages (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      text BLOB NOT NULL,
      senderName BLOB NOT NULL,
      receivedAt REAL NOT NULL,
      push BLOB,
      fromKind TEXT,
      fromName BLOB,
      fromID BLOB
    ) STRICT;
    INSERT INTO messages (owner, id, sequence, text, senderName, receivedAt, push, fromKind, fromName, fromID)
      SELECT owner, id, sequence, text, message.senderName, receivedAt, coalesce(item.push, (
          SELECT push FROM formerItems AS former
          WHERE former.owner = message.owner AND former.sequence = message.sequence LIMIT 1)), senderKind,
        item.senderName, senderID
      FROM formerMessages AS message LEFT JOIN items AS item USING (owner, sequence) ORDER BY sequence;
    DROP TABLE formerMessages;
    CREATE INDEX messagesBySequence ON messages(owner, sequence);
    CREATE UNIQUE INDEX messagesBySender ON messages(
      owner, id, coalesce(fromID, fromKind, ''), CASE WHEN fromID IS NULL THEN coalesce(fromName, '') ELSE '' END);
    """
}
