internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func follow(_ user: UUID, by follower: UUID, at date: Date) async throws -> Bool {
    try await write { database in
      guard try database.hasAccount(user), try database.hasAccount(follower) else { return false }
      try database.execute(
        sql: "INSERT OR IGNORE INTO follows (followed, follower, since) VALUES (?, ?, ?)",
        arguments: [user.uuidString, follower.uuidString, date.milliseconds])
      return true
    }
  }

  func unfollow(_ user: UUID, by follower: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM follows WHERE followed = ? AND follower = ?",
        arguments: [user.uuidString, follower.uuidString])
      return try database.hasAccount(user)
    }
  }

  func followers(of user: UUID, since date: Date, limit: Int) async throws -> (total: Int, newest: [Follower]) {
    try await read { database in
      let total = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM follows WHERE followed = ?", arguments: [user.uuidString])
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(AccountColumn.sql), since FROM follows JOIN accounts ON id = follower
          WHERE followed = ?1 AND since >= ?2
            AND NOT EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = follower)
          ORDER BY since DESC, id LIMIT ?3
          """,
        arguments: [user.uuidString, date.milliseconds, limit])
      return (total ?? 0, rows.compactMap(Follower.init(row:)))
    }
  }

  func profile(of user: UUID, for viewer: UUID) async throws -> Profile? {
    try await read { try $0.profile(of: user, for: viewer) }
  }
}

extension Database {
  /// Who an account is to another one; nil when there is none.
  func profile(of user: UUID, for viewer: UUID) throws -> Profile? {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT \(AccountColumn.sql), (SELECT count(*) FROM follows WHERE followed = id) AS followerCount,
          EXISTS (SELECT 1 FROM follows WHERE followed = id AND follower = ?2) AS isFollowed,
          EXISTS (SELECT 1 FROM follows WHERE followed = ?2 AND follower = id) AS isFollower,
          (SELECT nickname FROM nicknames WHERE account = ?2 AND named = id) AS nickname
        FROM accounts WHERE id = ?1
        """, arguments: [user.uuidString, viewer.uuidString])
    guard let row, let account = StoredAccount(row: row) else { return nil }
    return Profile(
      user: account.id, name: Account(account).shortName, followerCount: row["followerCount"],
      isFollowed: row["isFollowed"], isFollower: row["isFollower"], nickname: row["nickname"])
  }
}

extension Follower {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(user: account.id, name: Account(account).shortName, since: Date(milliseconds: row["since"]))
  }
}
