internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func redact(_ pushes: [UUID], of account: UUID) async throws -> RedactionOutcome {
    try await write { transaction in
      try transaction.lock(accounts: [account])
      var outcome = RedactionOutcome(redactions: [], changes: [])
      var unseen: [Int64] = []
      for push in pushes {
        if let number = try transaction.redact(push, of: account, &outcome) { unseen.append(number) }
      }
      try transaction.erasePushes(unseenAmong: unseen)
      guard !unseen.isEmpty else { return outcome }
      for index in outcome.redactions.indices where outcome.redactions[index].outcome == .hidden {
        if try transaction.isErased(outcome.redactions[index].push) { outcome.redactions[index].outcome = .erased }
      }
      return outcome
    }
  }
}

extension SQLTransaction {
  /// Hides a push from a user, once.
  ///
  /// - Returns: its number, if its text may be of nobody now.
  fileprivate func redact(_ push: UUID, of account: UUID, _ outcome: inout RedactionOutcome) throws -> Int64? {
    let item = try row(
      """
      SELECT pushes.number, sequence, inbox.isRedacted AS isHidden, pushes.isRedacted AS isErased
      FROM inbox JOIN pushes ON pushes.number = inbox.push WHERE pushes.id = ? AND accountID = ?
      """,
      [push, account])
    guard let item else {
      outcome.redactions.append(Redaction(push: push, outcome: .missing))
      return nil
    }
    let (number, sequence): (Int64, Int64) = (item["number"], item["sequence"])
    outcome.redactions.append(Redaction(push: push, outcome: item["isErased"] as Bool ? .erased : .hidden))
    // What a block has hidden has comments still.
    try eraseFeedback(aboutPush: push, of: account)
    guard !(item["isHidden"] as Bool) else {
      // What stands for it keeps the text for its sender, who is not to know of a block; of a decision they know already.
      let count = try execute(
        """
        DELETE FROM withheld WHERE push = ?
          AND EXISTS (SELECT 1 FROM inbox WHERE inbox.push = withheld.push AND state >= 2 AND isUntold = 0)
        """, [number])
      return count > 0 ? number : nil
    }
    if let change = try hide(item: sequence, of: account) { outcome.changes.append(change) }
    return number
  }

  /// Hides an item from its user.
  ///
  /// - Returns: what is to be sent to the user's devices.
  func hide(item sequence: Int64, of account: UUID) throws -> InboxChange? {
    try execute("UPDATE accounts SET changes = changes + 1 WHERE id = ?", [account])
    try execute(
      """
      UPDATE inbox SET isRedacted = 1, change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
      WHERE accountID = ? AND sequence = ?
      """,
      [account, sequence])
    try execute("DELETE FROM collapsible WHERE accountID = ? AND sequence = ?", [account, sequence])
    return try state(ofItem: sequence, of: account)
  }

  fileprivate func isErased(_ push: UUID) throws -> Bool {
    try value("SELECT isRedacted FROM pushes WHERE id = ?", [push]) ?? false
  }
}
