internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) async throws -> Bool {
    try await writer.write { database in
      try database.execute(
        sql: """
          INSERT INTO sessions (tokenHash, accountID, createdAt, lastUsedAt, expiresAt)
          SELECT ?, id, ?, ?, ? FROM accounts WHERE id = ? AND passwordHash = ?
          """,
        arguments: [
          Data(session.tokenHash), session.createdAt.milliseconds, session.lastUsedAt.milliseconds,
          session.expiresAt.milliseconds, session.accountID.uuidString, hash,
        ])
      guard database.changesCount > 0 else { return false }
      try database.execute(
        sql: """
          DELETE FROM sessions WHERE tokenHash IN (
            SELECT tokenHash FROM sessions WHERE accountID = ? AND tokenHash <> ?
            ORDER BY lastUsedAt DESC LIMIT -1 OFFSET ?)
          """,
        arguments: [session.accountID.uuidString, Data(session.tokenHash), maximum - 1])
      return true
    }
  }

  func session(tokenHash: [UInt8]) async throws -> (StoredSession, StoredAccount)? {
    try lookUp { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT \(StoredAccount.columns), sessions.createdAt, lastUsedAt, expiresAt
          FROM sessions JOIN accounts ON accounts.id = accountID WHERE tokenHash = ?
          """)
      let rows = try Row.fetchCursor(statement, arguments: [Data(tokenHash)])
      guard let row = try rows.next(), let account = StoredAccount(row: row) else { return nil }
      let dates = (0..<3).map { Date(milliseconds: row[StoredAccount.columnCount + $0]) }
      let session = StoredSession(
        tokenHash: tokenHash, accountID: account.id, createdAt: dates[0], lastUsedAt: dates[1], expiresAt: dates[2])
      return (session, account)
    }
  }

  func liveSessions(now: Date) async throws -> Set<[UInt8]> {
    try await writer.read { database in
      let hashes = try Data.fetchAll(
        database, sql: "SELECT tokenHash FROM sessions WHERE expiresAt > ?", arguments: [now.milliseconds])
      return Set(hashes.map { [UInt8]($0) })
    }
  }

  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) async throws {
    try await writer.write { database in
      try database.execute(
        sql: "UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE tokenHash = ?",
        arguments: [usedAt.milliseconds, expiresAt.milliseconds, Data(tokenHash)])
    }
  }

  func end(tokenHash: [UInt8]) async throws {
    try await writer.write { database in
      try database.execute(sql: "DELETE FROM sessions WHERE tokenHash = ?", arguments: [Data(tokenHash)])
    }
  }

  func removeExpired(before date: Date) async throws {
    try await writer.write { database in
      try database.execute(sql: "DELETE FROM sessions WHERE expiresAt < ?", arguments: [date.milliseconds])
    }
  }
}
