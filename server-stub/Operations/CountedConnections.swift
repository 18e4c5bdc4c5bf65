internal import HummingbirdCore

/// Counts the open connections, and takes no more than there is room for: more wait in the kernel.
struct CountedConnections: AvailableConnectionsDelegate {
  let maximum: Int
  let counter: Counter

  mutating func connectionOpened() { counter.add(1) }
  mutating func connectionClosed() { counter.add(-1) }
  func isAcceptingNewConnections() -> Bool { counter.current < maximum }
}
