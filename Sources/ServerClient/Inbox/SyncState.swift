public import ServerAPI

/// How the inbox on this machine stands to the server's, and what is to be done next. Pure: it neither reads nor sends anything.
public struct SyncState: Equatable, Sendable {
  /// Where it stands.
  public enum Phase: Equatable, Sendable {
    /// Nobody is logged in, or the machine sleeps.
    case idle
    /// The device is being registered.
    case registering
    /// What is missing is being fetched.
    case catchingUp
    /// Everything is here, and what happens comes at once.
    case live
    /// Something went wrong; it is tried again after that time.
    case waiting(ServerClientError, retryIn: Duration)
  }

  /// What is to be done.
  public enum Step: Equatable, Sendable {
    /// Register the device under the user.
    case register
    /// Ask the server whether its numbers stand for the same items as the replica's, before any is sent to it.
    case identify
    /// Send the server what the user redacted and decided meanwhile.
    case sendDecisions
    /// Ask the server where it stands, and the replica where it does.
    case compare
    /// Report to the replica that the server was rolled back, or numbers anew.
    case handleServerRollback(Sequences)
    /// Fetch the items that are missing, in pages of that many.
    case fetchItems(limit: Int)
    /// Fetch the changes that are missing, in pages of that many.
    case fetchChanges(limit: Int)
    /// Send the server how far everything is stored.
    case acknowledge
    /// Read the event stream until it ends.
    case listen
    /// Wait.
    case wait(Duration)
    /// Wait for a login.
    case stop
  }

  /// The outcome of a step.
  public enum Outcome: Equatable, Sendable {
    /// It is done.
    case done
    /// Of ``Step/identify`` and ``Step/compare``.
    case compared(SequencePosition, Sequences)
    /// Of ``Step/identify``: the server's numbers stand for other items.
    case isOtherNumbering(Sequences)
    /// It failed; `random` is 0 up to 1.
    case failed(ServerClientError, random: Double)
    /// The session is not the one that the device was registered with.
    case sessionIsNew
  }

  /// How long after a failed registration the next one is tried, in seconds.
  static let registrationRetrySeconds = 3

  /// A stream that has held for so long is as good as one that holds.
  static let steadyTime = Duration.seconds(30)

  /// Where it stands.
  public private(set) var phase = Phase.idle
  /// How many steps have failed in a row.
  public private(set) var failures = 0
  private let policy: RetryPolicy
  private var step = Step.stop
  /// Whether the device is registered with the session.
  public private(set) var isRegistered = false
  private var changesAreMissing = false
  /// Whether it is known that the replica's numbers are those of the server, for as long as the session lasts: with another numbering all
  /// sessions end.
  private var isIdentified = false
  private var wasSetBack = false
  private var pageCount = ServerLimits.pageCount

  /// Begins idle.
  public init(policy: RetryPolicy = RetryPolicy()) { self.policy = policy }

  /// Somebody is logged in, and the machine is awake.
  public mutating func begin() -> Step {
    failures = 0
    return resume()
  }

  /// Nobody is logged in any more, or the machine goes to sleep.
  ///
  /// - Parameter forgetting: whether the device has to be registered again.
  public mutating func end(forgetting: Bool) {
    phase = .idle
    step = .stop
    if forgetting { isRegistered = false }
  }

  /// The stream is open.
  public mutating func recordLive() {
    guard step == .listen else { return }
    phase = .live
  }

  /// The stream has ended. Only one that held for a while ends a row of failures: a server that takes connections and drops
  /// them at once is left alone for longer each time.
  ///
  /// - Parameter held: for how long it was read.
  public mutating func recordEnd(afterHolding held: Duration) {
    if phase == .live, held >= Self.steadyTime { failures = 0 }
  }

  /// Applies the outcome of the step.
  ///
  /// - Returns: what is to be done next.
  public mutating func handle(_ outcome: Outcome) -> Step {
    switch outcome {
    case .done: afterSuccess()
    case .compared(let position, let sequences): compared(position, sequences)
    case .isOtherNumbering(let sequences): setBack(sequences)
    case .failed(let error, let random): failed(error, random)
    case .sessionIsNew: registerAgain()
    }
  }

  private mutating func registerAgain() -> Step {
    isRegistered = false
    return resume()
  }

  private mutating func resume() -> Step {
    wasSetBack = false
    return enter(!isRegistered ? .register : isIdentified ? .sendDecisions : .identify)
  }

  private mutating func enter(_ next: Step) -> Step {
    step = next
    phase =
      switch next {
      case .register: .registering
      case .stop: .idle
      case .wait: phase
      default: .catchingUp
      }
    return next
  }

  private mutating func afterSuccess() -> Step {
    switch step {
    case .register:
      (isRegistered, isIdentified) = (true, false)
      return enter(.identify)
    case .handleServerRollback:
      isIdentified = true
      return enter(.sendDecisions)
    case .identify, .sendDecisions, .compare: return enter(.compare)
    case .fetchItems:
      growPages()
      return enter(changesAreMissing ? .fetchChanges(limit: pageCount) : .acknowledge)
    case .fetchChanges:
      growPages()
      return enter(.acknowledge)
    case .acknowledge: return enter(.listen)
    case .wait, .listen: return resume()
    case .stop: return .stop
    }
  }

  private mutating func compared(_ position: SequencePosition, _ sequences: Sequences) -> Step {
    changesAreMissing = false
    let gap = position.gap(to: sequences)
    if step == .identify, gap != .otherNumbering {
      isIdentified = true
      return enter(.sendDecisions)
    }
    switch gap {
    case .nothing: return enter(.acknowledge)
    case .some(let items, let changes):
      changesAreMissing = changes
      return enter(items ? .fetchItems(limit: pageCount) : .fetchChanges(limit: pageCount))
    case .otherNumbering: return setBack(sequences)
    }
  }

  private mutating func setBack(_ sequences: Sequences) -> Step {
    isIdentified = false
    // A replica that does not go back would be asked forever.
    guard !wasSetBack else {
      return failed(ServerClientError(.stateUnavailable, "the server was set back, the inbox here is not"), 1)
    }
    wasSetBack = true
    return enter(.handleServerRollback(sequences))
  }

  private mutating func growPages() { pageCount = min(pageCount * 2, ServerLimits.pageCount) }

  private mutating func failed(_ error: ServerClientError, _ random: Double) -> Step {
    failures += 1
    guard error.code != .needsCredentials else { return enter(.stop) }
    var delay = policy.delay(afterFailures: failures, error: error, random: random)
    switch step {
    case .register: delay = .seconds(max(Self.registrationRetrySeconds, error.retryAfterSeconds ?? 0))
    // Another device was registered in place of this one, or it was unregistered from elsewhere.
    case .acknowledge, .listen: if error.code == .notFound { isRegistered = false }
    // A line that is too slow for so much within the deadline.
    case .fetchItems, .fetchChanges: if error.code == .timedOut { pageCount = max(1, pageCount / 2) }
    default: break
    }
    phase = .waiting(error, retryIn: delay)
    step = .wait(delay)
    return step
  }
}
