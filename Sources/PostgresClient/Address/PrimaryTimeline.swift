#if Postgres
internal import Synchronization

/// The newest timeline of a primary that this process has met at an address.
///
/// Each promotion begins a timeline with a higher number. A former primary that was started again accepts writes as the new one does, has an older
/// timeline, and acknowledges nothing, as no standby follows it; what is read there is old. So it is left as soon as the new one was met.
final class PrimaryTimeline: Sendable {
  private let newest = Mutex<Int64>(0)

  /// Notes that a primary was met.
  func note(_ timeline: Int64) { newest.withLock { $0 = max($0, timeline) } }

  /// Whether a newer primary was met than that of a timeline.
  func hasNewer(than timeline: Int64) -> Bool { newest.withLock { $0 > timeline } }
}
#endif
