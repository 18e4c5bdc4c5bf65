/// What people propose and write to each other, and what they call each other.
extension SQLiteMigrations {
  /// `addressee` is the one other user whom a push was sent to, NULL for all else; the index has the number of each push, too. An item that
  /// `isUntold` was decided while its recipient blocked its sender: for whom what is withheld stands for it. Notices of followers of before are
  /// recognized by their key; there were no invitations to follow yet, whose notices have another one.
  static let sentProposals = """
    ALTER TABLE pushes ADD COLUMN addressee TEXT;
    ALTER TABLE inbox ADD COLUMN isUntold INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX pushesByAddressee ON pushes(sender) WHERE addressee IS NOT NULL;
    UPDATE pushes SET addressee = substr(recipient, 7)
      WHERE recipient LIKE 'alias:%' AND sender <> 'account:' || substr(recipient, 7)
        AND (idempotencyKey IS NULL OR idempotencyKey NOT LIKE 'follow %');
    """

  /// A channel with an `owner` is what that account has of its conversation with `partner`, who may go while it stays. Nobody is enrolled in
  /// it, and each of the two has one of their own. `answered` is the number there of the partner's newest message.
  static let conversations = """
    ALTER TABLE channels ADD COLUMN owner TEXT REFERENCES accounts(id) ON DELETE CASCADE;
    ALTER TABLE channels ADD COLUMN partner TEXT;
    ALTER TABLE channels ADD COLUMN answered INTEGER NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX channelsOfPairs ON channels(owner, partner) WHERE owner IS NOT NULL;
    """

  /// `nameKey` is the nickname in lower case, for the order of lists. What a nickname looks like is not stored: another ICU knows other
  /// lookalikes. An invitation that was redeemed stays until it would have ended, for whoever redeemed it and heard no answer.
  static let nicknamesAndFollowInvitations = """
    ALTER TABLE accounts ADD COLUMN isFindable INTEGER NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX accountsFindable ON accounts(emailKey) WHERE isFindable = 1;
    CREATE TABLE nicknames (
      account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      named TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      nickname TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      PRIMARY KEY (account, named)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX nicknamesByNamed ON nicknames(named);
    CREATE TABLE followInvitations (
      codeHash BLOB PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      redeemedAt INTEGER,
      redeemedBy TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX followInvitationsByAccount ON followInvitations(account);
    """

  /// A comment or a like has a row for each of the two: `owner` is whose it is, `peer` the other one, `text` is NULL for a like. It is about a
  /// push, or a message of a side of the owner's. `feedbackHighest` is the last number given. `twin` is the number of a message on the other
  /// side, NULL where it is not there, and for messages of before.
  static let feedback = """
    ALTER TABLE accounts ADD COLUMN feedbackHighest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE messages ADD COLUMN twin INTEGER;
    CREATE TABLE feedback (
      owner TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      id TEXT NOT NULL,
      peer TEXT NOT NULL,
      isOwn INTEGER NOT NULL,
      name TEXT NOT NULL,
      push INTEGER REFERENCES pushes(number) ON DELETE CASCADE,
      channel TEXT,
      message INTEGER,
      text TEXT,
      isTakenBack INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (owner, number),
      FOREIGN KEY (channel, message) REFERENCES messages(channelID, sequence) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX feedbackByID ON feedback(owner, id);
    CREATE INDEX feedbackByPush ON feedback(push, owner) WHERE push IS NOT NULL;
    CREATE INDEX feedbackByMessage ON feedback(channel, message) WHERE channel IS NOT NULL;
    CREATE UNIQUE INDEX likesOfPushes ON feedback(push, owner, isOwn) WHERE text IS NULL AND push IS NOT NULL;
    CREATE UNIQUE INDEX likesOfMessages ON feedback(channel, message, isOwn) WHERE text IS NULL AND channel IS NOT NULL;
    CREATE INDEX feedbackErased ON feedback(createdAt) WHERE push IS NULL AND channel IS NULL;
    CREATE INDEX feedbackByPeer ON feedback(owner, peer, createdAt) WHERE isOwn = 1;
    """
}
