internal import Synchronization

/// Slows guessing down, by account and by address, whether the account exists or not. Every attempt is counted before its
/// hash runs, so that many at once are counted too; one that turns out right is given back.
final class LoginThrottle: Sendable {
  /// The limits.
  struct Limits: Sendable {
    /// Wrong passwords for one account.
    var account = RateLimit(burst: 10, interval: .seconds(30))
    /// Wrong passwords, and registrations, from one address.
    var address = RateLimit(burst: 30, interval: .seconds(2))
    /// The most accounts, and the most addresses, that are remembered.
    var capacity = 10_000
  }

  /// One counted attempt.
  struct Attempt: Sendable {
    fileprivate let account: String
    fileprivate let address: String
  }

  private struct State {
    var accounts: AttemptCounter
    var addresses: AttemptCounter
  }

  private let state: Mutex<State>
  private let clock: ServerClock

  init(limits: Limits = Limits(), clock: ServerClock) {
    state = Mutex(
      State(
        accounts: AttemptCounter(RateLimiter(limits.account, capacity: limits.capacity)),
        addresses: AttemptCounter(RateLimiter(limits.address, capacity: limits.capacity))))
    self.clock = clock
  }

  /// Counts an attempt to log in, until ``settle(_:isWrong:)``.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted.
  func charge(account: String, address: String) throws -> Attempt {
    let now = clock.uptime()
    let wait: Duration? = state.withLock { state in
      let waits = [state.accounts.wait(for: account, now: now), state.addresses.wait(for: address, now: now)]
      if let wait = waits.compactMap({ $0 }).max() { return wait }
      state.accounts.begin(account, now: now)
      state.addresses.begin(address, now: now)
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
    return Attempt(account: account, address: address)
  }

  /// An attempt is over. Only a wrong one stays counted: not one that was right, nor one that was never checked.
  func settle(_ attempt: Attempt, isWrong: Bool) {
    let now = clock.uptime()
    state.withLock { state in
      state.accounts.settle(attempt.account, isWrong: isWrong, now: now)
      state.addresses.settle(attempt.address, isWrong: isWrong, now: now)
    }
  }

  /// Counts a registration.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait.
  func chargeRegistration(from address: String) throws {
    let now = clock.uptime()
    let wait: Duration? = state.withLock { state in
      if let wait = state.addresses.wait(for: address, now: now) { return wait }
      state.addresses.charge(address, now: now)
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
  }
}
