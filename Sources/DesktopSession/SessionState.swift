/// What is known of the desktop session at one moment.
public struct SessionState: Sendable, Equatable {
  /// Who says that the session is locked; empty if it is not.
  public var lockSources: Set<LockSource> = []
  /// Whether the machine is about to sleep.
  public var isSleeping = false
  /// What is watched, and what is not.
  public var capabilities = SessionCapabilities()

  /// Nothing known, nothing watched.
  public init() {}

  /// Whether anybody says that the session is locked.
  public var isLocked: Bool { !lockSources.isEmpty }
}

/// What is watched: without logind and screen saver only idleness and a command can lock.
public struct SessionCapabilities: Sendable, Equatable {
  /// Whether the system bus answers.
  public var hasSystemBus = false
  /// Whether logind is there, so that its locks and sleep are heard.
  public var hasLogind = false
  /// Whether logind waits for us before the machine sleeps.
  public var delaysSleep = false
  /// The ids of this user's login sessions.
  public var sessions: Set<String> = []
  /// Whether the session bus answers.
  public var hasSessionBus = false
  /// The bus names of the screen savers that are watched.
  public var screenSavers: Set<String> = []

  /// Nothing watched.
  public init() {}
}
