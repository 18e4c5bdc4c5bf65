/// When to try again after a failure: exponential backoff with full jitter, and never before the server allows.
public struct RetryPolicy: Sendable, Equatable {
  /// The wait after the first failure is at most this many seconds.
  public var baseSeconds: Double
  /// No wait is longer, but for a `Retry-After`.
  public var maximumSeconds: Double

  /// Sets the bounds.
  public init(baseSeconds: Double = 2, maximumSeconds: Double = 300) {
    self.baseSeconds = baseSeconds
    self.maximumSeconds = maximumSeconds
  }

  /// The wait before the next attempt.
  ///
  /// - Parameters:
  ///   - failures: how many attempts have failed in a row, at least 1.
  ///   - random: 0 up to 1; spreads clients that failed together.
  public func delay(afterFailures failures: Int, error: ServerClientError, random: Double) -> Duration {
    let ceiling = min(maximumSeconds, baseSeconds * Double(UInt64(1) << UInt64(min(max(failures - 1, 0), 32))))
    // At least half the ceiling, so that a small random number makes no busy loop.
    let backoff = ceiling / 2 + ceiling / 2 * min(max(random, 0), 1)
    let asked = Double(min(error.retryAfterSeconds ?? 0, ServerClientLimits.retryAfterSeconds))
    return .milliseconds(Int64((max(asked, asked > 0 ? asked + backoff / 10 : backoff)) * 1000))
  }
}
