public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// Who follows the user, as far as the server was asked.
extension InboxStore {
  /// The most followers that are kept; those who began first go first.
  static let followerLimit = 5000

  /// Stores who began to follow the user, with the time of the server's answer. Whoever is here already and has been seen counts as
  /// new when they began anew.
  public func save(_ answer: Followers, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      for follower in answer.followers { try database.save(follower, number) }
      try database.execute(
        sql: """
          DELETE FROM followers WHERE owner = ?1 AND user NOT IN
            (SELECT user FROM followers WHERE owner = ?1 ORDER BY since DESC LIMIT ?2)
          """, arguments: [number, Self.followerLimit])
      try database.setLastQuery(of: .followers, to: answer.asOf, number)
    }
  }

  /// Followers nobody has been shown yet, the newest first.
  ///
  /// - Parameter limit: at most ``maximumPageCount``.
  public func newFollowers(for owner: InboxOwner, limit: Int) throws(InboxStoreError) -> [Follower] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: """
          SELECT user, name, since FROM followers INDEXED BY followersNew WHERE owner = ? AND isSeen = 0
          ORDER BY since DESC LIMIT ?
          """)
      return try database.followers(statement, [number, Self.bounded(limit)])
    }
  }

  /// Records that the user was shown everybody who began until a date.
  public func passFollowers(through date: Date, for owner: InboxOwner) throws(InboxStoreError) {
    try change(owner) { database, number in
      try database.execute(
        sql: "UPDATE followers SET isSeen = 1 WHERE owner = ? AND isSeen = 0 AND since <= ?",
        arguments: [number, date.timeIntervalSinceReferenceDate])
    }
  }

  /// The followers of that name, at most two: whoever asks wants one.
  public func followers(named name: String, for owner: InboxOwner) throws(InboxStoreError) -> [Follower] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(
        sql: "SELECT user, name, since FROM followers WHERE owner = ? AND name = ? LIMIT 2")
      return try database.followers(statement, [number, Data(name.utf8)])
    }
  }
}

extension Database {
  fileprivate func save(_ follower: Follower, _ owner: Int64) throws {
    try cachedStatement(
      sql: """
        INSERT INTO followers (owner, user, name, since) VALUES (?, ?, ?, ?)
        ON CONFLICT (owner, user) DO UPDATE SET
          isSeen = CASE WHEN since = excluded.since THEN isSeen ELSE 0 END, name = excluded.name, since = excluded.since
        """
    ).execute(arguments: [
      owner, Data(follower.user.bytes), Data(follower.name.utf8), follower.since.timeIntervalSinceReferenceDate,
    ])
  }

  fileprivate func followers(_ statement: Statement, _ arguments: StatementArguments) throws -> [Follower] {
    try Row.fetchCursor(statement, arguments: arguments).map { row in
      guard let since = try row.date("since") else { throw InboxStoreError(.damaged, "a follower is damaged") }
      return Follower(user: try row.id("user"), name: try row.presentText("name"), since: since)
    }.collected()
  }

  /// Records when the server was asked about a topic.
  func setLastQuery(of topic: InboxTopic, to date: Date, _ owner: Int64) throws {
    try execute(
      sql: "INSERT OR REPLACE INTO queries (owner, topic, askedAt) VALUES (?, ?, ?)",
      arguments: [owner, topic.rawValue, date.timeIntervalSinceReferenceDate])
  }
}
