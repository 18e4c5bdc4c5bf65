internal import DatabaseShape
internal import GRDB

/// The database's shape, as steps that are only ever appended to; `PRAGMA user_version` counts the steps made.
///
/// Dates are seconds since 2001, exactly as `Date` has them. Texts from outside are blobs of UTF-8: they may hold NUL.
enum InboxSchema {
  /// What a file of a version holds.
  static func shape(ofVersion version: Int) throws -> DatabaseShape {
    version == migrations.count ? try newest.get() : try make(version)
  }

  private static let newest = Result { try make(migrations.count) }

  private static func make(_ version: Int) throws -> DatabaseShape {
    try DatabaseShape { try migrate($0, through: 0..<version) }
  }

  /// Takes steps.
  static func migrate(_ database: Database, through steps: Range<Int>) throws {
    let functions = [ProposalFunction.function, PictureFunction.function]
    for function in functions { database.add(function: function) }
    defer { for function in functions { database.remove(function: function) } }
    for migration in migrations[steps] { try database.execute(sql: migration) }
  }

  static let migrations = [
    ownersItemsAndMessages, followers, channels, channelNews, itemsOver, losses, unreadUntilOver, redactions,
    senders, impliedProposals, replacements, pictures, postponed, conversations, nicknames,
    correspondence, outgoingFeedback, numbering, broadcasts, channelSenders,
    messageSenders, undecidedFormerItems,
  ]

  /// `state` and `wish` are 0 pending, 1 read, 2 accepted, 3 rejected: what the server says, and what the user did that the
  /// server does not know yet. `isTask` and `isSilent` are what the payload says. `itemsUnread` has all columns that counting
  /// looks at. `earlyChanges` are of items that are not here yet: a change may come over the stream before the page with its
  /// item, which was asked for earlier.
  private static let ownersItemsAndMessages = """
    CREATE TABLE owners (
      number INTEGER PRIMARY KEY,
      server TEXT NOT NULL,
      user BLOB NOT NULL,
      startedAt REAL NOT NULL,
      highest INTEGER NOT NULL DEFAULT 0,
      changes INTEGER NOT NULL DEFAULT 0,
      lost INTEGER NOT NULL DEFAULT 0,
      countedFrom INTEGER NOT NULL DEFAULT 0,
      shownThrough INTEGER NOT NULL DEFAULT 0,
      UNIQUE (server, user)
    ) STRICT;
    CREATE TABLE items (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      push BLOB NOT NULL,
      createdAt REAL NOT NULL,
      expiresAt REAL,
      device BLOB,
      state INTEGER NOT NULL,
      isTask INTEGER NOT NULL,
      isSilent INTEGER NOT NULL,
      payload BLOB,
      change INTEGER NOT NULL DEFAULT 0,
      stateSince REAL,
      stateDevice BLOB,
      wish INTEGER,
      wishedAt REAL,
      displayedAt REAL,
      isDisplayTold INTEGER NOT NULL DEFAULT 0,
      notification INTEGER,
      PRIMARY KEY (owner, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX itemsUnread ON items(owner, sequence, state, wish, isSilent) WHERE coalesce(wish, state) = 0 AND isSilent = 0;
    CREATE INDEX itemsUndecided ON items(owner, sequence) WHERE isTask = 1 AND coalesce(wish, state) < 2;
    CREATE INDEX itemsUntold ON items(owner, sequence) WHERE wish IS NOT NULL;
    CREATE INDEX itemsDisplayed ON items(owner, sequence) WHERE displayedAt IS NOT NULL AND isDisplayTold = 0;
    CREATE TABLE earlyChanges (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      change INTEGER NOT NULL,
      state INTEGER NOT NULL,
      since REAL NOT NULL,
      device BLOB,
      PRIMARY KEY (owner, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE messages (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      text BLOB NOT NULL,
      senderName BLOB NOT NULL,
      receivedAt REAL NOT NULL,
      PRIMARY KEY (owner, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX messagesBySequence ON messages(owner, sequence);
    CREATE TABLE queries (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      topic TEXT NOT NULL,
      askedAt REAL NOT NULL,
      PRIMARY KEY (owner, topic)
    ) STRICT, WITHOUT ROWID;
    """

  /// `isBroadcast` is 1 for what came by a channel or to everyone.
  private static let broadcasts = "ALTER TABLE items ADD COLUMN isBroadcast INTEGER NOT NULL DEFAULT 0"

  /// `isOver` is 1 once the server has said that an item can't be decided any more, whatever the time is here.
  private static let itemsOver = "ALTER TABLE items ADD COLUMN isOver INTEGER NOT NULL DEFAULT 0"

  /// What is over is not unread. An item that came without its payload was over before.
  private static let unreadUntilOver = """
    UPDATE items SET isOver = 1 WHERE payload IS NULL;
    DROP INDEX itemsUnread;
    CREATE INDEX itemsUnread ON items(owner, sequence, state, wish, isSilent, isOver, expiresAt)
      WHERE coalesce(wish, state) = 0 AND isSilent = 0 AND isOver = 0;
    """

  /// Of what was `lost`, as many as were reported to the user, or were gone before this device began; NULL until it is known where the
  /// server stood then.
  private static let losses = """
    ALTER TABLE owners ADD COLUMN lostTold INTEGER;
    ALTER TABLE enrolments ADD COLUMN lostTold INTEGER;
    UPDATE owners SET lostTold = lost WHERE highest > 0;
    UPDATE enrolments SET lostTold = lost;
    """

  /// `senderKind` is as ``ItemSender`` writes it. `isByNotification` is 1 where the user decided with a notification's button here.
  private static let senders = """
    ALTER TABLE items ADD COLUMN senderKind TEXT;
    ALTER TABLE items ADD COLUMN senderName BLOB;
    ALTER TABLE items ADD COLUMN senderID BLOB;
    ALTER TABLE items ADD COLUMN isByNotification INTEGER NOT NULL DEFAULT 0;
    """

  /// The first and the last of the items that are shown together as soon as something may be shown; NULL for none.
  private static let postponed = """
    ALTER TABLE owners ADD COLUMN postponedFrom INTEGER;
    ALTER TABLE owners ADD COLUMN postponedThrough INTEGER;
    """

  /// Earlier versions took for notices what is a proposal by its category or its date.
  private static let impliedProposals =
    "UPDATE items SET isTask = 1 WHERE isTask = 0 AND payload IS NOT NULL AND \(ProposalFunction.name)(payload)"

  /// What the user calls people, whoever they are.
  private static let nicknames = """
    CREATE TABLE nicknames (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      user BLOB NOT NULL,
      nickname BLOB NOT NULL,
      PRIMARY KEY (owner, user)
    ) STRICT, WITHOUT ROWID;
    """

  /// `isSeen` is 0 until the user was shown that somebody follows.
  private static let followers = """
    CREATE TABLE followers (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      user BLOB NOT NULL,
      name BLOB NOT NULL,
      since REAL NOT NULL,
      isSeen INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (owner, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX followersNew ON followers(owner, since) WHERE isSeen = 0;
    ALTER TABLE items DROP COLUMN notification;
    """
}
