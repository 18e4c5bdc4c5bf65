internal import FoundationEssentials
internal import GRDB
internal import Sealing

extension SQLiteStorage {
  func add(_ account: StoredAccount) async throws {
    do {
      try await write { database in
        try database.insert(account)
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      throw AccountStorageError.emailTaken
    }
  }

  func account(email: EmailAddress) async throws -> StoredAccount? {
    try await read { database in
      try Row.fetchOne(
        database, sql: "SELECT \(AccountColumn.sql) FROM accounts WHERE emailKey = ?", arguments: [email.key]
      )
      .flatMap(StoredAccount.init(row:))
    }
  }

  func accounts(_ query: AccountQuery, now: Date) async throws -> [AccountSummary] {
    let id = query.id?.uuidString
    let prefix = query.prefix.lowercased()
    return try await read { database in
      let rows = try Row.fetchAll(
        database,
        // Emails are ASCII, so that everything that begins with the prefix lies before the prefix and DEL.
        sql: """
          SELECT \(AccountColumn.sql),
            (SELECT count(*) FROM sessions WHERE accountID = accounts.id AND expiresAt > ?) AS sessionCount
          FROM accounts WHERE (? IS NULL OR id = ?) AND emailKey > ? AND emailKey >= ? AND emailKey < ?
          ORDER BY emailKey LIMIT ?
          """,
        arguments: [now.milliseconds, id, id, query.after.lowercased(), prefix, prefix + "\u{7F}", query.limit])
      return rows.compactMap(AccountSummary.init(row:))
    }
  }

  func removeAccount(email: EmailAddress) async throws -> Bool {
    let isRemoved = try await write { database in
      try database.execute(sql: "DELETE FROM accounts WHERE emailKey = ?", arguments: [email.key])
      guard database.changesCount > 0 else { return false }
      // What goes with the account is not counted among the changes: messages, nicknames, and the email itself.
      try database.recordTraces(true)
      try database.eraseUnreferencedPushes()
      return true
    }
    // Removed it is. Where another program holds the file, what it left in free pages goes within the hour.
    if isRemoved { do { try await eraseTraces(upTo: TraceEraser.quickByteCount) } catch { return true } }
    return isRemoved
  }

  func setPasswordHash(email: EmailAddress, to hash: String) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "UPDATE accounts SET passwordHash = ? WHERE emailKey = ?", arguments: [hash, email.key])
      guard database.changesCount > 0 else { return false }
      for (table, column) in [
        ("sessions", "accountID"), ("knownDevices", "accountID"), ("followInvitations", "account"),
      ] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE \(column) = (SELECT id FROM accounts WHERE emailKey = ?)",
          arguments: [email.key])
      }
      return true
    }
  }

  func passwordCosts() async throws -> [Argon2id.Parameters] {
    // All up to the salt, which stands after the fourth dollar sign; "$argon2id$v=19$" has 15 characters.
    let beginnings = try await read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT substr(passwordHash, 1, 15 + instr(substr(passwordHash, 16), '$')) FROM accounts ORDER BY 1
          """)
    }
    return beginnings.compactMap(PasswordHash.parameters(ofBeginning:))
  }

  func replaceHash(of account: UUID, from old: String, to new: String) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "UPDATE accounts SET passwordHash = ? WHERE id = ? AND passwordHash = ?",
        arguments: [new, account.uuidString, old])
      return database.changesCount > 0
    }
  }
}

extension Database {
  /// Stores an account.
  func insert(_ account: StoredAccount) throws {
    try execute(
      sql: "INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        account.id.uuidString, account.email.display, account.email.key, account.passwordHash,
        account.createdAt.milliseconds,
      ])
  }
}

extension AccountSummary {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(
      id: account.id, email: account.email, createdAt: account.createdAt, sessionCount: row["sessionCount"],
      isAdministrator: account.isAdministrator)
  }
}
