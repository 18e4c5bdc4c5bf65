internal import Synchronization

/// Slows guessing down, by account and by address, whether the account exists or not. Every attempt is counted before its
/// hash runs, so that many at once are counted too; one that turns out right is given back.
///
/// A device that has proved that it logged in before has a count of its own, which nobody else's attempts fill. Of the others, one
/// address that is slowed down leaves the rest alone, up to a bound for all together.
///
/// Where there are other nodes, an attempt counts on all of them: on this one first, which costs nothing, then in what they share.
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
  fileprivate enum Counted: Hashable, CaseIterable, Sendable { case account, accountFromAll, address }

  /// One counted attempt.
  struct Attempt: Sendable {
    fileprivate let keys: [Counted: String]
  }

  private let limits: Limits
  private let counters: Mutex<[Counted: AttemptCounter]>
  private let clock: ServerClock
  private let shared: SharedThrottle?

  /// - Parameter shared: what all nodes count together; nil where there is this one alone.
  init(limits: Limits = Limits(), clock: ServerClock, shared: SharedThrottle? = nil) {
    self.limits = limits
    counters = Mutex(
      Dictionary(
        uniqueKeysWithValues: Counted.allCases.map { counted in
          (counted, AttemptCounter(RateLimiter(limits[counted], capacity: limits.capacity)))
        }))
    self.clock = clock
    self.shared = shared
  }

  /// Counts an attempt to log in, until ``recordOutcome(_:isWrong:)``.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; such an attempt is not counted. ``StorageProblem`` where nobody knows what other
  ///   nodes have counted.
  func charge(account: String, by claimant: Claimant) async throws -> Attempt {
    let attempt = Attempt(keys: Self.keys(account, claimant))
    try await count(attempt)
    return attempt
  }

  private func count(_ attempt: Attempt) async throws {
    try countHere(attempt)
    guard let shared else { return }
    let keys = Array(attempt.keys)
    let waits: [Duration]?
    do { waits = try await shared.charge(keys.map(sharedCount)) } catch {
      recordHere(attempt, isWrong: false)
      throw error
    }
    guard let waits else { return }
    recordHere(attempt, isWrong: false)
    throw APIFailure.tooManyRequests(wait: counters.withLock { longest(waits, keys, $0) })
  }

  /// The longest of some waits, where what is being checked here may turn out right.
  private func longest(
    _ waits: [Duration], _ keys: [(key: Counted, value: String)], _ counters: [Counted: AttemptCounter]
  ) -> Duration {
    zip(waits, keys).filter { $0.0 > .zero }.map { wait, key in
      counters[key.key]?.shortened(wait, for: key.value) ?? wait
    }.max() ?? .zero
  }

  private func sharedCount(_ counted: Counted, _ key: String) -> SharedCount {
    SharedCount("login \(counted)", of: key, limits[counted])
  }

  private func countHere(_ attempt: Attempt) throws(APIFailure) {
    let now = clock.uptime()
    let wait: Duration? = counters.withLock { counters in
      let waits = attempt.keys.compactMap { counters[$0.key]?.wait(for: $0.value, now: now) }
      if let wait = waits.max() { return wait }
      for (counted, key) in attempt.keys { counters[counted]?.begin(key, now: now) }
      return nil
    }
    if let wait { throw APIFailure.tooManyRequests(wait: wait) }
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
  func recordOutcome(_ attempt: Attempt, isWrong: Bool) async {
    recordHere(attempt, isWrong: isWrong)
    if !isWrong, let shared { await shared.refund(attempt.keys.map(sharedCount)) }
  }

  private func recordHere(_ attempt: Attempt, isWrong: Bool) {
    let now = clock.uptime()
    counters.withLock { counters in
      for (counted, key) in attempt.keys { counters[counted]?.recordOutcome(key, isWrong: isWrong, now: now) }
    }
  }

  /// Counts a registration, wherever it comes from: behind a proxy that was not named they are few for all.
  ///
  /// - Throws: ``APIFailure`` with 429 and the seconds to wait; ``StorageProblem``.
  func chargeRegistration(from address: ClientAddress) async throws {
    let attempt = Attempt(keys: [.address: address.limitKey])
    try await count(attempt)
    recordHere(attempt, isWrong: true)
  }
}

extension LoginThrottle.Limits {
  fileprivate subscript(counted: LoginThrottle.Counted) -> RateLimit {
    switch counted {
    case .account: account
    case .accountFromAll: accountFromAll
    case .address: address
    }
  }
}
