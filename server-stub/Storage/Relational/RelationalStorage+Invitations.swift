internal import FoundationEssentials

extension RelationalStorage {
  func add(_ invitation: StoredInvitation) async throws {
    _ = try await write { transaction in
      try transaction.execute(
        "INSERT INTO invitations (codeHash, id, createdAt, expiresAt) VALUES (?, ?, ?, ?)",
        [
          invitation.codeHash, invitation.id, invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds,
        ])
    }
  }

  func isInvited(_ codeHash: [UInt8], now: Date) async throws -> Bool {
    try await lookUp { transaction in
      try transaction.hasRow(
        "SELECT 1 FROM invitations WHERE codeHash = ? AND expiresAt > ?", [codeHash, now.milliseconds])
    }
  }

  func add(_ account: StoredAccount, invitedBy codeHash: [UInt8]) async throws -> RegistrationOutcome {
    do {
      return try await write { transaction in
        // Of two who come with one code, the second waits here, and finds no row.
        let count = try transaction.execute(
          "DELETE FROM invitations WHERE codeHash = ? AND expiresAt > ?", [codeHash, account.createdAt.milliseconds])
        guard count > 0 else { return .notInvited }
        try transaction.insert(account)
        return .made
      }
    } catch is UniqueRowError { return .emailTaken }
  }

  func invitations(now: Date) async throws -> [StoredInvitation] {
    try await read { transaction in
      try transaction.all(
        "SELECT id, codeHash, createdAt, expiresAt FROM invitations WHERE expiresAt > ? ORDER BY createdAt, id",
        [now.milliseconds],
        StoredInvitation.init(row:))
    }
  }

  func removeInvitation(_ id: UUID) async throws -> Bool {
    try await write { try $0.execute("DELETE FROM invitations WHERE id = ?", [id]) > 0 }
  }
}

extension StoredInvitation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let id: UUID = row["id"] else { return nil }
    self.init(
      id: id, codeHash: row["codeHash"], createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: Date(milliseconds: row["expiresAt"]))
  }
}
