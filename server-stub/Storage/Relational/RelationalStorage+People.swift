internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func block(_ user: UUID, by account: UUID, at date: Date) async throws -> [InboxChange]? {
    try await write { transaction in
      try transaction.lock(accounts: [account, user])
      guard try transaction.hasAccount(user), try transaction.hasAccount(account) else { return nil }
      try transaction.execute(
        "INSERT INTO blocks (account, blocked, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [account, user, date.milliseconds])
      return try transaction.withholdWaiting(from: user, of: account, at: date)
    }
  }

  func unblock(_ user: UUID, by account: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [account, user])
      let count = try transaction.execute("DELETE FROM blocks WHERE account = ? AND blocked = ?", [account, user])
      if count > 0 { try transaction.renumberFeedback(from: user, of: account) }
      return try transaction.hasAccount(user)
    }
  }

  func people(_ query: PeopleQuery, of account: UUID) async throws -> People? {
    try await read { transaction in
      var start = (name: "", id: UUID.beforeAll)
      if let user = query.after {
        guard let name = try transaction.nameKey(of: user, for: account) else { return nil }
        start = (name, user)
      }
      var answer = try transaction.counts(of: account)
      let people = try transaction.all(
        """
        \(PeopleTable.sql) SELECT * FROM people
        WHERE \(PeopleTable.condition(query.kind)) AND (nameKey, id) > (?2, ?3) ORDER BY nameKey, id LIMIT ?4
        """,
        [account, start.name, start.id, query.limit + 1], Person.init(row:))
      answer.people = Array(people.prefix(query.limit))
      if people.count > query.limit { answer.next = answer.people.last?.user }
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

  /// Which of them a list has. What `EXISTS` gives is a condition already, in every database.
  static func condition(_ kind: PeopleKind?) -> String {
    switch kind {
    case nil: "TRUE"
    case .contacts: "isFollowed AND isFollower"
    case .followers: "isFollower"
    case .followed: "isFollowed"
    case .blocked: "isBlocked"
    case .chosen: "(isFollowed OR isBlocked OR nickname IS NOT NULL)"
    }
  }
}

extension SQLTransaction {
  /// Where an account stands in another's order by name; nil when there is none.
  fileprivate func nameKey(of user: UUID, for account: UUID) throws -> String? {
    try value("SELECT \(PeopleTable.nameKey) FROM accounts WHERE id = ?2", [account, user])
  }

  /// How many people of each kind an account has; no page of them.
  fileprivate func counts(of account: UUID) throws -> People {
    let counts = PeopleKind.allCases.map { "count(*) FILTER (WHERE \(PeopleTable.condition($0))) AS \($0.rawValue)" }
    return try first("\(PeopleTable.sql) SELECT \(counts.joined(separator: ", ")) FROM people", [account]) { row in
      People(
        contacts: row["contacts"], followers: row["followers"], followed: row["followed"], blocked: row["blocked"])
    } ?? People()
  }
}

extension Person {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow) {
    guard let account = StoredAccount(row: row) else { return nil }
    self.init(
      user: account.id, name: Account(account).shortName, isFollowed: row["isFollowed"], isFollower: row["isFollower"],
      isBlocked: row["isBlocked"], nickname: row["nickname"])
  }
}
