/// When a stream that is behind asks storage again, which could not be used: soon, then less and less often, and not all streams at once.
struct StreamRetry: Sendable {
  /// Waits after so many attempts in a row that were in vain, from 0 on.
  var wait: @Sendable (Int) async throws -> Void

  /// Waits as long as ``delay(_:jitter:)`` says.
  static let standard = StreamRetry { attempt in
    try await Task.sleep(for: delay(attempt, jitter: .random(in: 0.75...1.25)))
  }

  /// The shortest and the longest wait.
  private static let bounds = (shortest: Duration.milliseconds(200), longest: Duration.seconds(5))

  /// Twice as long each time.
  ///
  /// - Parameter jitter: what the time is multiplied by.
  static func delay(_ attempt: Int, jitter: Double) -> Duration {
    let doubled = min(bounds.shortest * (1 << min(attempt, 5)), bounds.longest)
    return max(bounds.shortest, min(doubled * jitter, bounds.longest))
  }
}
