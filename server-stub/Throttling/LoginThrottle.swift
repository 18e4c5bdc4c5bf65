internal import Synchronization

/// Slows guessing down, by account and by address, whether the account exists or not. Every attempt is counted before its
/// hash runs, so that many at once are counted too; one that turns out right is given back.
///
/// A device that has proved that it logged in before has a count of its own, which nobody else's attempts fill. Of the others, one
/// address that is slowed down leaves the rest alone, up to a bound for all together.
final class LoginThrottle: Sendable {
  /// The limits.
  struct Limits: Sendable {
    /// Wrong passwords for one account, from one address or one device.
    var account = RateLimit(burst: 10, interval: .seconds(30))
    /// Wrong passwords, and registrations, from one address.
    var address = RateLimit(burst: 30, interval: .seconds(2))
    /// The most accounts, and the most addresses, that are remembered.
    var capacity = 10_000

    /// Wrong passwords for one account from all addresses together, at once; after that it is as often as from one.
    var accountFromAll: RateLimit { RateLimit(burst: 5 * account.burst, interval: account.interval) }
  }

  /// Who tries.
  enum Claimant: Equatable, Sendable {
    /// Somebody at an address.
    case stranger(ClientAddress)
    /// A device that logged in before: the hash of its secret.
    case device([UInt8])
  }

  /// What an attempt counts against.
  fileprivate enum Counted: Hashable, Sendable { case account, accountFromAll, address }

  /// One counted attempt.
  struct Attempt: Sendable {
    fileprivate let keys: [Counted: String]
  }

  private let counters: Mutex<[Counted: AttemptCounter]>
  private let clock: ServerClock

  init(limits: Limits = Limits(), clock: ServerClock) {
    let all: [Counted: RateLimit] = [
      .account: limits.account, .accountFromAll: limits.accountFromAll, .address: limits.address,
    ]
    counters = Mutex(all.mapValues { AttemptCounter(RateLimiter($0, capacity: limits.capacity)) })
    self.clock = clock
  }

  /// Counts an attempt to log in, until ``recordOutcome(_:isWrong:)``.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted.
  func charge(account: String, by claimant: Claimant) throws -> Attempt {
    let now = clock.uptime()
    let attempt = Attempt(keys: Self.keys(account, claimant))
    let wait: Duration? = counters.withLock { counters in
      let waits = attempt.keys.compactMap { counters[$0.key]?.wait(for: $0.value, now: now) }
      if let wait = waits.max() { return wait }
      for (counted, key) in attempt.keys { counters[counted]?.begin(key, now: now) }
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
    return attempt
  }

  private static func keys(_ account: String, _ claimant: Claimant) -> [Counted: String] {
    switch claimant {
    // No address has a line feed, so that no key is another's.
    case .device(let hash): return [.account: "device\n" + hash.map(String.init).joined(separator: " ")]
    case .stranger(let address):
      var keys: [Counted: String] = [.account: "\(address.limitKey)\n\(account)", .accountFromAll: account]
      if address.isLimited { keys[.address] = address.limitKey }
      return keys
    }
  }

  /// An attempt is over. Only a wrong one stays counted: not one that was right, nor one that was never checked.
  func recordOutcome(_ attempt: Attempt, isWrong: Bool) {
    let now = clock.uptime()
    counters.withLock { counters in
      for (counted, key) in attempt.keys { counters[counted]?.recordOutcome(key, isWrong: isWrong, now: now) }
    }
  }

  /// Counts a registration, wherever it comes from: behind a proxy that was not named they are few for all.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait.
  func chargeRegistration(from address: ClientAddress) throws {
    let now = clock.uptime()
    let wait: Duration? = counters.withLock { counters in
      if let wait = counters[.address]?.wait(for: address.limitKey, now: now) { return wait }
      counters[.address]?.charge(address.limitKey, now: now)
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
  }
}
