/// Whether the vault is open, for whom and until when. Pure: events in, actions out; a shell around it holds the keys and
/// the timer.
///
/// `locked -> verifying(epoch) -> unlocked(until, tickets) -> locked`. Every lock raises the epoch, and a verification that
/// finishes under an older one is thrown away: a lock can't be overtaken.
public struct SessionLock: Sendable {
  /// A moment on a clock that counts suspended time.
  public typealias Instant = ContinuousClock.Instant

  /// For whom an unlock is good.
  public enum Scope: Equatable, Sendable {
    /// One terminal session.
    case session(TerminalSession)
    /// One client's connection, by its number, until it ends: for a client without a terminal session.
    case connection(UInt64)
    /// Every client of this user.
    case everywhere
  }

  /// The tickets in force.
  public struct Tickets: Equatable, Sendable {
    /// Whether every client holds one.
    public var isEverywhere = false
    /// The terminal sessions that hold one.
    public var sessions: Set<TerminalSession> = []
    /// The connections that hold one.
    public var connections: Set<UInt64> = []

    var isEmpty: Bool { !isEverywhere && sessions.isEmpty && connections.isEmpty }

    mutating func add(_ scope: Scope) {
      switch scope {
      case .everywhere: isEverywhere = true
      case .session(let session): sessions.insert(session)
      case .connection(let number): connections.insert(number)
      }
    }
  }

  /// Open or not.
  public enum State: Equatable, Sendable {
    /// No key is in memory.
    case locked
    /// No key is in memory yet; somebody is being verified.
    case verifying(epoch: UInt64)
    /// The key is in memory.
    case unlocked(until: Instant, Tickets)
  }

  /// What happens to it.
  public enum Event: Equatable, Sendable {
    /// Somebody begins to be verified.
    case verificationBegan
    /// It succeeded; `epoch` is what ``SessionLock/epoch`` was when it began.
    case verified(epoch: UInt64, Scope, at: Instant)
    /// It failed or was given up.
    case verificationEnded(epoch: UInt64)
    /// The connection of that number has ended, and with it its ticket.
    case connectionEnded(UInt64)
    /// Protected text was shown.
    case revealed(at: Instant)
    /// The timer went off, or anything else suggests looking at the clock.
    case timePassed(Instant)
    /// Lock now.
    case lock(LockReason)
  }

  /// What the shell has to do, in this order.
  public enum Action: Equatable, Sendable {
    /// Store the private half that the verification yielded.
    case keepKey
    /// Erase the private half that the verification yielded: it came too late.
    case discardKey
    /// Erase the private half and all decrypted text.
    case eraseKeys
    /// Tell every client to take protected text off its screen.
    case notifyClients(LockReason)
    /// Set the one timer to this moment.
    case setTimer(Instant)
    /// Stop the timer.
    case cancelTimer
  }

  /// The present epoch.
  public private(set) var epoch: UInt64 = 0
  /// How long after the last reveal it locks.
  public var idleTimeout: Duration
  private var verifications = 0
  private var opening: (until: Instant, tickets: Tickets)?

  /// Locked.
  ///
  /// - Parameter idleTimeout: how long after the unlock or the last reveal it locks by itself.
  public init(idleTimeout: Duration) { self.idleTimeout = idleTimeout }

  /// Open or not.
  public var state: State {
    if let opening { return .unlocked(until: opening.until, opening.tickets) }
    return verifications > 0 ? .verifying(epoch: epoch) : .locked
  }

  /// Whether a client, by its terminal session and the number of its connection, may see protected text at `now` without being
  /// verified again.
  public func isOpen(for session: TerminalSession?, connection: UInt64? = nil, at now: Instant) -> Bool {
    guard let opening, now < opening.until else { return false }
    let tickets = opening.tickets
    return tickets.isEverywhere || session.map { tickets.sessions.contains($0) } ?? false
      || connection.map { tickets.connections.contains($0) } ?? false
  }

  /// Applies an event and says what to do.
  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .verificationBegan:
      verifications += 1
      return []
    case .verified(let begun, let scope, let now):
      guard begun == epoch else { return [.discardKey] }
      verifications = max(0, verifications - 1)
      return grant(scope, at: now)
    case .verificationEnded(let begun):
      if begun == epoch { verifications = max(0, verifications - 1) }
      return []
    case .connectionEnded(let number): return end(number)
    case .revealed(let now):
      guard let opening else { return [] }
      guard now < opening.until else { return lock(.idle) }
      let until = now + idleTimeout
      self.opening = (until, opening.tickets)
      return [.setTimer(until)]
    case .timePassed(let now):
      guard let opening else { return [] }
      return now < opening.until ? [.setTimer(opening.until)] : lock(.idle)
    case .lock(let reason):
      return lock(reason)
    }
  }

  private mutating func grant(_ scope: Scope, at now: Instant) -> [Action] {
    let overdue = opening.map { now >= $0.until } ?? false
    // The tickets of an unlock that is already over must not come back to life with the new one.
    let before: [Action] = overdue ? [.eraseKeys, .notifyClients(.idle)] : []
    if overdue {
      epoch += 1
      opening = nil
      verifications = 0
    }
    let wasOpen = opening != nil
    var tickets = opening?.tickets ?? Tickets()
    tickets.add(scope)
    let until = now + idleTimeout
    opening = (until, tickets)
    return before + [wasOpen ? .discardKey : .keepKey, .setTimer(until)]
  }

  /// Revokes a connection's ticket. With the last ticket goes the key, which nobody could use any more; a verification under
  /// way is another's, and goes on.
  private mutating func end(_ connection: UInt64) -> [Action] {
    guard opening?.tickets.connections.remove(connection) != nil, opening?.tickets.isEmpty == true else { return [] }
    opening = nil
    return [.cancelTimer, .eraseKeys]
  }

  private mutating func lock(_ reason: LockReason) -> [Action] {
    epoch += 1
    verifications = 0
    opening = nil
    // Also when nothing was open: text may still be on a screen, and a verification under way may hold a key.
    return [.cancelTimer, .eraseKeys, .notifyClients(reason)]
  }
}
