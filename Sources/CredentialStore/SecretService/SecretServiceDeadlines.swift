internal import LinuxSystem

/// How long a ``SecretServiceStore`` waits before it gives up.
public struct SecretServiceDeadlines: Sendable, Equatable {
  /// For reaching the bus, and for finding or starting the service on it, together.
  public var probe: Duration
  /// For everything one operation asks of the service, prompts excepted.
  public var call: Duration
  /// For a person to answer the service's own prompt.
  public var prompt: Duration

  /// By default 2 s, 5 s and 60 s.
  public init(probe: Duration = .seconds(2), call: Duration = .seconds(5), prompt: Duration = .seconds(60)) {
    self.probe = probe
    self.call = call
    self.prompt = prompt
  }
}

extension Deadline {
  /// The point `duration` from now.
  init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .after(seconds: Double(seconds) + Double(attoseconds) / 1e18)
  }
}
