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

/// A point in time that an operation must not outlast; time spent in suspend does not count.
struct Deadline {
  private let end: SuspendingClock.Instant

  init(after duration: Duration) { end = SuspendingClock().now.advanced(by: duration) }

  /// What is left, in whole milliseconds rounded up; 0 once it has passed.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = SuspendingClock().now.duration(to: end).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
