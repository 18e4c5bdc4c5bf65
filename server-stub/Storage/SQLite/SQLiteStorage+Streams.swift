internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension SQLiteStorage {
  func openInbox(tokenHash: [UInt8]) async throws -> InboxOpening? {
    try await read { database in
      guard let (session, account) = try database.session(tokenHash: tokenHash),
        let (items, changes) = try database.standing(of: account.id)
      else { return nil }
      return InboxOpening(
        session: session, account: account, items: items, changes: changes, epoch: try database.epoch())
    }
  }

  func openChannel(_ channel: UUID, device: String, tokenHash: [UInt8]) async throws -> ChannelOpening? {
    try await read { database in
      guard let (session, account) = try database.session(tokenHash: tokenHash) else { return nil }
      let access = try database.access(of: account.id, to: channel)
      return ChannelOpening(
        session: session, account: account, access: access,
        side: access == .noChannel ? try database.side(of: account.id, with: channel) : nil,
        hasDevice: try database.deviceName(device, of: account.id) != nil, epoch: try database.epoch())
    }
  }

  func ended(among tokenHashes: Set<[UInt8]>, now: Date) async throws -> Set<[UInt8]> {
    try await read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM sessions WHERE tokenHash = ? AND expiresAt > ?")
      return try tokenHashes.filter { hash in
        try Int.fetchOne(statement, arguments: [Data(hash), now.milliseconds]) == nil
      }
    }
  }
}
