extension InboxSchema {
  /// `epoch` is the server's numbering that an owner's numbers are of; NULL until a server has named it. `refetchThrough` is how far the server
  /// was when its numbers began to stand for other items: until all up to there is here again, nothing new is shown; NULL once it is.
  /// `recalledThrough` is the highest former number of what came again. A channel `isOutdated`
  /// whose messages stayed then, since the owner had left it.
  ///
  /// `earlierItems` and `earlierMessages` are what was here then, without any text, until it comes again or is too old: `sequence` is its former
  /// number. `state` is what the server had said, `wish` what it did not know yet, `since` when that began; `isShown`, `isCleared`, `isRead`
  /// and `isPostponed` are what marks of the owner or the channel said of it. `isTold` is 1 once the owner was told that it is gone.
  static let numbering = """
    ALTER TABLE owners ADD COLUMN epoch BLOB;
    ALTER TABLE owners ADD COLUMN refetchThrough INTEGER;
    ALTER TABLE owners ADD COLUMN recalledThrough INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE enrolments ADD COLUMN isOutdated INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE earlierItems (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      push BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      createdAt REAL NOT NULL,
      state INTEGER NOT NULL,
      wish INTEGER,
      since REAL,
      device BLOB,
      isByNotification INTEGER NOT NULL,
      displayedAt REAL,
      isDisplayTold INTEGER NOT NULL,
      isShown INTEGER NOT NULL,
      isCleared INTEGER NOT NULL,
      isPostponed INTEGER NOT NULL,
      isTold INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (owner, push)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX earlierItemsBySequence ON earlierItems(owner, sequence);
    CREATE TABLE earlierMessages (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      channel INTEGER NOT NULL REFERENCES channels(number) ON DELETE CASCADE,
      id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      receivedAt REAL NOT NULL,
      isRead INTEGER NOT NULL,
      isShown INTEGER NOT NULL,
      PRIMARY KEY (owner, channel, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX earlierMessagesBySequence ON earlierMessages(owner, channel, sequence);
    """
}
