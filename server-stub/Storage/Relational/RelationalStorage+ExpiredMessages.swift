internal import FoundationEssentials

/// Messages that leave their channels, and the sides of conversations.
extension SQLTransaction {
  /// Removes old messages from the front of their channels.
  ///
  /// - Returns: the last channel of which all is done; nil when that was the last of all.
  func expireMessages(after start: UUID, before date: Date, keeping count: Int, limit: Int) throws -> UUID? {
    let fronts = try all("SELECT id, first, highest FROM channels WHERE id > ? ORDER BY id LIMIT ?", [start, limit]) {
      Front(row: $0, rows: FrontRows.messages)
    }
    var (rest, last) = (limit, start)
    for front in fronts {
      let first = try front.firstKept(self, before: date, keeping: count, limit: rest)
      try removeMessages(of: front, before: first.number)
      guard first.isFinal else { return last }
      (rest, last) = (rest - 1 - Int(first.number - front.first), front.owner)
      guard rest > 0 else { return last }
    }
    return fronts.count < limit ? nil : last
  }

  private func removeMessages(of channel: Front, before first: Int64) throws {
    guard first > channel.first else { return }
    // One channel after another, in the order of their ids.
    try lock(channels: [channel.owner])
    try emptyFeedback(aboutMessagesOf: channel.owner, before: first)
    try execute("DELETE FROM messages WHERE channelID = ? AND sequence < ?", [channel.owner, first])
    try execute("UPDATE channels SET first = ?1 WHERE id = ?2 AND first < ?1", [first, channel.owner])
  }
}

private enum FrontRows {
  static let messages = """
    SELECT sequence, receivedAt FROM messages WHERE channelID = ? ORDER BY sequence LIMIT ?
    """
}
