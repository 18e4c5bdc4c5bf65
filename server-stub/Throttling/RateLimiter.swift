/// How often something may happen: `burst` times at once, then once an `interval`.
struct RateLimit: Equatable, Sendable {
  let burst: Int
  let interval: Duration
}

/// Counts attempts by key with the generic cell rate algorithm: one time per key, and none for a key that is fully rested.
/// The time is given by the caller, so it can be any clock that only goes forward.
struct RateLimiter: Sendable {
  let limit: RateLimit
  /// The most keys that are remembered; the ones closest to rest are forgotten first, so a flood of new keys can't push
  /// out the one under attack.
  let capacity: Int
  private var restedAt: [String: Duration] = [:]

  init(_ limit: RateLimit, capacity: Int = 10_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// The number of keys remembered.
  var count: Int { restedAt.count }

  /// How long `key` has to wait until its next attempt; nil when it need not.
  func wait(for key: String, now: Duration) -> Duration? {
    guard let rested = restedAt[key] else { return nil }
    let early = rested - now - limit.interval * (limit.burst - 1)
    return early > .zero ? early : nil
  }

  /// Counts an attempt.
  mutating func charge(_ key: String, now: Duration) {
    if restedAt[key] == nil, restedAt.count >= capacity { makeRoom(now: now) }
    restedAt[key] = max(restedAt[key] ?? now, now) + limit.interval
  }

  /// Undoes one attempt.
  mutating func refund(_ key: String, now: Duration) {
    guard let rested = restedAt[key] else { return }
    let earlier = rested - limit.interval
    restedAt[key] = earlier > now ? earlier : nil
  }

  private mutating func makeRoom(now: Duration) {
    restedAt = restedAt.filter { $0.value > now }
    guard restedAt.count >= capacity else { return }
    let kept = restedAt.sorted { $0.value > $1.value }.prefix(capacity * 3 / 4)
    restedAt = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
  }
}
