internal import HummingbirdCore

/// Counts the open connections. A new one is admitted even where all places are occupied, since another is closed for it (``ConnectionLimiter``); only
/// while that takes time do more wait in the kernel.
struct CountedConnections: AvailableConnectionsDelegate {
  let maximum: Int
  let counter: Counter

  /// The most connections that have lost their places and are still being closed.
  private static let closingCount = 128

  mutating func connectionOpened() { counter.add(1) }
  mutating func connectionClosed() { counter.add(-1) }
  func isAcceptingNewConnections() -> Bool { counter.current < maximum + Self.closingCount }
}
