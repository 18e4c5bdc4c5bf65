internal import FoundationEssentials

/// The two clocks of the server: the wall clock for what outlives it, a steady one for waits.
struct ServerClock: Sendable {
  /// The wall clock.
  var date: @Sendable () -> Date
  /// The time since some fixed moment; only goes forward.
  var uptime: @Sendable () -> Duration

  /// The system's clocks.
  static var system: ServerClock {
    let start = ContinuousClock.now
    return ServerClock(date: { Date() }, uptime: { ContinuousClock.now - start })
  }
}
