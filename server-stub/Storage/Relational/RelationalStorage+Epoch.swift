internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func epoch() async throws -> Epoch { try await read { try $0.epoch() } }

  func copyDate() async throws -> Date? {
    try await read { transaction in
      let date: Int64? = try transaction.value("SELECT copiedAt FROM numbering WHERE copiedAt IS NOT NULL")
      return date.map(Date.init(milliseconds:))
    }
  }

  func uncertainFacts() async throws -> UncertainFacts {
    try await read { transaction in
      UncertainFacts(
        accountCount: try transaction.value("SELECT count(*) FROM accounts") ?? 0,
        administrators: try transaction.values(
          "SELECT email FROM accounts WHERE isAdministrator = 1 ORDER BY emailKey"),
        senderTokens: try transaction.values("SELECT name FROM senderTokens ORDER BY name"),
        blockCount: try transaction.value("SELECT count(*) FROM blocks") ?? 0,
        followCount: try transaction.value("SELECT count(*) FROM follows") ?? 0)
    }
  }

  func beginEpoch() async throws -> Epoch {
    try await write { transaction in
      let epoch = Epoch.random()
      _ = try transaction.lock(accountsWhere: .all)
      try transaction.execute("UPDATE numbering SET epoch = ?, copiedAt = NULL", [epoch.description])
      try transaction.endTransientRows()
      return epoch
    }
  }
}

extension SQLTransaction {
  /// The present numbering.
  func epoch() throws -> Epoch {
    let text: String? = try value("SELECT epoch FROM numbering")
    guard let epoch = text.flatMap(Epoch.init) else { throw NoNumberingError() }
    return epoch
  }

  /// Makes a copy of a database one that is to be put back: whoever serves it begins another numbering first. Twice put back, it begins two.
  /// A copy of a copy that was not served since is as old as that.
  func markCopy(at date: Date) throws {
    try execute("UPDATE numbering SET copiedAt = coalesce(copiedAt, ?)", [date.milliseconds])
    try endTransientRows()
  }

  /// Ends what must not come back after it was ended.
  fileprivate func endTransientRows() throws {
    for table in ["sessions", "knownDevices", "invitations", "followInvitations"] {
      try execute("DELETE FROM \(table)", [])
    }
    try execute("UPDATE accounts SET isFindable = 0 WHERE isFindable = 1", [])
  }
}

/// The database names no numbering: it is damaged.
struct NoNumberingError: Error {}
