internal import FoundationEssentials
internal import Sealing

extension RelationalStorage {
  func add(_ account: StoredAccount) async throws {
    do { try await write { try $0.insert(account) } } catch is UniqueRowError { throw AccountStorageError.emailTaken }
  }

  func account(email: EmailAddress) async throws -> StoredAccount? {
    try await read { transaction in
      try transaction.first(
        "SELECT \(AccountColumn.sql) FROM accounts WHERE emailKey = ?", [email.key], StoredAccount.init(row:))
    }
  }

  func accounts(_ query: AccountQuery, now: Date) async throws -> [AccountSummary] {
    let prefix = query.prefix.lowercased()
    return try await read { transaction in
      try transaction.all(
        // Emails are ASCII, so that everything that begins with the prefix lies before the prefix and DEL.
        """
        SELECT \(AccountColumn.sql),
          (SELECT count(*) FROM sessions WHERE accountID = accounts.id AND expiresAt > ?) AS sessionCount
        FROM accounts WHERE (? IS NULL OR id = ?) AND emailKey > ? AND emailKey >= ? AND emailKey < ?
        ORDER BY emailKey LIMIT ?
        """,
        [
          now.milliseconds, query.id, query.id, query.after.lowercased(), prefix, prefix + "\u{7F}", query.limit,
        ], AccountSummary.init(row:))
    }
  }

  func removeAccount(email: EmailAddress) async throws -> Bool {
    let isRemoved = try await write { transaction in
      guard let account = try transaction.lockAccount(email: email) else { return false }
      try transaction.execute("DELETE FROM accounts WHERE id = ?", [account])
      // What goes with the account is not counted among the changes: messages, nicknames, and the email itself.
      try transaction.recordTraces()
      try transaction.eraseUnreferencedPushes()
      return true
    }
    // Removed it is. Where another program holds the file, what it left in free pages goes within the hour.
    if isRemoved { do { try await eraseTraces(upTo: TraceEraser.quickByteCount) } catch { return true } }
    return isRemoved
  }

  func setPasswordHash(email: EmailAddress, to hash: String) async throws -> Bool {
    try await write { transaction in
      // A session that begins meanwhile has the old password, and must be among those that end.
      guard let account = try transaction.lockAccount(email: email) else { return false }
      try transaction.execute("UPDATE accounts SET passwordHash = ? WHERE id = ?", [hash, account])
      try transaction.execute("DELETE FROM sessions WHERE accountID = ?", [account])
      try transaction.execute("DELETE FROM knownDevices WHERE accountID = ?", [account])
      try transaction.execute("DELETE FROM followInvitations WHERE account = ?", [account])
      return true
    }
  }

  func passwordCosts() async throws -> [Argon2id.Parameters] {
    // All up to the salt, which stands after the fourth dollar sign; "$argon2id$v=19$" has 15 characters.
    let beginnings: [String] = try await read { transaction in
      try transaction.values(
        """
        SELECT DISTINCT substr(passwordHash, 1, 15 + instr(substr(passwordHash, 16), '$')) FROM accounts ORDER BY 1
        """)
    }
    return beginnings.compactMap(PasswordHash.parameters(ofBeginning:))
  }

  func replaceHash(of account: UUID, from old: String, to new: String) async throws -> Bool {
    try await write { transaction in
      try transaction.execute(
        "UPDATE accounts SET passwordHash = ? WHERE id = ? AND passwordHash = ?", [new, account, old]) > 0
    }
  }

  func setAdministrator(email: EmailAddress, to isAdministrator: Bool) async throws -> Bool {
    try await write { transaction in
      try transaction.execute(
        "UPDATE accounts SET isAdministrator = ? WHERE emailKey = ?", [isAdministrator, email.key]) > 0
    }
  }
}

extension SQLTransaction {
  /// Stores an account.
  func insert(_ account: StoredAccount) throws {
    try execute(
      "INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt) VALUES (?, ?, ?, ?, ?)",
      [account.id, account.email.display, account.email.key, account.passwordHash, account.createdAt.milliseconds])
  }

  /// Whether there is an account of that id.
  func hasAccount(_ id: UUID) throws -> Bool { try hasRow("SELECT 1 FROM accounts WHERE id = ?", [id]) }

  /// Locks the account of an email, which no account ever changes.
  ///
  /// - Returns: its id; nil where there is none.
  fileprivate func lockAccount(email: EmailAddress) throws -> UUID? {
    guard let account = try id("SELECT id FROM accounts WHERE emailKey = ?", [email.key]) else { return nil }
    try lock(accounts: [account])
    return try hasAccount(account) ? account : nil
  }
}

extension StoredAccount {
  /// Reads a row that begins with the columns of an account.
  ///
  /// - Returns: nil for a row that no version of the server has written.
  init?(row: any SQLRow) {
    guard let id: UUID = row[AccountColumn.id.rawValue] else { return nil }
    self.init(
      id: id, email: EmailAddress(stored: row[AccountColumn.email.rawValue]),
      passwordHash: row[AccountColumn.passwordHash.rawValue],
      createdAt: Date(milliseconds: row[AccountColumn.createdAt.rawValue]),
      isAdministrator: row[AccountColumn.isAdministrator.rawValue])
  }
}

extension AccountSummary {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(
      id: account.id, email: account.email, createdAt: account.createdAt, sessionCount: row["sessionCount"],
      isAdministrator: account.isAdministrator)
  }
}
