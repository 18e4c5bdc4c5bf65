internal import FoundationEssentials

extension RelationalStorage {
  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) async throws -> Bool {
    try await write { transaction in
      // Whoever changes the password ends all sessions that have begun with the old one.
      try transaction.lock(accounts: [session.accountID])
      let count = try transaction.execute(
        """
        INSERT INTO sessions (tokenHash, accountID, createdAt, lastUsedAt, expiresAt, knownDevice)
        SELECT ?, id, ?, ?, ?, ? FROM accounts WHERE id = ? AND passwordHash = ?
        """,
        [
          session.tokenHash, session.createdAt.milliseconds, session.lastUsedAt.milliseconds,
          session.expiresAt.milliseconds, session.device?.secretHash, session.accountID, hash,
        ])
      guard count > 0 else { return false }
      if let device = session.device { try transaction.record(device, of: session) }
      try transaction.execute(
        """
        DELETE FROM sessions WHERE tokenHash IN (
          SELECT tokenHash FROM sessions WHERE accountID = ? AND tokenHash <> ?
          ORDER BY lastUsedAt DESC LIMIT \(transaction.dialect.noLimit) OFFSET ?)
        """,
        [session.accountID, session.tokenHash, maximum - 1])
      return true
    }
  }

  func session(tokenHash: [UInt8]) async throws -> (StoredSession, StoredAccount)? {
    try await lookUp { try $0.session(tokenHash: tokenHash) }
  }

  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) async throws {
    _ = try await write { transaction in
      try transaction.execute(
        "UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE tokenHash = ?",
        [usedAt.milliseconds, expiresAt.milliseconds, tokenHash])
    }
  }

  func end(tokenHash: [UInt8]) async throws {
    _ = try await write { try $0.execute("DELETE FROM sessions WHERE tokenHash = ?", [tokenHash]) }
  }
}

extension SQLTransaction {
  /// The session of a token and its account, expired or not.
  func session(tokenHash: [UInt8]) throws -> (StoredSession, StoredAccount)? {
    try first(SessionColumn.query, [tokenHash]) { row in
      guard let account = StoredAccount(row: row) else { return nil }
      let session = StoredSession(
        tokenHash: tokenHash, accountID: account.id,
        createdAt: Date(milliseconds: row[SessionColumn.createdAt.index]),
        lastUsedAt: Date(milliseconds: row[SessionColumn.lastUsedAt.index]),
        expiresAt: Date(milliseconds: row[SessionColumn.expiresAt.index]))
      return (session, account)
    }
  }
}

/// What is selected of a session after the columns of its account. As there, nothing is looked up by its name.
private enum SessionColumn: Int {
  case createdAt, lastUsedAt, expiresAt

  var index: Int { AccountColumn.allCases.count + rawValue }

  static let query = """
    SELECT \(AccountColumn.sql), sessions.createdAt, lastUsedAt, expiresAt
    FROM sessions JOIN accounts ON accounts.id = accountID WHERE tokenHash = ?
    """
}
