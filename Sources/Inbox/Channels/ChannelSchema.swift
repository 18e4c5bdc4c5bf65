extension InboxSchema {
  /// `channels` is a server's catalogue, kept once, whoever fetched it last (`catalogues`), with the tag that this one was given:
  /// it says what that user is enrolled in. Enrolments, messages and what waits to be sent are of an owner. Messages up to
  /// `readThrough` are not counted as unread. `outgoing.state` is 0 to be sent, 1 accepted by the server, 2 refused.
  static let channels = """
    CREATE TABLE catalogues (
      server TEXT PRIMARY KEY,
      owner INTEGER NOT NULL,
      tag BLOB,
      fetchedAt REAL NOT NULL
    ) STRICT;
    CREATE TABLE channels (
      number INTEGER PRIMARY KEY,
      server TEXT NOT NULL,
      id BLOB NOT NULL,
      title BLOB NOT NULL,
      description BLOB NOT NULL,
      picture BLOB,
      position INTEGER,
      UNIQUE (server, id)
    ) STRICT;
    CREATE TABLE enrolments (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      channel INTEGER NOT NULL REFERENCES channels(number) ON DELETE CASCADE,
      isPresent INTEGER NOT NULL,
      highest INTEGER NOT NULL DEFAULT 0,
      lost INTEGER NOT NULL DEFAULT 0,
      readThrough INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (owner, channel)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE channelMessages (
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      channel INTEGER NOT NULL REFERENCES channels(number) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      id BLOB NOT NULL,
      isOwn INTEGER NOT NULL,
      senderName BLOB NOT NULL,
      text BLOB NOT NULL,
      receivedAt REAL NOT NULL,
      PRIMARY KEY (owner, channel, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outgoing (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      owner INTEGER NOT NULL REFERENCES owners(number) ON DELETE CASCADE,
      channel INTEGER NOT NULL REFERENCES channels(number) ON DELETE CASCADE,
      id BLOB NOT NULL UNIQUE,
      text BLOB NOT NULL,
      writtenAt REAL NOT NULL,
      state INTEGER NOT NULL DEFAULT 0,
      receivedAt REAL,
      problem BLOB
    ) STRICT;
    CREATE INDEX outgoingByOwner ON outgoing(owner, channel, number);
    """

  /// Messages up to `shownThrough` need no showing on the desktop any more. The index has all columns that counting looks at.
  static let channelNews = """
    ALTER TABLE enrolments ADD COLUMN shownThrough INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX channelMessagesOfOthers ON channelMessages(owner, channel, sequence) WHERE isOwn = 0;
    """

  /// A conversation is a channel whose `id` is that of the other user, and whose `title` is what people call them; no catalogue has it.
  /// `isContact` is what the server said last. `knowsConversations` is 0 until it has said which ones there are: those that are older than
  /// this device count as read, later ones do not.
  static let conversations = """
    ALTER TABLE channels ADD COLUMN isConversation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE enrolments ADD COLUMN isContact INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE owners ADD COLUMN knowsConversations INTEGER NOT NULL DEFAULT 0;
    """

  /// `sender` is the id of whoever wrote a message; NULL where it came before that was kept.
  static let channelSenders = "ALTER TABLE channelMessages ADD COLUMN sender BLOB;"
}
