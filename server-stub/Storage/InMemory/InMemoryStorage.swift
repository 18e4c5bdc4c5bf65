internal import FoundationEssentials

/// Keeps accounts and sessions until the process ends.
actor InMemoryStorage: ServerStorage {
  private var accounts: [UUID: StoredAccount] = [:]
  private var sessions: [[UInt8]: StoredSession] = [:]

  private func find(_ email: EmailAddress) -> StoredAccount? {
    accounts.values.first { $0.email.key == email.key }
  }

  private func endSessions(of account: UUID) {
    sessions = sessions.filter { $0.value.accountID != account }
  }

  func ping() {}

  func add(_ account: StoredAccount) throws {
    guard find(account.email) == nil else { throw AccountStorageError.emailTaken }
    accounts[account.id] = account
  }

  func account(email: EmailAddress) -> StoredAccount? { find(email) }

  func accounts(now: Date) -> [AccountSummary] {
    accounts.values.sorted { $0.email.key < $1.email.key }.map { account in
      let count = sessions.values.count { $0.accountID == account.id && $0.expiresAt > now }
      return AccountSummary(
        id: account.id, email: account.email.display, createdAt: account.createdAt, sessionCount: count)
    }
  }

  func removeAccount(email: EmailAddress) -> Bool {
    guard let account = find(email) else { return false }
    accounts[account.id] = nil
    endSessions(of: account.id)
    return true
  }

  func setPasswordHash(email: EmailAddress, to hash: String) -> Bool {
    guard let account = find(email) else { return false }
    accounts[account.id]?.passwordHash = hash
    endSessions(of: account.id)
    return true
  }

  func replaceHash(of account: UUID, from old: String, to new: String) -> Bool {
    guard accounts[account]?.passwordHash == old else { return false }
    accounts[account]?.passwordHash = new
    return true
  }

  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) -> Bool {
    guard accounts[session.accountID]?.passwordHash == hash else { return false }
    sessions[session.tokenHash] = session
    let others = sessions.values
      .filter { $0.accountID == session.accountID && $0.tokenHash != session.tokenHash }
      .sorted { $0.lastUsedAt > $1.lastUsedAt }
    for old in others.dropFirst(maximum - 1) { sessions[old.tokenHash] = nil }
    return true
  }

  func session(tokenHash: [UInt8]) -> (StoredSession, StoredAccount)? {
    guard let session = sessions[tokenHash], let account = accounts[session.accountID] else { return nil }
    return (session, account)
  }

  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) {
    sessions[tokenHash]?.lastUsedAt = usedAt
    sessions[tokenHash]?.expiresAt = expiresAt
  }

  func end(tokenHash: [UInt8]) { sessions[tokenHash] = nil }

  func removeExpired(before date: Date) { sessions = sessions.filter { $0.value.expiresAt >= date } }
}
