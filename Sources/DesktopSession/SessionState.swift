/// What is known of the desktop session at one moment.
public struct SessionState: Sendable, Equatable {
  /// Who says that the session is locked; empty if it is not.
  public internal(set) var lockSources: Set<LockSource> = []
  /// Whether the machine is about to sleep.
  public internal(set) var isSleeping = false
  /// What is watched, and what is not.
  public internal(set) var capabilities = SessionCapabilities()

  /// Whether anybody says that the session is locked.
  public var isLocked: Bool { !lockSources.isEmpty }
}

/// What is watched: without logind and screen saver only idleness and a command can lock.
public struct SessionCapabilities: Sendable, Equatable {
  /// Whether the system bus answers.
  public internal(set) var hasSystemBus = false
  /// Whether logind is there, so that its locks and sleep are heard.
  public internal(set) var hasLogind = false
  /// Whether logind waits for us before the machine sleeps.
  public internal(set) var delaysSleep = false
  /// The ids of this user's login sessions.
  public internal(set) var sessions: Set<String> = []
  /// Whether the session bus answers.
  public internal(set) var hasSessionBus = false
  /// The bus names of the screen savers that are watched.
  public internal(set) var screenSavers: Set<String> = []
}
