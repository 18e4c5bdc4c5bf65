internal import FoundationEssentials
internal import ServerAPI

/// What persons send to each other: what its recipient lets in, and what is kept from a recipient without its sender being told.
extension SQLTransaction {
  /// Why something personal is not taken; nil where it is. Who is not there is answered as one who doesn't follow.
  func refusal(of push: StoredPush) throws -> PushOutcome? {
    guard let personal = push.personal, personal.kind == .proposal else { return nil }
    guard try mayArrive(personal) else { return .notFollowed }
    let count = try waitingCount(personal, at: push.createdAt)
    return count < ServerLimits.waitingPushCount ? nil : .tooManyWaiting
  }

  /// Whether its recipient has blocked its sender.
  func isBlocked(_ personal: PersonalPush) throws -> Bool {
    try hasRow("SELECT 1 FROM blocks WHERE account = ? AND blocked = ?", [personal.recipient, personal.sender])
  }

  /// Keeps a push of somebody blocked from all inboxes, and has its sender told that it is in one.
  ///
  /// - Returns: the changes of what it takes the place of, by account.
  func withhold(_ push: StoredPush, number: Int64, _ recipients: SQLCondition) throws -> [UUID: InboxChange] {
    let replaced = try collapseUnseen(push, recipients)
    try execute("UPDATE pushes SET inboxCount = 1 WHERE number = ?", [number])
    try execute(
      "INSERT INTO withheld (push, accountID, peer, waitsUntil, collapseID) VALUES (?, ?, ?, ?, ?)",
      [number, push.personal?.recipient, push.personal?.sender, push.waitsUntil, push.manner.collapseID])
    return replaced
  }

  /// Hides from a user what somebody sent whom they block: what waits, and no device of theirs has. Its sender is told that it waits.
  func withholdWaiting(from peer: UUID, of account: UUID, at date: Date) throws -> [InboxChange] {
    let sequences: [Int64] = try values(
      """
      SELECT sequence FROM inbox
      WHERE accountID = ? AND peer = ? AND state < 2 AND isRedacted = 0 AND replacedAt IS NULL
        AND (waitsUntil IS NULL OR waitsUntil > ?)
        AND sequence > (SELECT coalesce(max(acknowledged), 0) FROM devices WHERE accountID = inbox.accountID)
      ORDER BY sequence
      """,
      [account, peer, date.milliseconds])
    return try sequences.compactMap { sequence in
      try execute(
        """
        INSERT INTO withheld (push, accountID, peer, waitsUntil, collapseID)
        SELECT push, accountID, peer, waitsUntil, collapseID FROM inbox JOIN pushes ON pushes.number = push
        WHERE accountID = ? AND sequence = ?
        """,
        [account, sequence])
      return try hide(item: sequence, of: account)
    }
  }

  /// Has a push take the place of those that were withheld, and that its sender gave the same collapse id.
  ///
  /// - Returns: their numbers.
  func replaceWithheld(than push: StoredPush, _ key: CollapseKey, _ recipients: SQLCondition) throws -> [Int64] {
    guard case .account(let peer) = key.sender, key.device.isEmpty else { return [] }
    let numbers: [Int64] = try values(
      """
      SELECT push FROM withheld WHERE peer = ? AND collapseID = ? AND replacedAt IS NULL
        AND accountID IN (SELECT id FROM accounts WHERE \(recipients.sql))
        AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push AND state >= 2 AND isUntold = 0)
      """,
      [peer, key.collapseID] + recipients.arguments)
    for number in numbers {
      // An item that a block has hidden is nothing any more that its user's devices have to be told of; one that was decided untold stays
      // what it is for them.
      let arguments: SQLArguments = [push.createdAt.milliseconds, number]
      try execute("UPDATE withheld SET replacedAt = ? WHERE push = ?", arguments)
      try execute("UPDATE inbox SET replacedAt = ? WHERE push = ? AND isUntold = 0", arguments)
    }
    return numbers
  }

  /// Whether its recipient lets its sender in.
  func mayArrive(_ personal: PersonalPush) throws -> Bool {
    try hasRow("SELECT 1 FROM follows WHERE followed = ? AND follower = ?", [personal.sender, personal.recipient])
  }

  /// How many of a sender wait for a recipient, as the sender knows it: what a block has hidden is among them.
  private func waitingCount(_ personal: PersonalPush, at date: Date) throws -> Int {
    try value(
      """
      SELECT count(*) FROM (
        SELECT push FROM inbox
        WHERE accountID = ?1 AND peer = ?2 AND waitsUntil > ?3 AND state < 2 AND isRedacted = 0 AND replacedAt IS NULL
        UNION ALL
        SELECT push FROM withheld
        WHERE accountID = ?1 AND peer = ?2 AND waitsUntil > ?3 AND replacedAt IS NULL
          AND NOT EXISTS (SELECT 1 FROM inbox WHERE push = withheld.push AND state >= 2 AND isUntold = 0)) AS waiting
      """,
      [personal.recipient, personal.sender, date.milliseconds]) ?? 0
  }
}
