public import ServerAPI

/// How the login to the server stands, and what follows from what happens. Pure: it neither reads nor sends anything.
public struct LoginState: Equatable, Sendable {
  /// Why the owner has to be asked.
  public enum Need: Equatable, Sendable {
    /// The credential store answered and has no login.
    case noItem
    /// There is a login, and it is another server's.
    case otherServer(ServerOrigin)
    /// The server answered that email or password are wrong.
    case refused
    /// The owner logged out.
    case loggedOut
  }

  /// Where it stands.
  public enum Phase: Equatable, Sendable {
    /// Nothing has been tried.
    case idle
    /// A login is under way.
    case loggingIn
    /// There is a session.
    case loggedIn(Account, wasSilent: Bool)
    /// Only the owner can help.
    case needsCredentials(Need)
    /// Something else went wrong; it is tried again after that time.
    case unreachable(ServerClientError, retryIn: Duration)
  }

  /// What happens.
  public enum Event: Sendable {
    /// Someone needs a session; `resuming` also after a logout, because the owner asked for it.
    case wanted(resuming: Bool)
    /// The time to try again has come.
    case retryDue
    /// The credential store has nothing to send to this server.
    case nothingToSend(Need)
    /// The server opened a session.
    case accepted(Account, wasSilent: Bool)
    /// The login did not come about; `random` is 0 up to 1.
    case failed(ServerClientError, random: Double)
    /// The server does not know the session's token any more, after so long; `random` is 0 up to 1.
    case tokenRefused(after: Duration, random: Double)
    /// The owner logged out.
    case loggedOut
  }

  /// What is to be done.
  public enum Action: Equatable, Sendable {
    /// Read the login from the credential store and send it; `resuming` as in the event.
    case logInSilently(resuming: Bool)
    /// Erase the token.
    case dropToken
    /// Have ``Event/retryDue`` come after that time.
    case retry(after: Duration)
  }

  /// Where it stands.
  public private(set) var phase = Phase.idle
  /// How many attempts have failed in a row.
  public private(set) var failures = 0
  /// A session that has held for so long is as good as one that holds.
  static let steadyTime = Duration.seconds(30)
  /// So many sessions in a row that did not are replaced at once: a server may have lost what it knew.
  private static let quickEndCount = 2
  /// How many sessions in a row have not held.
  private var quickEnds = 0
  private let policy: RetryPolicy

  /// Begins with nothing tried.
  public init(policy: RetryPolicy = RetryPolicy()) { self.policy = policy }

  /// Applies what happened.
  ///
  /// - Returns: what is to be done, in order.
  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .wanted(let resuming): return wanted(resuming)
    case .retryDue:
      guard case .unreachable = phase else { return [] }
      return begin(resuming: false)
    case .tokenRefused(let time, let random):
      guard case .loggedIn = phase else { return [] }
      return [.dropToken] + replaceToken(heldFor: time, random)
    case .nothingToSend(let need): return resolve(.needsCredentials(need))
    case .accepted(let account, let wasSilent):
      if !wasSilent { quickEnds = 0 }
      return resolve(.loggedIn(account, wasSilent: wasSilent))
    case .failed(let error, let random): return failed(error, random)
    case .loggedOut:
      quickEnds = 0
      return [.dropToken] + resolve(.needsCredentials(.loggedOut))
    }
  }

  private mutating func wanted(_ resuming: Bool) -> [Action] {
    switch phase {
    case .loggingIn, .loggedIn: []
    // The same password would be refused again, and count as an attempt.
    case .needsCredentials(.refused): []
    case .needsCredentials(.loggedOut): resuming ? begin(resuming: true) : []
    // The server said when; asking before would only make it longer.
    case .unreachable(let error, _) where (error.code == .throttled || endsSessions) && !resuming: []
    case .idle, .needsCredentials(.noItem), .needsCredentials(.otherServer), .unreachable:
      begin(resuming: resuming)
    }
  }

  private mutating func begin(resuming: Bool) -> [Action] {
    phase = .loggingIn
    return [.logInSilently(resuming: resuming)]
  }

  private var endsSessions: Bool { quickEnds > Self.quickEndCount }

  /// A server that ends each session as soon as it has begun is not sent the password without a pause.
  private mutating func replaceToken(heldFor time: Duration, _ random: Double) -> [Action] {
    quickEnds = time < Self.steadyTime ? quickEnds + 1 : 0
    guard endsSessions else { return begin(resuming: false) }
    let error = ServerClientError(.serverFault, "it ends each session at once")
    let delay = policy.delay(afterFailures: quickEnds - Self.quickEndCount, error: error, random: random)
    phase = .unreachable(error, retryIn: delay)
    return [.retry(after: delay)]
  }

  private mutating func resolve(_ phase: Phase) -> [Action] {
    self.phase = phase
    failures = 0
    return []
  }

  private mutating func failed(_ error: ServerClientError, _ random: Double) -> [Action] {
    guard error.code != .invalidCredentials else { return resolve(.needsCredentials(.refused)) }
    failures += 1
    let delay = policy.delay(afterFailures: failures, error: error, random: random)
    phase = .unreachable(error, retryIn: delay)
    return [.retry(after: delay)]
  }
}
