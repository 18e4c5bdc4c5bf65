internal import FoundationEssentials
internal import ServerAPI

extension SQLTransaction {
  /// Has a push that was put into inboxes take the place of the items there that its sender gave the same collapse id, for the same
  /// device or for all: those of which nothing is decided. Each keeps its number, and changes.
  ///
  /// - Returns: the changes, by account.
  func collapse(_ push: StoredPush, _ recipients: SQLCondition) throws -> [UUID: InboxChange] {
    guard let key = CollapseKey(push) else { return [:] }
    let changes = try replaceFormer(than: push, key, recipients)
    try execute(
      """
      INSERT INTO collapsible (sender, collapseID, device, accountID, sequence)
      SELECT ?, ?, ?, id, inboxHighest + 1 FROM accounts WHERE \(recipients.sql)
      ON CONFLICT (sender, collapseID, device, accountID) DO UPDATE SET sequence = excluded.sequence
      """, key.arguments + recipients.arguments)
    return changes
  }

  /// Has a push that is in no inbox take the place of those that it would take the place of if it were.
  ///
  /// - Returns: the changes, by account.
  func collapseUnseen(_ push: StoredPush, _ recipients: SQLCondition) throws -> [UUID: InboxChange] {
    guard let key = CollapseKey(push) else { return [:] }
    let changes = try replaceFormer(than: push, key, recipients)
    // Or else the next one would take their place once more.
    try execute(
      """
      DELETE FROM collapsible WHERE sender = ? AND collapseID = ? AND device = ?
        AND accountID IN (SELECT id FROM accounts WHERE \(recipients.sql))
      """, key.arguments + recipients.arguments)
    return changes
  }

  private func replaceFormer(
    than push: StoredPush, _ key: CollapseKey, _ recipients: SQLCondition
  ) throws -> [UUID: InboxChange] {
    // From the recipients on, each by the whole key: before the table has statistics, PostgreSQL would go through all that have the collapse id,
    // in every step of what is spread to many.
    let former = """
      SELECT inbox.accountID, inbox.sequence FROM (
        SELECT id, (
            SELECT sequence FROM collapsible WHERE sender = ? AND collapseID = ? AND device = ? AND accountID = accounts.id) AS place
          FROM accounts WHERE \(recipients.sql)) AS known
        JOIN inbox ON inbox.accountID = known.id AND inbox.sequence = known.place
      WHERE state < 2 AND isRedacted = 0
      """
    let arguments = key.arguments + recipients.arguments
    let pushes: [Int64] = try values(
      "SELECT DISTINCT push FROM inbox WHERE (accountID, sequence) IN (\(former))", arguments)
    try execute(
      "UPDATE accounts SET changes = changes + 1 WHERE id IN (SELECT accountID FROM (\(former)) AS former)", arguments)
    try execute(
      """
      UPDATE inbox SET replacedAt = ?, replacedBy = ?, change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
      WHERE (accountID, sequence) IN (\(former))
      """, [push.createdAt.milliseconds, push.id] + arguments)
    let changes = try all(
      """
      SELECT accountID, \(InboxChange.columns) FROM inbox JOIN pushes ON pushes.number = inbox.push
      WHERE (accountID, sequence) IN (\(former))
      """, arguments, InboxChange.ofAccount(row:))
    try erasePushes(unseenAmong: pushes + (try replaceWithheld(than: push, key, recipients)))
    return Dictionary(changes) { first, _ in first }
  }
}

/// What the pushes that take each other's place have in common.
struct CollapseKey {
  let sender: PushSender
  let collapseID: String
  /// The token of the one device that they are for; empty for all.
  let device: String

  /// Nil for a push that takes no other's place.
  init?(_ push: StoredPush) {
    guard let id = push.manner.collapseID else { return nil }
    (sender, collapseID, device) = (push.sender, id, push.recipient.device ?? "")
  }

  /// For the columns `sender`, `collapseID` and `device`.
  var arguments: SQLArguments { [sender.text, collapseID, device] }
}
