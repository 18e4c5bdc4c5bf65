internal import FoundationEssentials

/// When to try again what failed: after one second, then two, four and so on up to ten minutes.
struct RetryDelay: Equatable, Sendable {
  static let maximumSeconds = 600.0

  private(set) var failureCount = 0
  private var date: Date?

  /// Records how it went.
  ///
  /// - Returns: when to try again; nil when all went well.
  mutating func next(hasFailed: Bool, at now: Date) -> Date? {
    guard hasFailed else {
      self = RetryDelay()
      return nil
    }
    // What was tried before its time, because something else happened, does not make the delay grow; unless the clock was
    // set back, which would make it long.
    if let date, date > now, date.timeIntervalSince(now) <= Self.maximumSeconds { return date }
    failureCount += 1
    let next = now.addingTimeInterval(min(Self.maximumSeconds, Double(1 << min(failureCount - 1, 16))))
    date = next
    return next
  }
}
