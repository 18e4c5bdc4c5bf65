internal import FoundationEssentials

extension RelationalStorage {
  func add(_ token: StoredSenderToken) async throws {
    do {
      _ = try await write { transaction in
        try transaction.execute(
          "INSERT INTO senderTokens (id, name, tokenHash, scopes, createdAt) VALUES (?, ?, ?, ?, ?)",
          [
            token.id, token.name, token.tokenHash, token.scopes.map(\.description).joined(separator: " "),
            token.createdAt.milliseconds,
          ])
      }
    } catch is UniqueRowError { throw SenderStorageError.nameTaken }
  }

  func senderToken(hash: [UInt8]) async throws -> StoredSenderToken? {
    try await lookUp { transaction in
      try transaction.first(
        "SELECT \(SenderTokenColumn.sql) FROM senderTokens WHERE tokenHash = ?", [hash], StoredSenderToken.init(row:))
    }
  }

  func senderTokens() async throws -> [StoredSenderToken] {
    try await read { transaction in
      try transaction.all(
        "SELECT \(SenderTokenColumn.sql) FROM senderTokens ORDER BY name", [], StoredSenderToken.init(row:))
    }
  }

  func removeSenderToken(name: String) async throws -> Bool {
    try await write { try $0.execute("DELETE FROM senderTokens WHERE name = ?", [name]) > 0 }
  }
}

/// What is selected of a token, in this order: one is read for every request of a program.
private enum SenderTokenColumn: Int, CaseIterable {
  case id, name, tokenHash, scopes, createdAt

  /// All of them, as SQL.
  static let sql = allCases.map { "\($0)" }.joined(separator: ", ")
}

extension StoredSenderToken {
  /// Nil for a row that no version of the server has written. A scope of a newer version allows nothing.
  fileprivate init?(row: any SQLRow) {
    guard let id: UUID = row[SenderTokenColumn.id.rawValue] else { return nil }
    let scopes: String = row[SenderTokenColumn.scopes.rawValue]
    self.init(
      id: id, name: row[SenderTokenColumn.name.rawValue], tokenHash: row[SenderTokenColumn.tokenHash.rawValue],
      scopes: scopes.split(separator: " ").compactMap { SenderScope(String($0)) },
      createdAt: Date(milliseconds: row[SenderTokenColumn.createdAt.rawValue]))
  }
}
