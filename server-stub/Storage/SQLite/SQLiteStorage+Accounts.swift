internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func add(_ account: StoredAccount) async throws {
    do {
      try await writer.write { database in
        try database.execute(
          sql: "INSERT INTO accounts (id, email, emailKey, passwordHash, createdAt) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            account.id.uuidString, account.email.display, account.email.key, account.passwordHash,
            account.createdAt.milliseconds,
          ])
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      throw AccountStorageError.emailTaken
    }
  }

  func account(email: EmailAddress) async throws -> StoredAccount? {
    try await writer.read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM accounts WHERE emailKey = ?", arguments: [email.key])
        .flatMap(StoredAccount.init(row:))
    }
  }

  func accounts(now: Date) async throws -> [AccountSummary] {
    try await writer.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT accounts.*,
            (SELECT count(*) FROM sessions WHERE accountID = accounts.id AND expiresAt > ?) AS sessionCount
          FROM accounts ORDER BY emailKey
          """,
        arguments: [now.milliseconds])
      return rows.compactMap { row in
        StoredAccount(row: row).map {
          AccountSummary(
            id: $0.id, email: $0.email.display, createdAt: $0.createdAt, sessionCount: row["sessionCount"],
            isAdministrator: $0.isAdministrator)
        }
      }
    }
  }

  func removeAccount(email: EmailAddress) async throws -> Bool {
    try await writer.write { database in
      try database.execute(sql: "DELETE FROM accounts WHERE emailKey = ?", arguments: [email.key])
      return database.changesCount > 0
    }
  }

  func setPasswordHash(email: EmailAddress, to hash: String) async throws -> Bool {
    try await writer.write { database in
      try database.execute(
        sql: "UPDATE accounts SET passwordHash = ? WHERE emailKey = ?", arguments: [hash, email.key])
      guard database.changesCount > 0 else { return false }
      try database.execute(
        sql: "DELETE FROM sessions WHERE accountID = (SELECT id FROM accounts WHERE emailKey = ?)",
        arguments: [email.key])
      return true
    }
  }

  func replaceHash(of account: UUID, from old: String, to new: String) async throws -> Bool {
    try await writer.write { database in
      try database.execute(
        sql: "UPDATE accounts SET passwordHash = ? WHERE id = ? AND passwordHash = ?",
        arguments: [new, account.uuidString, old])
      return database.changesCount > 0
    }
  }
}
