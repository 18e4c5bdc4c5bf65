public import FoundationEssentials
internal import GRDB
public import ServerAPI
internal import VaultModel

/// What the user calls people, as far as the server was asked.
extension InboxStore {
  /// Stores what the user calls people, in place of all that was here.
  ///
  /// - Parameter mark: ``nicknameMark`` from before the server was asked.
  /// - Returns: whether that was done: not where somebody was named since.
  public func save(_ nicknames: Nicknames, asOf mark: Int, for owner: InboxOwner) throws(InboxStoreError) -> Bool {
    guard mark == nicknameMark else { return false }
    // Mostly nothing is new, and a change is a write to the disk and has every view drawn again.
    let named = Dictionary(
      nicknames.people.prefix(ServerLimits.nicknameCount).map { ($0.user, $0.nickname) }, uniquingKeysWith: { $1 })
    if try self.nicknames(for: owner) == named { return true }
    try change(owner) { database, number in
      try database.execute(sql: "DELETE FROM nicknames WHERE owner = ?", arguments: [number])
      for person in nicknames.people.prefix(ServerLimits.nicknameCount) {
        try database.setNickname(person.nickname, of: person.user, number)
      }
    }
    return true
  }

  /// Stores what the user calls somebody.
  ///
  /// - Parameter nickname: nil for nothing any more.
  public func setNickname(_ nickname: String?, of user: UUID, for owner: InboxOwner) throws(InboxStoreError) {
    nicknameMark += 1
    try change(owner) { database, number in try database.setNickname(nickname, of: user, number) }
  }

  /// What the user calls people, by their accounts.
  public func nicknames(for owner: InboxOwner) throws(InboxStoreError) -> [UUID: String] {
    try read(owner) { database, number in
      let statement = try database.cachedStatement(sql: "SELECT user, nickname FROM nicknames WHERE owner = ?")
      let pairs = try Row.fetchCursor(statement, arguments: [number]).map { row in
        (try row.id("user"), try row.presentText("nickname"))
      }.collected()
      return Dictionary(pairs) { first, _ in first }
    }
  }
}

extension Database {
  fileprivate func setNickname(_ nickname: String?, of user: UUID, _ owner: Int64) throws {
    guard let nickname else {
      return try execute(
        sql: "DELETE FROM nicknames WHERE owner = ? AND user = ?", arguments: [owner, Data(user.bytes)])
    }
    try execute(
      sql: "INSERT OR REPLACE INTO nicknames (owner, user, nickname) VALUES (?, ?, ?)",
      arguments: [owner, Data(user.bytes), Data(nickname.utf8)])
  }
}
