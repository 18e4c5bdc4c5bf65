internal import FoundationEssentials
internal import Lookalikes
internal import ServerAPI

extension RelationalStorage {
  func setNickname(_ nickname: Nickname, of user: UUID, by account: UUID) async throws -> NicknameOutcome {
    let likeness = try Likeness(nickname.text)
    return try await write { transaction in
      try transaction.lock(accounts: [account, user])
      guard try transaction.hasAccount(user), try transaction.hasAccount(account) else { return .noUser }
      let others = try transaction.nicknames(of: account).filter { $0.user != user }
      if let other = try others.first(where: { try likeness.meets(Likeness($0.nickname)) }) {
        return .taken(by: other)
      }
      guard others.count < ServerLimits.nicknameCount else { return .tooMany }
      try transaction.forgetNickname(of: user, by: account)
      try transaction.execute(
        "INSERT INTO nicknames (account, named, nickname, nameKey) VALUES (?, ?, ?, ?)",
        [account, user, nickname.text, nickname.text.lowercased()])
      return .stored
    }
  }

  func removeNickname(of user: UUID, by account: UUID) async throws -> Bool {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      try transaction.forgetNickname(of: user, by: account)
      return try transaction.hasAccount(user)
    }
  }

  func nicknames(of account: UUID) async throws -> [NamedPerson] {
    try await read { try $0.nicknames(of: account) }
  }

  func isFindable(_ account: UUID) async throws -> Bool? {
    try await read { try $0.value("SELECT isFindable FROM accounts WHERE id = ?", [account]) }
  }

  func setFindable(_ account: UUID, to isFindable: Bool) async throws {
    _ = try await write { try $0.execute("UPDATE accounts SET isFindable = ? WHERE id = ?", [isFindable, account]) }
  }

  func findUser(_ email: EmailAddress) async throws -> UUID? {
    try await read { transaction in
      // By an index of those who are found alone: who is not found, and who does not exist, are missed in the same place.
      // A block is not looked at: the same email would be found before it, and not after.
      let index = transaction.dialect.indexedBy("accountsFindable")
      return try transaction.id("SELECT id FROM accounts \(index) WHERE emailKey = ? AND isFindable = 1", [email.key])
    }
  }
}

extension SQLTransaction {
  /// Takes a nickname away, of which free pages and the log may hold copies then.
  fileprivate func forgetNickname(of user: UUID, by account: UUID) throws {
    if try execute("DELETE FROM nicknames WHERE account = ? AND named = ?", [account, user]) > 0 { try recordTraces() }
  }

  /// Everybody whom an account has named, by id.
  fileprivate func nicknames(of account: UUID) throws -> [NamedPerson] {
    try all("SELECT named, nickname FROM nicknames WHERE account = ? ORDER BY named", [account]) { row in
      (row["named"] as UUID?).map { NamedPerson(user: $0, nickname: row["nickname"]) }
    }
  }
}
