internal import ServerAPI
internal import Synchronization

/// Slows down those who send too much, each by themselves. Counts are kept in memory and start anew with the server.
final class SendThrottle: Sendable {
  private let limiter: Mutex<RateLimiter>
  private let clock: ServerClock

  init(limit: RateLimit, clock: ServerClock) {
    limiter = Mutex(RateLimiter(limit))
    self.clock = clock
  }

  /// Counts something that is sent.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted.
  func charge(_ sender: PushSender) throws(APIFailure) {
    let now = clock.uptime()
    let wait: Duration? = limiter.withLock { limiter in
      if let wait = limiter.wait(for: sender.text, now: now) { return wait }
      limiter.charge(sender.text, now: now)
      return nil
    }
    if let wait {
      throw APIFailure(.tooManyRequests, "too much is sent at once; try again later").retrying(after: wait)
    }
  }
}
