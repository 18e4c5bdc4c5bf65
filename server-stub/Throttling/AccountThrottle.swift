internal import FoundationEssentials
internal import ServerAPI
internal import Synchronization

/// Slows down those who ask for what could be guessed, each account by itself. Counts are kept in memory and start anew with the server.
final class AccountThrottle: Sendable {
  private let limiter: Mutex<RateLimiter>
  private let clock: ServerClock

  init(limit: RateLimit, clock: ServerClock) {
    limiter = Mutex(RateLimiter(limit))
    self.clock = clock
  }

  /// Counts an attempt.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted.
  func charge(_ account: Account) throws(APIFailure) {
    let (key, now) = (account.id.uuidString, clock.uptime())
    let wait: Duration? = limiter.withLock { limiter in
      if let wait = limiter.wait(for: key, now: now) { return wait }
      limiter.charge(key, now: now)
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
  }

  /// An attempt was none that guesses: it counts no more.
  func refund(_ account: Account) { limiter.withLock { $0.refund(account.id.uuidString, now: clock.uptime()) } }
}
