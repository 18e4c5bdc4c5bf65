#if Postgres
internal import FoundationEssentials
internal import PostgresClient
internal import Synchronization

/// What the database has noted of what nodes did. Whoever commits something pokes the others; a poke has no content, and one that is lost costs a
/// second.
final class PostgresFeed: StorageFeed {
  /// How long what happened is remembered.
  struct Memory {
    /// For nodes that have not looked yet.
    var kept = Duration.seconds(300)
    /// One that did not look for longer than this can't trust the feed.
    var trusted = Duration.seconds(240)
  }

  /// Whoever waits in vain for a poke looks after so long.
  private static let interval = Duration.seconds(1)

  private let memory: Memory
  private let listener: PostgresListener
  private let reads: PostgresLanes
  private let writes: PostgresLanes
  private let place = Mutex(Place())
  let hints: AsyncStream<Void>
  private let sources: [Task<Void, Never>]

  /// Where it has been read up to.
  private struct Place {
    /// Which transactions had ended then, as PostgreSQL writes a snapshot.
    var snapshot: String?
    var mark: UUID?
    var readAt: ContinuousClock.Instant?
    /// Before that transaction nothing is needed any more, from a moment on.
    var outdated: (lower: TransactionID, from: ContinuousClock.Instant)?
  }

  /// Begins to listen.
  ///
  /// - Throws: ``PostgresError/Kind/configuration`` when the system has no threads to give.
  init(
    _ address: PostgresAddress, reads: PostgresLanes, writes: PostgresLanes, memory: Memory = Memory()
  ) throws(PostgresError) {
    (self.reads, self.writes, self.memory) = (reads, writes, memory)
    listener = try PostgresListener(address, channel: "vault")
    let (hints, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.hints = hints
    sources = [
      Task { [pokes = listener.pokes] in for await _ in pokes { continuation.yield() } },
      Task {
        while !Task.isCancelled {
          continuation.yield()
          do { try await Task.sleep(for: Self.interval) } catch { return }
        }
      },
    ]
  }

  deinit { close() }

  /// Something was committed: the others are to look.
  func poke() { listener.poke() }

  /// How often others were told of news, and it was heard from them.
  var pokes: (sent: Int, heard: Int) { listener.counts }

  /// Stops listening.
  func close() {
    listener.close()
    for source in sources { source.cancel() }
  }

  // MARK: Reading

  /// What was committed since, and nothing twice: a transaction that stays open anywhere on the server, in another database, too, would otherwise
  /// have everything since its beginning read again and again. A row of a transaction to come is nobody's.
  private static let happenings = PostgresStatement(
    "vault_happenings",
    """
    SELECT DISTINCT kind, subject, number, change, owner, partner, device FROM vault.happenings
    WHERE (xid >= pg_catalog.pg_snapshot_xmax(CAST($1 AS pg_snapshot))
        OR xid = ANY (ARRAY(SELECT pg_catalog.pg_snapshot_xip(CAST($1 AS pg_snapshot)))))
      AND xid < pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
    """, .reads, taking: String.self,
    giving: Int16.self, UUID?.self, Int64?.self, Int64?.self, UUID?.self, UUID?.self, String?.self)
  /// The function gives the same answer in the same statement of the same snapshot.
  private static let standing = PostgresStatement(
    "vault_feed_standing",
    """
    SELECT pg_catalog.pg_snapshot_xmin(standing), CAST(standing AS text), (SELECT mark FROM vault.feedMark)
    FROM pg_catalog.pg_current_snapshot() AS standing
    """, .reads, giving: TransactionID.self, String.self, UUID?.self)
  private static let setMark = PostgresStatement(
    "vault_set_feed_mark",
    "INSERT INTO vault.feedMark (one, mark) VALUES (1, $1) ON CONFLICT DO NOTHING RETURNING mark", .idempotent,
    taking: UUID.self, giving: UUID.self)
  private static let forget = PostgresStatement(
    "vault_forget_happenings",
    """
    DELETE FROM vault.happenings
    WHERE xid < $1 OR xid >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
    """, .idempotent, taking: TransactionID.self)

  func read() async throws -> [Happening] {
    do throws(PostgresError) { return try await readOnce() } catch { throw error.told }
  }

  private func readOnce() async throws(PostgresError) -> [Happening] {
    let former = place.withLock { $0 }
    let (lower, snapshot, mark, rows) = try await reads.transaction(.snapshot) { (transaction) throws(PostgresError) in
      guard let (lower, snapshot, mark) = try transaction.run(Self.standing()).first else {
        throw PostgresError(.programming)
      }
      return (lower, snapshot, mark, try transaction.run(Self.happenings(former.snapshot ?? snapshot)))
    }
    guard let mark else {
      // It was never used, or emptied by a crash.
      _ = try await writes.run(Self.setMark(UUID()))
      place.withLock { $0.mark = nil }
      return [.anything]
    }
    let isTrusted =
      former.mark == mark && (former.readAt.map { ContinuousClock.now - $0 < memory.trusted } ?? false)
    // Before the place moves on: what was read is read again where this comes to nothing.
    try await forgetOld(lower)
    place.withLock { ($0.snapshot, $0.mark, $0.readAt) = (snapshot, mark, .now) }
    return rows.compactMap(Happening.init(row:)) + (isTrusted ? [] : [.anything])
  }

  /// Deletes what every node has read long ago.
  private func forgetOld(_ lower: TransactionID) async throws(PostgresError) {
    let due = place.withLock { place -> TransactionID? in
      guard let outdated = place.outdated, outdated.from > .now else {
        defer { place.outdated = (lower, .now + memory.kept) }
        return place.outdated?.lower
      }
      return nil
    }
    if let due { _ = try await writes.run(Self.forget(due)) }
  }

  // MARK: Comparing

  private static let inboxes = PostgresStatement(
    "vault_inbox_places", "SELECT id, inboxHighest, changes FROM vault.accounts WHERE id = ANY($1)", .reads,
    taking: [UUID].self, giving: UUID.self, Int64.self, Int64.self)
  private static let messages = PostgresStatement(
    "vault_message_places", "SELECT id, highest FROM vault.channels WHERE id = ANY($1)", .reads, taking: [UUID].self,
    giving: UUID.self, Int64.self)

  func inboxes(among accounts: [UUID]) async throws -> [UUID: InboxStanding] {
    do throws(PostgresError) {
      let rows = try await reads.run(Self.inboxes(accounts))
      return Dictionary(uniqueKeysWithValues: rows.map { ($0.0, InboxStanding(items: $0.1, changes: $0.2)) })
    } catch { throw error.told }
  }

  func messages(among channels: [UUID]) async throws -> [UUID: Int64] {
    do throws(PostgresError) {
      let rows = try await reads.run(Self.messages(channels))
      return Dictionary(uniqueKeysWithValues: rows.map { ($0.0, $0.1) })
    } catch { throw error.told }
  }
}

extension Happening {
  /// Nil for a row of a newer version, which a node of this one does not know how to tell.
  fileprivate init?(
    row: (kind: Int16, subject: UUID?, number: Int64?, change: Int64?, owner: UUID?, partner: UUID?, device: String?)
  ) {
    switch (row.kind, row.subject, row.number, row.owner) {
    case (0, let account?, let number?, _):
      self = .inbox(account, InboxStanding(items: number, changes: row.change ?? 0))
    case (1, let channel?, let number?, _): self = .messages(channel, highest: number)
    case (2, let side?, let number?, let owner?):
      guard let partner = row.partner else { return nil }
      self = .conversation(side: side, of: owner, with: partner, highest: number)
    case (3, _, _, _): self = .endings
    case (4, let channel?, _, let account?): self = .left(channel: channel, account: account)
    case (5, _, _, _): self = .anything
    case (6, _, let number?, _):
      guard let device = row.device else { return nil }
      self = .opened(device: device, number: number)
    default: return nil
    }
  }
}
#endif
