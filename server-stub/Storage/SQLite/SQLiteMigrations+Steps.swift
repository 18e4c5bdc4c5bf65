/// What lets the server ask and delete in steps, and be asked again.
extension SQLiteMigrations {
  /// `replacedBy` is the id of the push that took an item's place, NULL for those of before. `forgottenPushes` has the pushes of the last
  /// hour that are deleted: one that is appended once more was stored already.
  static let repeatedPushes = """
    ALTER TABLE inbox ADD COLUMN replacedBy TEXT;
    CREATE INDEX inboxByReplacement ON inbox(replacedBy) WHERE replacedBy IS NOT NULL;
    CREATE TABLE forgottenPushes (
      id TEXT PRIMARY KEY,
      sender TEXT NOT NULL,
      inboxCount INTEGER NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What a step of expiry asks for is found by an index.
  static let expiryInSteps = """
    CREATE INDEX withheldByAccount ON withheld(accountID);
    CREATE INDEX channelsByPicture ON channels(picture) WHERE picture IS NOT NULL;
    CREATE INDEX invitationsByExpiry ON invitations(expiresAt);
    CREATE INDEX followInvitationsByExpiry ON followInvitations(expiresAt);
    """

  /// Pushes that not all have yet whom they are for: the accounts after `position`, in the order of their ids, are to get them. `channelID` is
  /// NULL for everyone.
  static let broadcasts = """
    CREATE TABLE broadcasts (
      push INTEGER PRIMARY KEY REFERENCES pushes(number) ON DELETE CASCADE,
      channelID TEXT,
      position TEXT NOT NULL
    ) STRICT;
    """
  /// What waits for what is found by indexes: it waits for the earlier ones of its sender and of its channel. What can't be spread, since it
  /// can't be read, is set aside, and nothing waits for it.
  static let linesOfBroadcasts = """
    ALTER TABLE broadcasts ADD COLUMN sender TEXT NOT NULL DEFAULT '';
    ALTER TABLE broadcasts ADD COLUMN isSetAside INTEGER NOT NULL DEFAULT 0;
    UPDATE broadcasts SET sender = (SELECT pushes.sender FROM pushes WHERE number = push);
    CREATE INDEX broadcastsBySender ON broadcasts(sender, push) WHERE isSetAside = 0;
    CREATE INDEX broadcastsByChannel ON broadcasts(channelID, push) WHERE isSetAside = 0;
    """
}
