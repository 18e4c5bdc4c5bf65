public import FoundationEssentials
public import LinuxSystem

/// The clock on the wall: it can be set, and goes on while the machine sleeps.
public protocol WallClock: Sendable {
  /// The present moment.
  var now: Date { get }

  /// Returns at `date`, and before it when the clock is set, the machine resumes or the task is cancelled: whoever asks
  /// looks at the clock then.
  ///
  /// - Throws: when the clock can't be waited for.
  func sleep(until date: Date) async throws(SystemError)
}

/// The system's clock.
public struct SystemWallClock: WallClock {
  private let timer: WallClockTimer

  /// Starts to watch the system's clock.
  public init() throws(SystemError) { timer = try WallClockTimer() }

  /// The present moment.
  public var now: Date { Date(timeIntervalSince1970: Double(WallClockTimer.now) / 1e9) }

  /// Returns at `date`, or before it; a date after the year 2200 counts as that year.
  public func sleep(until date: Date) async throws(SystemError) {
    let seconds = min(max(0, date.timeIntervalSince1970), Self.latest)
    // A `Date` of our days is exact to a quarter of a microsecond; rounded down, it would be too early.
    try await timer.sleep(
      until: Int64(seconds) * 1_000_000_000 + Int64((seconds - seconds.rounded(.down)) * 1e9) + 1000)
  }

  /// The beginning of the year 2200, in seconds since 1970: the timer counts nanoseconds up to 2262.
  private static let latest = 7_258_118_400.0
}
