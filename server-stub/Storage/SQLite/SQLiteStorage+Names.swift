internal import FoundationEssentials
internal import GRDB
internal import Lookalikes
internal import ServerAPI

extension SQLiteStorage {
  func setNickname(_ nickname: Nickname, of user: UUID, by account: UUID) async throws -> NicknameOutcome {
    let likeness = try Likeness(nickname.text)
    return try await write { database in
      guard try database.hasAccount(user), try database.hasAccount(account) else { return .noUser }
      let others = try database.nicknames(of: account).filter { $0.user != user }
      if let other = try others.first(where: { try likeness.meets(Likeness($0.nickname)) }) {
        return .taken(by: other)
      }
      guard others.count < ServerLimits.nicknameCount else { return .tooMany }
      try database.forgetNickname(of: user, by: account)
      try database.execute(
        sql: "INSERT INTO nicknames (account, named, nickname, nameKey) VALUES (?, ?, ?, ?)",
        arguments: [account.uuidString, user.uuidString, nickname.text, nickname.text.lowercased()])
      return .stored
    }
  }

  func removeNickname(of user: UUID, by account: UUID) async throws -> Bool {
    try await write { database in
      try database.forgetNickname(of: user, by: account)
      return try database.hasAccount(user)
    }
  }

  func nicknames(of account: UUID) async throws -> [NamedPerson] {
    try await read { try $0.nicknames(of: account) }
  }

  func isFindable(_ account: UUID) async throws -> Bool? {
    try await read { database in
      try Bool.fetchOne(
        database, sql: "SELECT isFindable FROM accounts WHERE id = ?", arguments: [account.uuidString])
    }
  }

  func setFindable(_ account: UUID, to isFindable: Bool) async throws {
    try await write { database in
      try database.execute(
        sql: "UPDATE accounts SET isFindable = ? WHERE id = ?", arguments: [isFindable, account.uuidString])
    }
  }

  func findUser(_ email: EmailAddress) async throws -> UUID? {
    try await read { database in
      // By an index of those who are found alone: who is not found, and who does not exist, are missed in the same place.
      // A block is not looked at: the same email would be found before it, and not after.
      try String.fetchOne(
        database,
        sql: "SELECT id FROM accounts INDEXED BY accountsFindable WHERE emailKey = ? AND isFindable = 1",
        arguments: [email.key]
      ).flatMap(UUID.init(uuidString:))
    }
  }
}

extension Database {
  /// Takes a nickname away, of which free pages and the log may hold copies then.
  fileprivate func forgetNickname(of user: UUID, by account: UUID) throws {
    try execute(
      sql: "DELETE FROM nicknames WHERE account = ? AND named = ?", arguments: [account.uuidString, user.uuidString])
    if changesCount > 0 { try recordTraces(true) }
  }

  /// Everybody whom an account has named, by id.
  fileprivate func nicknames(of account: UUID) throws -> [NamedPerson] {
    try Row.fetchAll(
      self, sql: "SELECT named, nickname FROM nicknames WHERE account = ? ORDER BY named",
      arguments: [account.uuidString]
    ).compactMap { row in
      UUID(uuidString: row["named"]).map { NamedPerson(user: $0, nickname: row["nickname"]) }
    }
  }
}
