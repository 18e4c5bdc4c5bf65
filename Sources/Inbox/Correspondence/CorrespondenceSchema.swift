extension InboxSchema {
  /// What was said about what two have sent each other, as the server gave it: `text` is NULL for a like; it is about a push, or about a
  /// message of the conversation with `user`. `number` is the first that it had at the server, which orders what is of one
  /// moment. `feedbackHighest` is how far the server was asked. Messages of conversations have an index of
  /// their own, by time: a page of them is as quick among many as among few.
  static let correspondence = """
    ALTER TABLE owners ADD COLUMN feedbackHighest INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE feedback (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      id BLOB NOT NULL,
      number INTEGER NOT NULL,
      user BLOB NOT NULL,
      isOwn INTEGER NOT NULL,
      name BLOB NOT NULL,
      push BLOB,
      message INTEGER,
      text BLOB,
      isTakenBack INTEGER NOT NULL,
      createdAt REAL NOT NULL,
      isRead INTEGER NOT NULL,
      PRIMARY KEY (owner, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX feedbackOfOthers ON feedback(owner, createdAt, number) WHERE isOwn = 0 AND isTakenBack = 0;
    CREATE INDEX feedbackByPush ON feedback(owner, push) WHERE push IS NOT NULL;
    CREATE INDEX feedbackByMessage ON feedback(owner, user, message) WHERE message IS NOT NULL;
    ALTER TABLE channelMessages ADD COLUMN isCorrespondence INTEGER NOT NULL DEFAULT 0;
    UPDATE channelMessages SET isCorrespondence = 1
      WHERE isOwn = 0 AND channel IN (SELECT number FROM channels WHERE isConversation = 1);
    CREATE INDEX messagesOfConversations ON channelMessages(owner, receivedAt, sequence) WHERE isCorrespondence = 1;
    """

  /// What the owner said that the server does not have: `push` or `message` is what it is about, `kind` 0 a comment, 1 a like, 2 a like that
  /// is taken back. `problem` is why the server refuses it for good, NULL while it is to be sent. `user` is who else sees it.
  /// `knowsFeedback` is 0 until the server was asked for all of it once: what there is by then counts as read.
  static let outgoingFeedback = """
    ALTER TABLE owners ADD COLUMN knowsFeedback INTEGER NOT NULL DEFAULT 0;
    UPDATE owners SET knowsFeedback = 1 WHERE feedbackHighest > 0;
    CREATE TABLE outgoingFeedback (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      id BLOB NOT NULL UNIQUE,
      user BLOB NOT NULL,
      push BLOB,
      message INTEGER,
      kind INTEGER NOT NULL,
      text BLOB,
      writtenAt REAL NOT NULL,
      problem BLOB,
      refusedAt REAL
    ) STRICT;
    CREATE INDEX outgoingFeedbackByOwner ON outgoingFeedback(owner, number);
    """
}
