#if Postgres
internal import Synchronization

/// What lanes have done since they began.
public struct LaneStatistics: Equatable, Sendable {
  /// How many calls wait now.
  public internal(set) var waiting = 0
  /// How many commits there were.
  public internal(set) var commits = 0
  /// How many statements they were for.
  public internal(set) var statements = 0
  /// How many statements were done again, because of another transaction or a lost connection.
  public internal(set) var repeated = 0
  /// Of how many statements nobody knew for a time, or to the end, whether they were done.
  public internal(set) var doubts = 0
  /// How many calls were not admitted.
  public internal(set) var refused = 0
  /// How many connections there were.
  public internal(set) var connections = 0
  /// How many times no host let a lane in.
  public internal(set) var failedConnections = 0
}

/// Counts for all lanes together.
final class LaneCounts: Sendable {
  private let counts = Mutex(LaneStatistics())

  func note(_ change: (inout LaneStatistics) -> Void) { counts.withLock { change(&$0) } }

  func statistics(waiting: Int) -> LaneStatistics {
    var now = counts.withLock { $0 }
    now.waiting = waiting
    return now
  }
}
#endif
