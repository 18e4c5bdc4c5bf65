internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func block(_ user: UUID, by account: UUID, at date: Date) async throws -> [InboxChange]? {
    try await write { database in
      guard try database.hasAccount(user), try database.hasAccount(account) else { return nil }
      try database.execute(
        sql: "INSERT OR IGNORE INTO blocks (account, blocked, since) VALUES (?, ?, ?)",
        arguments: [account.uuidString, user.uuidString, date.milliseconds])
      return try database.withholdWaiting(from: user, of: account, at: date)
    }
  }

  func unblock(_ user: UUID, by account: UUID) async throws -> Bool {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM blocks WHERE account = ? AND blocked = ?",
        arguments: [account.uuidString, user.uuidString])
      if database.changesCount > 0 { try database.renumberFeedback(from: user, of: account) }
      return try database.hasAccount(user)
    }
  }

  func people(_ query: PeopleQuery, of account: UUID) async throws -> People? {
    try await read { database in
      var start = (name: "", id: "")
      if let user = query.after {
        guard let name = try database.nameKey(of: user, for: account) else { return nil }
        start = (name, user.uuidString)
      }
      var answer = try database.counts(of: account)
      let rows = try Row.fetchAll(
        database,
        sql: """
          \(PeopleTable.sql) SELECT * FROM people
          WHERE \(PeopleTable.condition(query.kind)) AND (nameKey, id) > (?2, ?3) ORDER BY nameKey, id LIMIT ?4
          """,
        arguments: [account.uuidString, start.name, start.id, query.limit + 1])
      answer.people = rows.prefix(query.limit).compactMap(Person.init(row:))
      if rows.count > query.limit { answer.next = answer.people.last?.user }
      return answer
    }
  }
}

/// Everybody whom the account ?1 has anything to do with, as a table of a query.
private enum PeopleTable {
  /// What the account ?1 calls an account, or else what stands before the `@` of its email, in lower case.
  static let nameKey = """
    coalesce((SELECT nameKey FROM nicknames WHERE account = ?1 AND named = id), substr(emailKey, 1, instr(emailKey, '@') - 1))
    """

  static let sql = """
    WITH people AS (
      SELECT \(AccountColumn.sql), \(nameKey) AS nameKey,
        EXISTS (SELECT 1 FROM follows WHERE followed = id AND follower = ?1) AS isFollowed,
        EXISTS (SELECT 1 FROM follows WHERE followed = ?1 AND follower = id) AS isFollower,
        EXISTS (SELECT 1 FROM blocks WHERE account = ?1 AND blocked = id) AS isBlocked,
        (SELECT nickname FROM nicknames WHERE account = ?1 AND named = id) AS nickname
      FROM accounts WHERE id IN (
        SELECT followed FROM follows WHERE follower = ?1 UNION SELECT follower FROM follows WHERE followed = ?1
        UNION SELECT blocked FROM blocks WHERE account = ?1 UNION SELECT named FROM nicknames WHERE account = ?1))
    """

  /// Which of them a list has.
  static func condition(_ kind: PeopleKind?) -> String {
    switch kind {
    case nil: "1"
    case .contacts: "isFollowed AND isFollower"
    case .followers: "isFollower"
    case .followed: "isFollowed"
    case .blocked: "isBlocked"
    case .chosen: "(isFollowed OR isBlocked OR nickname IS NOT NULL)"
    }
  }
}

extension Database {
  /// Where an account stands in another's order by name; nil when there is none.
  fileprivate func nameKey(of user: UUID, for account: UUID) throws -> String? {
    try String.fetchOne(
      self, sql: "SELECT \(PeopleTable.nameKey) FROM accounts WHERE id = ?2",
      arguments: [account.uuidString, user.uuidString])
  }

  /// How many people of each kind an account has; no page of them.
  fileprivate func counts(of account: UUID) throws -> People {
    let sums = PeopleKind.allCases.map { "coalesce(sum(\(PeopleTable.condition($0))), 0) AS \($0.rawValue)" }
    let row = try Row.fetchOne(
      self, sql: "\(PeopleTable.sql) SELECT \(sums.joined(separator: ", ")) FROM people",
      arguments: [account.uuidString])
    guard let row else { return People() }
    return People(
      contacts: row["contacts"], followers: row["followers"], followed: row["followed"], blocked: row["blocked"])
  }
}

extension Person {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: Row) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(
      user: account.id, name: Account(account).shortName, isFollowed: row["isFollowed"], isFollower: row["isFollower"],
      isBlocked: row["isBlocked"], nickname: row["nickname"])
  }
}
