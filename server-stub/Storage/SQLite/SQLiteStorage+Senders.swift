internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func add(_ token: StoredSenderToken) async throws {
    do {
      try await write { database in
        try database.execute(
          sql: "INSERT INTO senderTokens (id, name, tokenHash, scopes, createdAt) VALUES (?, ?, ?, ?, ?)",
          arguments: [
            token.id.uuidString, token.name, Data(token.tokenHash),
            token.scopes.map(\.description).joined(separator: " "),
            token.createdAt.milliseconds,
          ])
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      throw SenderStorageError.nameTaken
    }
  }

  func senderToken(hash: [UInt8]) async throws -> StoredSenderToken? {
    try lookUp { database in
      let statement = try database.cachedStatement(sql: "SELECT * FROM senderTokens WHERE tokenHash = ?")
      return try Row.fetchOne(statement, arguments: [Data(hash)]).flatMap(StoredSenderToken.init(row:))
    }
  }

  func senderTokens() async throws -> [StoredSenderToken] {
    try await read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM senderTokens ORDER BY name")
        .compactMap(StoredSenderToken.init(row:))
    }
  }

  func removeSenderToken(name: String) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "DELETE FROM senderTokens WHERE name = ?", arguments: [name])
      return database.changesCount > 0
    }
  }

  func setAdministrator(email: EmailAddress, to isAdministrator: Bool) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "UPDATE accounts SET isAdministrator = ? WHERE emailKey = ?", arguments: [isAdministrator, email.key])
      return database.changesCount > 0
    }
  }
}

extension StoredSenderToken {
  /// Nil for a row that no version of the server has written. A scope of a newer version allows nothing.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]) else { return nil }
    let scopes: String = row["scopes"]
    self.init(
      id: id, name: row["name"], tokenHash: [UInt8](row["tokenHash"] as Data),
      scopes: scopes.split(separator: " ").compactMap { SenderScope(String($0)) },
      createdAt: Date(milliseconds: row["createdAt"]))
  }
}
