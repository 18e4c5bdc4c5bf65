internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func follow(_ user: UUID, by follower: UUID, at date: Date) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [user, follower])
      guard try transaction.hasAccount(user), try transaction.hasAccount(follower) else { return false }
      try transaction.insertFollow(of: user, by: follower, at: date)
      return true
    }
  }

  func unfollow(_ user: UUID, by follower: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [user, follower])
      try transaction.execute("DELETE FROM follows WHERE followed = ? AND follower = ?", [user, follower])
      return try transaction.hasAccount(user)
    }
  }

  func followers(of user: UUID, since date: Date, limit: Int) async throws -> (total: Int, newest: [Follower]) {
    try await read { transaction in
      let total: Int? = try transaction.value("SELECT count(*) FROM follows WHERE followed = ?", [user])
      let newest = try transaction.all(
        """
        SELECT \(AccountColumn.sql), since FROM follows JOIN accounts ON id = follower
        WHERE followed = ?1 AND since >= ?2
          AND NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = follower)
        ORDER BY since DESC, id LIMIT ?3
        """,
        [user, date.milliseconds, limit], Follower.init(row:))
      return (total ?? 0, newest)
    }
  }

  func profile(of user: UUID, for viewer: UUID) async throws -> Profile? {
    try await read { try $0.profile(of: user, for: viewer) }
  }
}

extension SQLTransaction {
  /// One account follows another, if it does not yet; there are both.
  func insertFollow(of user: UUID, by follower: UUID, at date: Date) throws {
    try execute(
      "INSERT INTO follows (followed, follower, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [user, follower, date.milliseconds])
  }

  /// Who an account is to another one; nil when there is none.
  func profile(of user: UUID, for viewer: UUID) throws -> Profile? {
    try first(
      """
      SELECT \(AccountColumn.sql), (SELECT count(*) FROM follows WHERE followed = id) AS followerCount,
        EXISTS (SELECT 1 FROM follows WHERE followed = id AND follower = ?2) AS isFollowed,
        EXISTS (SELECT 1 FROM follows WHERE followed = ?2 AND follower = id) AS isFollower,
        (SELECT nickname FROM nicknames WHERE account = ?2 AND named = id) AS nickname
      FROM accounts WHERE id = ?1
      """, [user, viewer]
    ) { row in
      guard let account = StoredAccount(row: row) else { return nil }
      return Profile(
        user: account.id, name: Account(account).shortName, followerCount: row["followerCount"],
        isFollowed: row["isFollowed"], isFollower: row["isFollower"], nickname: row["nickname"])
    }
  }
}

extension Follower {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(user: account.id, name: Account(account).shortName, since: Date(milliseconds: row["since"]))
  }
}
