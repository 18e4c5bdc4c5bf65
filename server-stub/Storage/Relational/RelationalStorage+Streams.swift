internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func openInbox(tokenHash: [UInt8]) async throws -> InboxOpening? {
    try await read { transaction in
      guard let (session, account) = try transaction.session(tokenHash: tokenHash),
        let (items, changes) = try transaction.standing(of: account.id)
      else { return nil }
      return InboxOpening(
        session: session, account: account, items: items, changes: changes, epoch: try transaction.epoch())
    }
  }

  func openChannel(_ channel: UUID, device: String, tokenHash: [UInt8]) async throws -> ChannelOpening? {
    try await read { transaction in
      guard let (session, account) = try transaction.session(tokenHash: tokenHash) else { return nil }
      let access = try transaction.access(of: account.id, to: channel)
      return ChannelOpening(
        session: session, account: account, access: access,
        side: access == .noChannel ? try transaction.side(of: account.id, with: channel) : nil,
        hasDevice: try transaction.deviceName(device, of: account.id) != nil, epoch: try transaction.epoch())
    }
  }

  func ended(among tokenHashes: Set<[UInt8]>, now: Date) async throws -> Set<[UInt8]> {
    try await read { transaction in
      var (ended, rest) = (tokenHashes, Array(tokenHashes)[...])
      while let filler = rest.first {
        var slice = Array(rest.prefix(SessionSlice.count))
        rest = rest.dropFirst(slice.count)
        slice += Array(repeating: filler, count: SessionSlice.count - slice.count)
        let arguments = slice.reduce(into: [now.milliseconds] as SQLArguments) { $0.append($1) }
        try transaction.forEachRow(SessionSlice.query, arguments) { row in
          ended.remove(row[0])
          return true
        }
      }
      return ended
    }
  }
}

/// Some sessions that are asked for at once: a statement for each would be a journey for each, where the database is another machine.
private enum SessionSlice {
  static let count = 64
  static let query = """
    SELECT tokenHash FROM sessions WHERE expiresAt > ?
      AND tokenHash IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))
    """
}
