internal import FoundationEssentials
internal import ServerAPI

extension RelationalStorage {
  func sentPushes(_ query: SentPushQuery, from sender: PushSender, now: Date) async throws -> SentPushes? {
    let page = try await read { try $0.sentPushes(query, from: sender, now: now) }
    let expired = page?.pushes.filter { $0.state == .expired } ?? []
    guard !expired.isEmpty else { return page }
    // A decision that came in time may be on its way to the disk, as where the state of one push is asked for. All that was to be written
    // for those who decide before this write, which writes nothing, is there when it is done; the page is read beside the writer again, since
    // to read it takes long enough to keep others from writing. A decision that comes later is refused.
    try await write { try $0.lock(accounts: expired.map(\.user)) }
    return try await read { try $0.sentPushes(query, from: sender, now: now) }
  }
}

enum SentPushRows {
  /// The most rows that are read for one page, however few of them it has.
  static let count = ServerLimits.pageCount

  /// An item is what its sender is told of it, unless it was decided untold: then what is withheld is. `?1` is the sender, `?2` the number
  /// that a page begins before, `?3` the most rows.
  static let query = """
    SELECT \(AccountColumn.sql), pushes.id AS push, pushes.number, pushes.createdAt AS sentAt, pushes.expiresAt, pushes.payload,
      \(PushColumns.isGone), coalesce(inbox.state, 0) AS state, inbox.stateSince,
      CASE WHEN inbox.push IS NULL THEN withheld.replacedAt ELSE inbox.replacedAt END AS replacedAt
    FROM pushes
    JOIN accounts ON accounts.id = pushes.addressee
    LEFT JOIN inbox ON inbox.push = pushes.number AND inbox.isUntold = 0
    LEFT JOIN withheld ON withheld.push = pushes.number
    WHERE pushes.sender = ?1 AND pushes.addressee IS NOT NULL AND pushes.number < ?2
    ORDER BY pushes.number DESC LIMIT ?3
    """
}

extension SQLTransaction {
  fileprivate func sentPushes(_ query: SentPushQuery, from sender: PushSender, now: Date) throws -> SentPushes? {
    var start = Int64.max
    if let push = query.before {
      guard let number = try number(ofPush: push, from: sender) else { return nil }
      start = number
    }
    var (page, last, count) = (SentPushes(), UUID?.none, 0)
    try forEachRow(SentPushRows.query, [sender.text, start, SentPushRows.count + 1]) { row in
      guard count < SentPushRows.count, page.pushes.count < query.limit else {
        page.next = last
        return false
      }
      guard let push = SentPush(row: row, now: now) else { return true }
      if query.state == nil || query.state == push.state { page.pushes.append(push) }
      (last, count) = (push.push, count + 1)
      return true
    }
    return page
  }

  private func number(ofPush push: UUID, from sender: PushSender) throws -> Int64? {
    try value("SELECT number FROM pushes WHERE id = ? AND sender = ? AND addressee IS NOT NULL", [push, sender.text])
  }
}

extension SentPush {
  /// Nil for a row that no version of the server has written.
  fileprivate init?(row: any SQLRow, now: Date) {
    guard let account = StoredAccount(row: row), let push: UUID = row["push"] else { return nil }
    let expiresAt = (row["expiresAt"] as Int64?).map(Date.init(milliseconds:))
    let decided = InboxState(number: row["state"]) ?? .pending
    let (state, since): (SentPushState, Date?) =
      if decided.isDecision, let changed: Int64 = row["stateSince"] {
        (decided == .accepted ? .accepted : .rejected, Date(milliseconds: changed))
      } else if let replaced: Int64 = row["replacedAt"] {
        (.expired, Date(milliseconds: replaced))
      } else if let expiresAt, expiresAt <= now {
        (.expired, expiresAt)
      } else {
        (.open, nil)
      }
    self.init(
      push: push, user: account.id, name: Account(account).shortName, createdAt: Date(milliseconds: row["sentAt"]),
      expiresAt: expiresAt, state: state, since: since, payload: row["isGone"] as Bool ? nil : row["payload"])
  }
}
