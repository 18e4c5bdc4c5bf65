import Synchronization

/// Counts what happens in several tasks.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Counts one more.
  @discardableResult
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
