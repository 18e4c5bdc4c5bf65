internal import FoundationEssentials
internal import Synchronization

extension RelationalStorage {
  func expireOnce(_ what: Expirable, limit: Int) async throws -> Bool {
    let limit = max(limit, 1)
    return switch what {
    case .sessions(let date): try await write { try $0.expireSessions(before: date, limit: limit) }
    case .feedback(let date): try await write { try $0.expireErasedFeedback(before: date, limit: limit) }
    case .items(let date, let count):
      try await step(expiry.account) {
        try $0.expireItems(after: $1 ?? .beforeAll, before: date, keeping: count, limit: limit)
      }
    case .messages(let date, let count):
      try await step(expiry.channel) {
        try $0.expireMessages(after: $1 ?? .beforeAll, before: date, keeping: count, limit: limit)
      }
    case .pushes(let date):
      try await step(expiry.push) { try $0.expirePushes(after: $1 ?? 0, before: date, limit: limit) }
    case .attachments(let date):
      try await step(expiry.attachment) { try $0.expireAttachments(after: $1 ?? 0, before: date, limit: limit) }
    }
  }

  /// One step from where the last one ended, to where this one does; nil stands for the beginning and for the end.
  private func step<Place: Sendable>(
    _ position: borrowing Mutex<Place?>,
    _ body: @escaping @Sendable (any SQLTransaction, Place?) throws -> Place?
  ) async throws -> Bool {
    let start = position.withLock { $0 }
    let end = try await write { try body($0, start) }
    position.withLock { $0 = end }
    return end != nil
  }
}

extension SQLTransaction {
  /// - Returns: whether there may be more.
  fileprivate func expireSessions(before date: Date, limit: Int) throws -> Bool {
    var count = 0
    for (table, key) in [("sessions", "tokenHash"), ("invitations", "codeHash"), ("followInvitations", "codeHash")] {
      count += try execute(
        "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE expiresAt < ? LIMIT ?)",
        [date.milliseconds, limit - count])
      guard count < limit else { return true }
    }
    return false
  }

  /// - Returns: the last picture that was looked at; nil when that was the last of all.
  fileprivate func expireAttachments(after start: Int64, before date: Date, limit: Int) throws -> Int64? {
    // One has as many bytes as many rows, and all of them are overwritten.
    let count = max(limit / 50, 1)
    let numbers: [Int64] = try values(
      "SELECT number FROM attachments WHERE number > ? ORDER BY number LIMIT ?", [start, count])
    guard let last = numbers.last else { return nil }
    try execute(
      """
      DELETE FROM attachments WHERE number > ? AND number <= ? AND createdAt < ?
        AND NOT EXISTS (SELECT 1 FROM pushes WHERE attachment = attachments.number)
        AND NOT EXISTS (SELECT 1 FROM channels WHERE picture = attachments.id)
      """,
      [start, last, date.milliseconds])
    return numbers.count < count ? nil : last
  }
}
