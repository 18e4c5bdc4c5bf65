internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func epoch() async throws -> Epoch { try await read { try $0.epoch() } }

  func copyDate() async throws -> Date? {
    try await read { database in
      try Int64.fetchOne(database, sql: "SELECT copiedAt FROM numbering WHERE copiedAt IS NOT NULL")
        .map(Date.init(milliseconds:))
    }
  }

  func uncertainFacts() async throws -> UncertainFacts {
    try await read { database in
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
      }
      return UncertainFacts(
        accountCount: try count("accounts"),
        administrators: try String.fetchAll(
          database, sql: "SELECT email FROM accounts WHERE isAdministrator = 1 ORDER BY emailKey"),
        senderTokens: try String.fetchAll(database, sql: "SELECT name FROM senderTokens ORDER BY name"),
        blockCount: try count("blocks"), followCount: try count("follows"))
    }
  }

  func beginEpoch() async throws -> Epoch {
    try await write { database in
      let epoch = Epoch.random()
      try database.execute(sql: "UPDATE numbering SET epoch = ?, copiedAt = NULL", arguments: [epoch.description])
      try database.endTransientRows()
      return epoch
    }
  }
}

extension Database {
  /// The present numbering.
  func epoch() throws -> Epoch {
    let text = try String.fetchOne(try cachedStatement(sql: "SELECT epoch FROM numbering"))
    guard let epoch = text.flatMap(Epoch.init) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return epoch
  }

  /// Makes a copy of a database one that is to be put back: whoever serves it begins another numbering first. Twice put back, it begins two.
  /// A copy of a copy that was not served since is as old as that.
  func markCopy(at date: Date) throws {
    try execute(sql: "UPDATE numbering SET copiedAt = coalesce(copiedAt, ?)", arguments: [date.milliseconds])
    try endTransientRows()
  }

  /// Ends what must not come back after it was ended.
  fileprivate func endTransientRows() throws {
    try execute(
      sql: """
        DELETE FROM sessions; DELETE FROM knownDevices; DELETE FROM invitations; DELETE FROM followInvitations;
        UPDATE accounts SET isFindable = 0 WHERE isFindable = 1
        """)
  }
}

extension SQLiteMigrations {
  /// `epoch` names the numbering of everything that is counted here; there is one row. `copiedAt` is when this copy was made, and NULL in what
  /// is none, or was served since.
  static func numbering(_ database: Database) throws {
    try database.execute(
      sql:
        "CREATE TABLE numbering (epoch TEXT NOT NULL, copiedAt INTEGER) STRICT; INSERT INTO numbering (epoch) VALUES (?)",
      arguments: [Epoch.random().description])
  }
}
