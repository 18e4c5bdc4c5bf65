internal import FoundationEssentials
internal import GRDB

extension SQLiteStorage {
  func add(_ invitation: StoredInvitation) async throws {
    try await write { database in
      try database.execute(
        sql: "INSERT INTO invitations (codeHash, id, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
        arguments: [
          Data(invitation.codeHash), invitation.id.uuidString, invitation.createdAt.milliseconds,
          invitation.expiresAt.milliseconds,
        ])
    }
  }

  func isInvited(_ codeHash: [UInt8], now: Date) async throws -> Bool {
    try lookUp { database in
      try Int.fetchOne(
        database, sql: "SELECT 1 FROM invitations WHERE codeHash = ? AND expiresAt > ?",
        arguments: [Data(codeHash), now.milliseconds]) != nil
    }
  }

  func add(_ account: StoredAccount, invitedBy codeHash: [UInt8]) async throws -> RegistrationOutcome {
    do {
      return try await write { database in
        try database.execute(
          sql: "DELETE FROM invitations WHERE codeHash = ? AND expiresAt > ?",
          arguments: [Data(codeHash), account.createdAt.milliseconds])
        guard database.changesCount > 0 else { return .notInvited }
        try database.insert(account)
        return .made
      }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      return .emailTaken
    }
  }

  func invitations(now: Date) async throws -> [StoredInvitation] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT * FROM invitations WHERE expiresAt > ? ORDER BY createdAt, id",
        arguments: [now.milliseconds]
      ).compactMap(StoredInvitation.init(row:))
    }
  }

  func removeInvitation(_ id: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(sql: "DELETE FROM invitations WHERE id = ?", arguments: [id.uuidString])
      return database.changesCount > 0
    }
  }
}

extension StoredInvitation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]) else { return nil }
    self.init(
      id: id, codeHash: [UInt8](row["codeHash"] as Data), createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: Date(milliseconds: row["expiresAt"]))
  }
}
