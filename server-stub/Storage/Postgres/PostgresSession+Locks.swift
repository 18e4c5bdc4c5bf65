#if Postgres
internal import FoundationEssentials
internal import PostgresClient

/// Rows that others may not change until the transaction ends. `NO KEY` means: not against those who refer to them, which changes nothing of
/// them.
extension PostgresSession {
  func lock(accounts: [UUID]) throws {
    try lock("SELECT 1 FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", accounts)
  }

  func lock(accountsWhere condition: SQLCondition) throws -> SQLCondition {
    let locked = try ids(
      "SELECT id FROM accounts WHERE \(condition.sql) ORDER BY id FOR NO KEY UPDATE", condition.arguments)
    if !locked.isEmpty { noteLocks() }
    // While it waited, what the condition reads of other tables may have changed.
    let still = try ids(
      "SELECT id FROM accounts WHERE \(Self.isListed) AND (\(condition.sql))",
      [Self.list(locked)] + condition.arguments)
    return SQLCondition(sql: Self.isListed, arguments: [Self.list(still)])
  }

  func lock(channels: [UUID]) throws {
    try lock("SELECT 1 FROM channels WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", channels)
  }

  func lock(pushes: [Int64]) throws {
    try lock("SELECT 1 FROM pushes WHERE number = ANY($1) ORDER BY number FOR NO KEY UPDATE", pushes)
  }

  func lock(name: String) throws {
    var call = DynamicCall("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) IS NULL")
    call.bind(name)
    _ = try run(call)
  }

  private func lock<Key: PostgresElement & PostgresValue>(_ sql: String, _ keys: [Key]) throws {
    guard !keys.isEmpty else { return }
    var call = DynamicCall(sql)
    call.bind(keys)
    if try !run(call).rows.isEmpty { noteLocks() }
  }

  /// A list that is read once. With `= ANY` it would be read anew for each row, wherever the planner knows of no index that is worth it.
  private static let isListed = "id IN (SELECT unnest(CAST(? AS uuid[])))"

  /// Ids as the text of an array.
  private static func list(_ ids: [UUID]) -> SQLValue {
    .text("{" + ids.map(\.uuidString).joined(separator: ",") + "}")
  }
}
#endif
