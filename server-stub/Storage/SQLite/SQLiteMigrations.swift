internal import GRDB

/// The database's shape, as steps that are only ever appended to.
enum SQLiteMigrations {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts and sessions") { database in
      try database.execute(sql: accountsAndSessions)
    }
    migrator.registerMigration("devices, pushes and inboxes") { database in
      try database.execute(sql: devicesPushesAndInboxes)
    }
    migrator.registerMigration("sender tokens and administrators") { database in
      try database.execute(sql: senderTokensAndAdministrators)
    }
    migrator.registerMigration("channels and their messages") { database in
      try database.execute(sql: channelsAndTheirMessages)
    }
    migrator.registerMigration("followers") { database in
      try database.execute(sql: followers)
    }
    migrator.registerMigration("attachments") { database in
      try database.execute(sql: attachments)
    }
    migrator.registerMigration("known devices and invitations") { database in
      try database.execute(sql: knownDevicesAndInvitations)
    }
    migrator.registerMigration("redactions") { database in
      try database.execute(sql: redactions)
    }
    migrator.registerMigration("names of senders") { database in
      try database.execute(sql: namesOfSenders)
    }
    migrator.registerMigration("replaced items and priorities") { database in
      try database.execute(sql: replacedItemsAndPriorities)
    }
    migrator.registerMigration("blocks") { database in
      try database.execute(sql: blocks)
    }
    migrator.registerMigration("sent proposals") { database in
      try database.execute(sql: sentProposals)
    }
    migrator.registerMigration("conversations") { database in
      try database.execute(sql: conversations)
    }
    migrator.registerMigration("nicknames and invitations to follow") { database in
      try database.execute(sql: nicknamesAndFollowInvitations)
    }
    migrator.registerMigration("feedback") { database in
      try database.execute(sql: feedback)
    }
    migrator.registerMigration("repeated pushes") { database in
      try database.execute(sql: repeatedPushes)
    }
    migrator.registerMigration("expiry in steps") { database in
      try database.execute(sql: expiryInSteps)
    }
    migrator.registerMigration("numbering", migrate: numbering)
    migrator.registerMigration("broadcasts") { database in
      try database.execute(sql: broadcasts)
    }
    migrator.registerMigration("lines of broadcasts") { database in
      try database.execute(sql: linesOfBroadcasts)
    }
    return migrator
  }

  /// Times are milliseconds since 1970, UTC.
  private static let accountsAndSessions = """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      emailKey TEXT NOT NULL UNIQUE,
      passwordHash TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sessions (
      tokenHash BLOB PRIMARY KEY,
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessionsByAccount ON sessions(accountID, lastUsedAt);
    CREATE INDEX sessionsByExpiry ON sessions(expiresAt);
    """

  /// An account counts what was ever put in its inbox and how often states changed, so that no number is given twice.
  /// `state` is 0 pending, 1 read, 2 accepted, 3 rejected; `change` is 0 until the first.
  private static let devicesPushesAndInboxes = """
    ALTER TABLE accounts ADD COLUMN inboxHighest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN inboxFirst INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE accounts ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE devices (
      token TEXT PRIMARY KEY,
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      platform TEXT NOT NULL,
      name TEXT NOT NULL,
      registeredAt INTEGER NOT NULL,
      lastSeenAt INTEGER NOT NULL,
      acknowledged INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX devicesByAccount ON devices(accountID, registeredAt);
    CREATE TABLE pushes (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      sender TEXT NOT NULL,
      recipient TEXT NOT NULL,
      device TEXT,
      idempotencyKey TEXT,
      payload TEXT NOT NULL,
      inboxCount INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX pushesByKey ON pushes(sender, idempotencyKey) WHERE idempotencyKey IS NOT NULL;
    CREATE TABLE inbox (
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      push INTEGER NOT NULL REFERENCES pushes(number),
      state INTEGER NOT NULL DEFAULT 0,
      stateSince INTEGER,
      stateDevice TEXT,
      change INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (accountID, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX inboxByPush ON inbox(push);
    CREATE UNIQUE INDEX inboxByChange ON inbox(accountID, change) WHERE change > 0;
    CREATE TABLE displays (
      accountID TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      device TEXT NOT NULL REFERENCES devices(token) ON DELETE CASCADE,
      displayedAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, sequence, device),
      FOREIGN KEY (accountID, sequence) REFERENCES inbox(accountID, sequence) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX displaysByDevice ON displays(device);
    """

  /// Scopes stand one after the other, with a space between.
  private static let senderTokensAndAdministrators = """
    ALTER TABLE accounts ADD COLUMN isAdministrator INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE senderTokens (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      tokenHash BLOB NOT NULL UNIQUE,
      scopes TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// A channel counts what was ever written in it. A message keeps its sender's name: the account may go.
  private static let channelsAndTheirMessages = """
    CREATE TABLE channels (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      description TEXT NOT NULL,
      picture TEXT,
      createdAt INTEGER NOT NULL,
      first INTEGER NOT NULL DEFAULT 1,
      highest INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE enrolments (
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      channelID TEXT NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      PRIMARY KEY (accountID, channelID)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX enrolmentsByChannel ON enrolments(channelID);
    CREATE TABLE messages (
      channelID TEXT NOT NULL REFERENCES channels(id) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      id TEXT NOT NULL,
      sender TEXT NOT NULL,
      senderName TEXT NOT NULL,
      text TEXT NOT NULL,
      receivedAt INTEGER NOT NULL,
      PRIMARY KEY (channelID, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX messagesByID ON messages(channelID, id);
    """

  private static let followers = """
    CREATE TABLE follows (
      followed TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      follower TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      PRIMARY KEY (followed, follower)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX followsByTime ON follows(followed, since);
    CREATE INDEX followsByFollower ON follows(follower);
    """

  /// The bytes are in parts of a bounded length, so that a picture is read as slowly as a client takes it. `uploader` is the
  /// sender as pushes have it, who may go while the pushes stay.
  private static let attachments = """
    CREATE TABLE attachments (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      uploader TEXT NOT NULL,
      type TEXT NOT NULL,
      byteCount INTEGER NOT NULL,
      digest BLOB NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attachmentsByUploader ON attachments(uploader, byteCount);
    CREATE TABLE attachmentParts (
      attachment INTEGER NOT NULL REFERENCES attachments(number) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (attachment, part)
    ) STRICT;
    ALTER TABLE pushes ADD COLUMN attachment INTEGER REFERENCES attachments(number) ON DELETE SET NULL;
    CREATE INDEX pushesByAttachment ON pushes(attachment) WHERE attachment IS NOT NULL;
    """

  /// `deviceToken` is that of the device registered in a session of the secret; `knownDevice` the secret's hash.
  private static let knownDevicesAndInvitations = """
    CREATE TABLE knownDevices (
      secretHash BLOB PRIMARY KEY,
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      deviceToken TEXT,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX knownDevicesByAccount ON knownDevices(accountID, lastUsedAt);
    ALTER TABLE sessions ADD COLUMN knownDevice BLOB;
    CREATE TABLE invitations (
      codeHash BLOB PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// An item is hidden from its user; a push that all its recipients have redacted has the empty text for a payload. Until
  /// `PRAGMA user_version` is 1, pages and log may hold copies of what was erased.
  private static let redactions = """
    ALTER TABLE inbox ADD COLUMN isRedacted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pushes ADD COLUMN isRedacted INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX inboxRedacted ON inbox(push) WHERE isRedacted = 1;
    """

  /// As ``ItemSender`` has it when the push is taken: account and token may go. NULL for pushes of before.
  private static let namesOfSenders = """
    ALTER TABLE pushes ADD COLUMN senderKind TEXT;
    ALTER TABLE pushes ADD COLUMN senderName TEXT;
    ALTER TABLE pushes ADD COLUMN senderAccount TEXT;
    """

  /// `collapsible` has, of each sender and collapse id, the newest item of an inbox for a device, or for all where it is empty: what the
  /// next one takes the place of. An item whose place was taken has a `replacedAt`.
  private static let replacedItemsAndPriorities = """
    ALTER TABLE pushes ADD COLUMN collapseID TEXT;
    ALTER TABLE pushes ADD COLUMN priority INTEGER NOT NULL DEFAULT 10;
    ALTER TABLE inbox ADD COLUMN replacedAt INTEGER;
    CREATE TABLE collapsible (
      sender TEXT NOT NULL,
      collapseID TEXT NOT NULL,
      device TEXT NOT NULL,
      accountID TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (sender, collapseID, device, accountID),
      FOREIGN KEY (accountID, sequence) REFERENCES inbox(accountID, sequence) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX collapsibleByItem ON collapsible(accountID, sequence);
    """

  /// `peer` is the account that sent an item to this user alone, as a person; `waitsUntil` is until when it counts among those that wait of
  /// that peer, NULL where it never does. `withheld` has what a blocked account sent, in place of an inbox, and what a block has hidden in
  /// one: for its sender it waits as if nothing had happened. Notices of followers of before are recognized by their key.
  private static let blocks = """
    CREATE TABLE blocks (
      account TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      blocked TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      PRIMARY KEY (account, blocked)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX blocksByBlocked ON blocks(blocked);
    CREATE TABLE withheld (
      push INTEGER PRIMARY KEY REFERENCES pushes(number),
      accountID TEXT NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      peer TEXT NOT NULL,
      waitsUntil INTEGER,
      collapseID TEXT,
      replacedAt INTEGER
    ) STRICT;
    CREATE INDEX withheldWaiting ON withheld(accountID, peer, waitsUntil) WHERE replacedAt IS NULL;
    CREATE INDEX withheldCollapsible ON withheld(peer, collapseID) WHERE collapseID IS NOT NULL AND replacedAt IS NULL;
    ALTER TABLE inbox ADD COLUMN peer TEXT;
    ALTER TABLE inbox ADD COLUMN waitsUntil INTEGER;
    CREATE INDEX inboxWaiting ON inbox(accountID, peer, waitsUntil)
      WHERE peer IS NOT NULL AND state < 2 AND isRedacted = 0 AND replacedAt IS NULL;
    UPDATE inbox SET peer = (SELECT substr(sender, 9) FROM pushes WHERE number = push)
      WHERE push IN (SELECT number FROM pushes WHERE sender LIKE 'account:%' AND idempotencyKey LIKE 'follow %');
    """
}
