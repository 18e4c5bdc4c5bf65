internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func add(_ invitation: StoredFollowInvitation, atMost maximum: Int, kept: Int) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: """
          INSERT INTO followInvitations (codeHash, id, account, createdAt, expiresAt) SELECT ?1, ?2, ?3, ?4, ?5
          WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?3)
            AND (SELECT count(*) FROM followInvitations WHERE account = ?3 AND redeemedAt IS NULL AND expiresAt > ?4) < ?6
            AND (SELECT count(*) FROM followInvitations WHERE account = ?3 AND expiresAt > ?4) < ?7
          """,
        arguments: [
          Data(invitation.codeHash), invitation.id.uuidString, invitation.account.uuidString,
          invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds, maximum, kept,
        ])
      return database.changesCount > 0
    }
  }

  func followInvitations(of account: UUID, now: Date) async throws -> [StoredFollowInvitation] {
    try await read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM followInvitations WHERE account = ? AND redeemedAt IS NULL AND expiresAt > ? ORDER BY createdAt, id
          """, arguments: [account.uuidString, now.milliseconds]
      ).compactMap(StoredFollowInvitation.init(row:))
    }
  }

  func removeFollowInvitation(_ id: UUID, of account: UUID, now: Date) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM followInvitations WHERE id = ? AND account = ? AND redeemedAt IS NULL AND expiresAt > ?",
        arguments: [id.uuidString, account.uuidString, now.milliseconds])
      return database.changesCount > 0
    }
  }

  func offer(_ codeHash: [UInt8], for user: UUID, now: Date) async throws -> FollowInvitationOffer? {
    try await read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT id, account FROM followInvitations WHERE \(InvitationCondition.serves)",
        arguments: [Data(codeHash), now.milliseconds, user.uuidString])
      // Whoever has redeemed it, and lost the answer, asks again.
      let invitation =
        try row.flatMap(RedeemedFollowInvitation.init(row:))
        ?? database.followInvitation(codeHash, redeemedBy: user, at: now)
      guard let invitation, let profile = try database.profile(of: invitation.inviter, for: user) else { return nil }
      return FollowInvitationOffer(id: invitation.id, inviter: profile)
    }
  }

  func redeemFollowInvitation(
    _ codeHash: [UInt8], by user: UUID, at date: Date
  ) async throws -> RedeemedFollowInvitation? {
    try await write { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          UPDATE followInvitations SET redeemedAt = ?2, redeemedBy = ?3
          WHERE \(InvitationCondition.serves) AND account <> ?3 AND EXISTS (SELECT 1 FROM accounts WHERE id = ?3)
          RETURNING id, account
          """, arguments: [Data(codeHash), date.milliseconds, user.uuidString])
      guard let row else { return try database.followInvitation(codeHash, redeemedBy: user, at: date) }
      let inviter: String = row["account"]
      for (followed, follower) in [(inviter, user.uuidString), (user.uuidString, inviter)] {
        try database.execute(
          sql: "INSERT OR IGNORE INTO follows (followed, follower, since) VALUES (?, ?, ?)",
          arguments: [followed, follower, date.milliseconds])
      }
      var invitation = RedeemedFollowInvitation(row: row)
      invitation?.isNew = true
      return invitation
    }
  }
}

extension Database {
  /// The invitation of a code that a user has redeemed before, until it would have ended. No block is looked at: the same code would be
  /// answered before it, and not after.
  fileprivate func followInvitation(
    _ codeHash: [UInt8], redeemedBy user: UUID, at date: Date
  ) throws -> RedeemedFollowInvitation? {
    try Row.fetchOne(
      self,
      sql: "SELECT id, account FROM followInvitations WHERE codeHash = ? AND redeemedBy = ? AND expiresAt > ?",
      arguments: [Data(codeHash), user.uuidString, date.milliseconds]
    ).flatMap(RedeemedFollowInvitation.init(row:))
  }
}

private enum InvitationCondition {
  /// The code ?1 serves at ?2 for the user ?3.
  static let serves = """
    codeHash = ?1 AND redeemedAt IS NULL AND expiresAt > ?2 AND NOT EXISTS (
      SELECT 1 FROM blocks WHERE (blocks.account = followInvitations.account AND blocked = ?3)
        OR (blocks.account = ?3 AND blocked = followInvitations.account))
    """
}

extension StoredFollowInvitation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]), let account = UUID(uuidString: row["account"]) else { return nil }
    self.init(
      id: id, codeHash: [UInt8](row["codeHash"] as Data), account: account,
      createdAt: Date(milliseconds: row["createdAt"]), expiresAt: Date(milliseconds: row["expiresAt"]))
  }
}

extension RedeemedFollowInvitation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let id = UUID(uuidString: row["id"]), let inviter = UUID(uuidString: row["account"]) else { return nil }
    self.init(id: id, inviter: inviter)
  }
}
