internal import Synchronization

/// What the tokens of the last seconds open, on a node of several: a request then asks the database for nothing but its own work.
///
/// Whatever ends a session or changes what it may do is told by the feed, and everything is looked up anew then. Where the feed is not heard for
/// ``lifetime``, nothing here counts, and nothing counts for longer: so no node lets in for longer than that who is out everywhere else.
final class TokenCache<Value: Sendable>: Sendable {
  /// How long something counts at most, since it was looked up, and since the feed was heard.
  static var lifetime: Duration { .seconds(5) }
  /// The most tokens; when there are more, all are looked up anew.
  private static var capacity: Int { 10_000 }

  private struct Entry {
    let value: Value
    /// When it was asked for.
    let since: Duration
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    /// Counts the removals: what was asked for before the last one may be outdated.
    var removals = 0
    /// Up to when the feed is known.
    var heardUntil: Duration?
  }

  private let state = Mutex(State())
  private let clock: ServerClock
  private let figures: CacheFigures

  init(clock: ServerClock, figures: CacheFigures) { (self.clock, self.figures) = (clock, figures) }

  /// What a token opens, as far as that is known here.
  ///
  /// - Parameter tokenHash: the SHA-256 of the token.
  func value(of tokenHash: [UInt8]) -> Value? {
    let now = clock.uptime()
    return state.withLock { state in
      guard let heard = state.heardUntil, now - heard <= Self.lifetime, let entry = state.entries[tokenHash],
        now - entry.since <= Self.lifetime
      else { return nil }
      figures.hits.add(1)
      return entry.value
    }
  }

  /// What a token opens, looked up where it isn't known here.
  ///
  /// - Throws: what `lookUp` throws.
  func value(of tokenHash: [UInt8], _ lookUp: () async throws -> Value?) async throws -> Value? {
    if let value = value(of: tokenHash) { return value }
    figures.misses.add(1)
    let (start, removals) = (clock.uptime(), state.withLock(\.removals))
    guard let value = try await lookUp() else { return nil }
    state.withLock { state in
      guard state.removals == removals else { return }
      if state.entries.count >= Self.capacity { state.entries = [:] }
      state.entries[tokenHash] = Entry(value: value, since: start)
    }
    return value
  }

  /// Forgets those that satisfy a condition: they are looked up anew.
  func removeAll(where condition: (Value) -> Bool = { _ in true }) {
    state.withLock { state in
      state.removals += 1
      state.entries = state.entries.filter { !condition($0.value.value) }
    }
  }

  /// The feed was read, and all that it said was done, of what happened until a moment.
  func hear(until moment: Duration) {
    state.withLock { state in
      state.heardUntil = moment
      // What can't count any more need not lie about.
      state.entries = state.entries.filter { moment - $0.value.since <= Self.lifetime }
    }
  }
}

/// What tokens open on a node of several: sessions, and the tokens of programs.
struct TokenCaches: Sendable {
  let sessions: TokenCache<(StoredSession, StoredAccount)>
  let programs: TokenCache<StoredSenderToken>

  init(clock: ServerClock, figures: CacheFigures) {
    sessions = TokenCache(clock: clock, figures: figures)
    programs = TokenCache(clock: clock, figures: figures)
  }

  /// Something has ended, or may do something else than before.
  func removeAll() {
    sessions.removeAll()
    programs.removeAll()
  }

  /// As ``TokenCache/hear(until:)``.
  func hear(until moment: Duration) {
    sessions.hear(until: moment)
    programs.hear(until: moment)
  }
}
