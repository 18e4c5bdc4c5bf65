internal import FoundationEssentials
internal import GRDB
internal import ServerAPI

extension Database {
  /// Has a push that was put into inboxes take the place of the items there that its sender gave the same collapse id, for the same
  /// device or for all: those of which nothing is decided. Each keeps its number, and changes.
  ///
  /// - Returns: the changes, by account.
  func collapse(_ push: StoredPush, _ recipients: Recipients) throws -> [UUID: InboxChange] {
    guard let id = push.manner.collapseID else { return [:] }
    let key: StatementArguments = [push.sender.text, id, push.recipient.device ?? ""]
    let former = """
      SELECT accountID, sequence FROM collapsible JOIN inbox USING (accountID, sequence)
      WHERE sender = ? AND collapseID = ? AND device = ? AND state < 2 AND isRedacted = 0
        AND accountID IN (SELECT id FROM accounts WHERE \(recipients.condition))
      """
    let arguments = key + recipients.arguments
    let pushes = try Int64.fetchAll(
      self, sql: "SELECT DISTINCT push FROM inbox WHERE (accountID, sequence) IN (\(former))", arguments: arguments)
    try execute(
      sql: "UPDATE accounts SET changes = changes + 1 WHERE id IN (SELECT accountID FROM (\(former)))",
      arguments: arguments)
    try execute(
      sql: """
        UPDATE inbox SET replacedAt = ?, change = (SELECT changes FROM accounts WHERE id = inbox.accountID)
        WHERE (accountID, sequence) IN (\(former))
        """, arguments: [push.createdAt.milliseconds] + arguments)
    let changes = try Row.fetchAll(
      self,
      sql: """
        SELECT accountID, \(InboxChange.columns) FROM inbox JOIN pushes ON pushes.number = inbox.push
        WHERE (accountID, sequence) IN (\(former))
        """, arguments: arguments
    ).compactMap { row in UUID(uuidString: row["accountID"]).map { ($0, InboxChange(row: row)) } }
    try execute(
      sql: """
        INSERT OR REPLACE INTO collapsible (sender, collapseID, device, accountID, sequence)
        SELECT ?, ?, ?, id, inboxHighest + 1 FROM accounts WHERE \(recipients.condition)
        """, arguments: arguments)
    try erasePushes(unseenAmong: pushes)
    return Dictionary(changes) { first, _ in first }
  }
}
