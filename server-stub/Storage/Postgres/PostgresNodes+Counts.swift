#if Postgres
internal import FoundationEssentials
internal import PostgresClient

/// Counts against limits, by the clock of the database.
extension PostgresNodes {
  private static let charging = PostgresStatement(
    "vault_charge", "SELECT waits FROM vault.charge_attempt($1, $2, $3)",
    taking: [UUID].self, [Int64].self, [Int64].self, giving: [Int64].self)
  /// Locks in the order of the keys, as whoever counts.
  private static let refunding = PostgresStatement(
    "vault_refund",
    """
    WITH asked AS (SELECT * FROM unnest($1, $2) AS asked (key, pause)),
      locked AS (SELECT key FROM vault.throttles WHERE key = ANY($1) ORDER BY key FOR UPDATE)
    UPDATE vault.throttles SET rested = rested - asked.pause FROM locked JOIN asked USING (key)
    WHERE throttles.key = locked.key
    """, taking: [UUID].self, [Int64].self)
  /// Waits for nobody who counts. Nobody has to rest for two hours: what says so is of a clock that was set back, or of nobody.
  private static let forgetting = PostgresStatement(
    "vault_forget_rested",
    """
    WITH moment AS (SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint AS now),
      rested AS (DELETE FROM vault.throttles WHERE key IN (
        SELECT key FROM vault.throttles, moment WHERE rested NOT BETWEEN now + 1 AND now + 7200000000 LIMIT $1 FOR UPDATE OF throttles SKIP LOCKED) RETURNING 1),
      closed AS (DELETE FROM vault.openings WHERE device IN (
        SELECT device FROM vault.openings, moment WHERE number < now - 86400000000 LIMIT $1
        FOR UPDATE OF openings SKIP LOCKED) RETURNING 1)
    SELECT (SELECT count(*) FROM rested) + (SELECT count(*) FROM closed)
    """, taking: Int64.self, giving: Int64.self)

  func charge(_ counts: [SharedCount]) async throws -> [Duration] {
    let call = Self.charging(counts.map(\.key), counts.map(\.microseconds), counts.map { Int64($0.burst) })
    return (try await change(call).first ?? []).map { .microseconds($0) }
  }

  func refund(_ counts: [SharedCount]) async throws {
    _ = try await change(Self.refunding(counts.map(\.key), counts.map(\.microseconds)))
  }

  func forgetOld(limit: Int) async throws -> Bool {
    try await change(Self.forgetting(Int64(limit))).first ?? 0 >= limit
  }
}

extension SharedCount {
  fileprivate var microseconds: Int64 { Int64(interval / .microseconds(1)) }
}
#endif
