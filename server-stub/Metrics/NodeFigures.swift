internal import Synchronization

/// How far a node of several knows what the others did.
final class NodeFigures: Sendable {
  private let heardUntil = Mutex<Duration?>(nil)

  /// All is known here that happened until a moment, which ``ServerClock/uptime`` gave.
  func hear(until moment: Duration) { heardUntil.withLock { $0 = moment } }

  /// For how long nothing is known; nil where nothing ever was.
  func lag(now: Duration) -> Duration? { heardUntil.withLock { heard in heard.map { now - $0 } } }
}
