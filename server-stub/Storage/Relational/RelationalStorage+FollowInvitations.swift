internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func add(_ invitation: StoredFollowInvitation, atMost maximum: Int, kept: Int) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [invitation.account])
      return try transaction.execute(
        """
        INSERT INTO followInvitations (codeHash, id, account, createdAt, expiresAt) SELECT ?1, ?2, ?3, ?4, ?5
        WHERE EXISTS (SELECT 1 FROM accounts WHERE id = ?3)
          AND (SELECT count(*) FROM followInvitations WHERE account = ?3 AND redeemedAt IS NULL AND expiresAt > ?4) < ?6
          AND (SELECT count(*) FROM followInvitations WHERE account = ?3 AND expiresAt > ?4) < ?7
        """,
        [
          invitation.codeHash, invitation.id, invitation.account, invitation.createdAt.milliseconds,
          invitation.expiresAt.milliseconds, maximum, kept,
        ]) > 0
    }
  }

  func followInvitations(of account: UUID, now: Date) async throws -> [StoredFollowInvitation] {
    try await read { transaction in
      try transaction.all(
        """
        SELECT id, codeHash, account, createdAt, expiresAt FROM followInvitations
        WHERE account = ? AND redeemedAt IS NULL AND expiresAt > ? ORDER BY createdAt, id
        """, [account, now.milliseconds], StoredFollowInvitation.init(row:))
    }
  }

  func removeFollowInvitation(_ id: UUID, of account: UUID, now: Date) async throws -> Bool {
    try await write { transaction in
      try transaction.execute(
        "DELETE FROM followInvitations WHERE id = ? AND account = ? AND redeemedAt IS NULL AND expiresAt > ?",
        [id, account, now.milliseconds]) > 0
    }
  }

  func offer(_ codeHash: [UInt8], for user: UUID, now: Date) async throws -> FollowInvitationOffer? {
    try await read { transaction in
      let invitation =
        try transaction.first(
          "SELECT id, account FROM followInvitations WHERE \(InvitationCondition.serves)",
          [codeHash, now.milliseconds, user], RedeemedFollowInvitation.init(row:))
        // Whoever has redeemed it, and lost the answer, asks again.
        ?? transaction.followInvitation(codeHash, redeemedBy: user, at: now)
      guard let invitation, let profile = try transaction.profile(of: invitation.inviter, for: user) else { return nil }
      return FollowInvitationOffer(id: invitation.id, inviter: profile)
    }
  }

  func redeemFollowInvitation(
    _ codeHash: [UInt8], by user: UUID, at date: Date
  ) async throws -> RedeemedFollowInvitation? {
    try await write { transaction in
      // Whose a code is never changes.
      let inviter = try transaction.id("SELECT account FROM followInvitations WHERE codeHash = ?", [codeHash])
      guard let inviter else { return nil }
      try transaction.lock(accounts: [inviter, user])
      let row = try transaction.row(
        """
        UPDATE followInvitations SET redeemedAt = ?2, redeemedBy = ?3
        WHERE \(InvitationCondition.serves) AND account <> ?3 AND EXISTS (SELECT 1 FROM accounts WHERE id = ?3)
        RETURNING id, account
        """, [codeHash, date.milliseconds, user])
      guard let row else { return try transaction.followInvitation(codeHash, redeemedBy: user, at: date) }
      for (followed, follower) in [(inviter, user), (user, inviter)] {
        try transaction.insertFollow(of: followed, by: follower, at: date)
      }
      var invitation = RedeemedFollowInvitation(row: row)
      invitation?.isNew = true
      return invitation
    }
  }
}

extension SQLTransaction {
  /// The invitation of a code that a user has redeemed before, until it would have ended. No block is looked at: the same code would be
  /// answered before it, and not after.
  fileprivate func followInvitation(
    _ codeHash: [UInt8], redeemedBy user: UUID, at date: Date
  ) throws -> RedeemedFollowInvitation? {
    try first(
      "SELECT id, account FROM followInvitations WHERE codeHash = ? AND redeemedBy = ? AND expiresAt > ?",
      [codeHash, user, date.milliseconds], RedeemedFollowInvitation.init(row:))
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
  fileprivate init?(row: any SQLRow) {
    guard let id: UUID = row["id"], let account: UUID = row["account"] else { return nil }
    self.init(
      id: id, codeHash: row["codeHash"], account: account, createdAt: Date(milliseconds: row["createdAt"]),
      expiresAt: Date(milliseconds: row["expiresAt"]))
  }
}

extension RedeemedFollowInvitation {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let id: UUID = row["id"], let inviter: UUID = row["account"] else { return nil }
    self.init(id: id, inviter: inviter)
  }
}
