internal import Synchronization

/// What the tokens of the last seconds open: a request then asks the database for nothing but its own work.
///
/// Whatever ends a session or changes what it may do begins another generation (``TokenGenerations``), in which everything is looked up anew. Nothing
/// counts for longer than ``lifetime``, heard of or not.
final class TokenCache<Value: Sendable>: Sendable {
  /// How long something counts at most, since it was looked up.
  static var lifetime: Duration { .seconds(5) }
  /// The most tokens; when there are more, all are looked up anew.
  private static var capacity: Int { 10_000 }

  private struct Entry {
    let value: Value
    /// When it was asked for.
    let since: Duration
    let generation: UInt64
  }

  private struct State {
    var entries: [[UInt8]: Entry] = [:]
    /// Counts the removals: what was asked for before the last one may be outdated.
    var removals = 0
    /// When what can't count any more was removed last.
    var clearedAt = Duration.zero

    /// Removes what can't count any more and need not lie about, and all where there is no room.
    mutating func clear(at now: Duration) {
      if now - clearedAt > lifetime {
        entries = entries.filter { now - $0.value.since <= lifetime }
        clearedAt = now
      }
      if entries.count >= capacity { entries = [:] }
    }
  }

  private let state = Mutex(State())
  private let generations: any TokenGenerations
  private let clock: ServerClock
  private let figures: CacheFigures

  init(_ generations: any TokenGenerations, clock: ServerClock, figures: CacheFigures) {
    (self.generations, self.clock, self.figures) = (generations, clock, figures)
  }

  /// What a token opens, as far as that is known here.
  ///
  /// - Parameter tokenHash: the SHA-256 of the token.
  func value(of tokenHash: [UInt8]) -> Value? {
    let now = clock.uptime()
    guard let generation = generations.current(at: now) else { return nil }
    let entry = state.withLock { $0.entries[tokenHash] }
    guard let entry, entry.generation == generation, now - entry.since <= Self.lifetime else { return nil }
    figures.hits.add(1)
    return entry.value
  }

  /// What a token opens, looked up where it isn't known here.
  ///
  /// - Throws: what `lookUp` throws.
  func value(of tokenHash: [UInt8], _ lookUp: () async throws -> Value?) async throws -> Value? {
    if let value = value(of: tokenHash) { return value }
    figures.misses.add(1)
    let (start, removals) = (clock.uptime(), state.withLock(\.removals))
    // Before it is looked up: what ends meanwhile begins another one.
    let generation = generations.current(at: start)
    guard let value = try await lookUp() else { return nil }
    guard let generation else { return value }
    state.withLock { state in
      guard state.removals == removals else { return }
      state.clear(at: start)
      state.entries[tokenHash] = Entry(value: value, since: start, generation: generation)
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
}

/// What tokens open: sessions, and the tokens of programs.
struct TokenCaches: Sendable {
  let sessions: TokenCache<(StoredSession, StoredAccount)>
  let programs: TokenCache<StoredSenderToken>

  init(_ generations: any TokenGenerations, clock: ServerClock, figures: CacheFigures) {
    sessions = TokenCache(generations, clock: clock, figures: figures)
    programs = TokenCache(generations, clock: clock, figures: figures)
  }

  /// Something has ended, or may do something else than before.
  func removeAll() {
    sessions.removeAll()
    programs.removeAll()
  }
}
