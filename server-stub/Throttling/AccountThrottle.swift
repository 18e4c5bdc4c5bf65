internal import FoundationEssentials
internal import ServerAPI
internal import Synchronization

/// Slows down those who ask for what could be guessed, each account by itself, on all nodes together. Counts are kept in memory, of the server or of the
/// database that nodes share, and start anew with it.
final class AccountThrottle: Sendable {
  private let what: String
  private let limiter: Mutex<RateLimiter>
  private let clock: ServerClock
  private let shared: SharedThrottle?

  /// - Parameters:
  ///   - what: tells what is asked for from all else that is.
  ///   - shared: what all nodes count together; nil where there is this one alone.
  init(_ what: String, limit: RateLimit, clock: ServerClock, shared: SharedThrottle?) {
    self.what = what
    limiter = Mutex(RateLimiter(limit))
    self.clock = clock
    self.shared = shared
  }

  /// Counts an attempt.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted. ``StorageProblem``.
  func charge(_ account: Account) async throws {
    let (key, now) = (account.id.uuidString, clock.uptime())
    let wait: Duration? = limiter.withLock { limiter in
      if let wait = limiter.wait(for: key, now: now) { return wait }
      limiter.charge(key, now: now)
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
    do { try await shared?.charge(count(of: account)) } catch {
      refundHere(account)
      throw error
    }
  }

  /// An attempt was none that guesses: it counts no more.
  func refund(_ account: Account) async {
    refundHere(account)
    if let shared { await shared.refund([count(of: account)]) }
  }

  private func refundHere(_ account: Account) {
    limiter.withLock { $0.refund(account.id.uuidString, now: clock.uptime()) }
  }

  private func count(of account: Account) -> SharedCount {
    SharedCount(what, of: account.id.uuidString, limiter.withLock(\.limit))
  }
}
