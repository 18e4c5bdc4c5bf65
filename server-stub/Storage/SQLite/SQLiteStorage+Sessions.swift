internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO sessions (tokenHash, accountID, createdAt, lastUsedAt, expiresAt, knownDevice)
          SELECT ?, id, ?, ?, ?, ? FROM accounts WHERE id = ? AND passwordHash = ?
          """,
        arguments: [
          Data(session.tokenHash), session.createdAt.milliseconds, session.lastUsedAt.milliseconds,
          session.expiresAt.milliseconds, session.device.map { Data($0.secretHash) }, session.accountID.uuidString,
          hash,
        ])
      guard database.changesCount > 0 else { return false }
      if let device = session.device { try database.record(device, of: session) }
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
    try lookUp { try $0.session(tokenHash: tokenHash) }
  }

  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) async throws {
    try await write { database in
      try database.execute(
        sql: "UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE tokenHash = ?",
        arguments: [usedAt.milliseconds, expiresAt.milliseconds, Data(tokenHash)])
    }
  }

  func end(tokenHash: [UInt8]) async throws {
    try await write { database in
      try database.execute(sql: "DELETE FROM sessions WHERE tokenHash = ?", arguments: [Data(tokenHash)])
    }
  }
}

extension Database {
  /// The session of a token and its account, expired or not.
  func session(tokenHash: [UInt8]) throws -> (StoredSession, StoredAccount)? {
    let statement = try cachedStatement(sql: SessionRow.query)
    return try SessionRow.fetchOne(statement, arguments: [Data(tokenHash)])?.values(tokenHash: tokenHash)
  }
}

/// A session and its account, read where they lie: a row that is copied takes longer than to find it.
private struct SessionRow: FetchableRecord {
  /// What is selected after the columns of the account.
  private enum Column: Int {
    case createdAt, lastUsedAt, expiresAt

    var index: Int { AccountColumn.allCases.count + rawValue }
  }

  static let query = """
    SELECT \(AccountColumn.sql), sessions.createdAt, lastUsedAt, expiresAt
    FROM sessions JOIN accounts ON accounts.id = accountID WHERE tokenHash = ?
    """

  private let account: StoredAccount?
  private let createdAt: Date
  private let lastUsedAt: Date
  private let expiresAt: Date

  init(row: Row) {
    account = StoredAccount(row: row)
    createdAt = Date(milliseconds: row[Column.createdAt.index])
    lastUsedAt = Date(milliseconds: row[Column.lastUsedAt.index])
    expiresAt = Date(milliseconds: row[Column.expiresAt.index])
  }

  /// Nil for a row that no version of the server has written.
  func values(tokenHash: [UInt8]) -> (StoredSession, StoredAccount)? {
    guard let account else { return nil }
    let session = StoredSession(
      tokenHash: tokenHash, accountID: account.id, createdAt: createdAt, lastUsedAt: lastUsedAt, expiresAt: expiresAt)
    return (session, account)
  }
}
