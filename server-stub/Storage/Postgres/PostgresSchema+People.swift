#if Postgres
/// Who there is: accounts with all that is theirs alone, as SQLite has it (`SQLiteMigrations`). Ids are `uuid`, hashes `bytea`, moments
/// milliseconds since 1970, flags 0 or 1; texts are ordered by their bytes, whatever the database's locale.
extension PostgresSchema {
  static let people = """
    CREATE TABLE accounts (
      id uuid PRIMARY KEY,
      email text COLLATE "C" NOT NULL,
      emailKey text COLLATE "C" NOT NULL UNIQUE,
      passwordHash text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL,
      inboxHighest bigint NOT NULL DEFAULT 0,
      inboxFirst bigint NOT NULL DEFAULT 1,
      changes bigint NOT NULL DEFAULT 0,
      isAdministrator smallint NOT NULL DEFAULT 0,
      isFindable smallint NOT NULL DEFAULT 0,
      feedbackHighest bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    CREATE UNIQUE INDEX accountsFindable ON accounts(emailKey) WHERE isFindable = 1;
    CREATE TABLE sessions (
      tokenHash bytea PRIMARY KEY,
      accountID uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      createdAt bigint NOT NULL,
      lastUsedAt bigint NOT NULL,
      expiresAt bigint NOT NULL,
      knownDevice bytea
    );
    CREATE INDEX sessionsByAccount ON sessions(accountID, lastUsedAt);
    CREATE INDEX sessionsByExpiry ON sessions(expiresAt);
    CREATE TABLE knownDevices (
      secretHash bytea PRIMARY KEY,
      accountID uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      deviceToken text COLLATE "C",
      createdAt bigint NOT NULL,
      lastUsedAt bigint NOT NULL
    );
    CREATE INDEX knownDevicesByAccount ON knownDevices(accountID, lastUsedAt);
    CREATE TABLE invitations (
      codeHash bytea PRIMARY KEY,
      id uuid NOT NULL UNIQUE,
      createdAt bigint NOT NULL,
      expiresAt bigint NOT NULL
    );
    CREATE INDEX invitationsByExpiry ON invitations(expiresAt);
    CREATE TABLE senderTokens (
      id uuid PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      tokenHash bytea NOT NULL UNIQUE,
      scopes text COLLATE "C" NOT NULL,
      createdAt bigint NOT NULL
    );
    CREATE TABLE devices (
      token text COLLATE "C" PRIMARY KEY,
      accountID uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      platform text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL,
      registeredAt bigint NOT NULL,
      lastSeenAt bigint NOT NULL,
      acknowledged bigint NOT NULL DEFAULT 0
    );
    CREATE INDEX devicesByAccount ON devices(accountID, registeredAt);
    CREATE TABLE follows (
      followed uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      follower uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      since bigint NOT NULL,
      PRIMARY KEY (followed, follower)
    );
    CREATE INDEX followsByTime ON follows(followed, since);
    CREATE INDEX followsByFollower ON follows(follower);
    CREATE TABLE followInvitations (
      codeHash bytea PRIMARY KEY,
      id uuid NOT NULL UNIQUE,
      account uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      createdAt bigint NOT NULL,
      expiresAt bigint NOT NULL,
      redeemedAt bigint,
      redeemedBy uuid
    );
    CREATE INDEX followInvitationsByAccount ON followInvitations(account);
    CREATE INDEX followInvitationsByExpiry ON followInvitations(expiresAt);
    CREATE TABLE nicknames (
      account uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      named uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      nickname text COLLATE "C" NOT NULL,
      nameKey text COLLATE "C" NOT NULL,
      PRIMARY KEY (account, named)
    );
    CREATE INDEX nicknamesByNamed ON nicknames(named);
    CREATE TABLE blocks (
      account uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      blocked uuid NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      since bigint NOT NULL,
      PRIMARY KEY (account, blocked)
    );
    CREATE INDEX blocksByBlocked ON blocks(blocked);
    -- Twelve random digits, as those of SQLite's numbering.
    CREATE TABLE numbering (
      epoch text COLLATE "C" NOT NULL,
      copiedAt bigint
    );
    INSERT INTO numbering (epoch) VALUES (left(replace(gen_random_uuid()::text, '-', ''), 12));
    -- As in SQLite: where a text begins in another, counted from 1; 0 for nowhere.
    CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN pg_catalog.strpos($1, $2);
    """
}
#endif
