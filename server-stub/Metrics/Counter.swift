internal import Synchronization

/// A number that many threads change at once.
final class Counter: Sendable {
  private let value = Atomic(0)

  /// What it is now.
  var current: Int { value.load(ordering: .relaxed) }

  /// Adds to it.
  func add(_ count: Int) { value.add(count, ordering: .relaxed) }
}

/// How often something was known here, and how often it was looked up.
final class CacheFigures: Sendable {
  let hits = Counter()
  let misses = Counter()
}

/// What the streams of a hub do.
final class StreamMetrics: Sendable {
  /// Streams that are open.
  let open = Counter()
  /// Those of them that are written to as it happens; the others are read for from storage.
  let live = Counter()
  /// Events that were written.
  let delivered = Counter()
  /// Events that were dropped, to be read from storage instead.
  let dropped = Counter()
  /// Times that one waited because storage could not be read.
  let retries = Counter()
}
