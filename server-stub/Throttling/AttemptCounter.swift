/// Counts attempts, those included whose outcome is not known yet.
///
/// Many devices of one user that log in at once, as after a power cut, come to the limit by attempts that will turn out right.
/// They are not to wait as long as after wrong ones.
struct AttemptCounter: Sendable {
  private var limiter: RateLimiter
  /// The attempts that are being checked, by key.
  private var checking: [String: Int] = [:]

  /// How long to wait where the attempts at work, if they are right, make room.
  private static let shortWait = Duration.seconds(1)

  init(_ limiter: RateLimiter) { self.limiter = limiter }

  /// How long `key` has to wait until its next attempt; nil when it need not.
  func wait(for key: String, now: Duration) -> Duration? {
    limiter.wait(for: key, now: now).map { shortened($0, for: key) }
  }

  /// A time to wait, where the attempts that are being checked may turn out right.
  func shortened(_ wait: Duration, for key: String) -> Duration {
    guard let count = checking[key] else { return wait }
    return max(wait - limiter.limit.interval * count, Self.shortWait)
  }

  /// Counts an attempt whose outcome is not known yet.
  mutating func begin(_ key: String, now: Duration) {
    limiter.charge(key, now: now)
    checking[key, default: 0] += 1
  }

  /// An attempt is over; only a wrong one stays counted.
  mutating func recordOutcome(_ key: String, isWrong: Bool, now: Duration) {
    let rest = checking[key, default: 1] - 1
    checking[key] = rest > 0 ? rest : nil
    if !isWrong { limiter.refund(key, now: now) }
  }
}
