internal import AgentAPI
internal import Localization
internal import Synchronization

/// Bounds how many requests at once may hold a whole file of somebody's in memory, while they wait for a person: a backup has up to
/// 512 MiB, and many together would have the kernel end the agent.
final class LargeRequestLimiter: Sendable {
  /// So many at once.
  static let maximumCount = 2

  private let count = Atomic<Int>(0)

  /// Does the work while there is a place.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when there is none.
  func run<Value>(_ work: () async throws(Failure) -> Value) async throws(Failure) -> Value {
    defer { count.subtract(1, ordering: .relaxed) }
    guard count.add(1, ordering: .relaxed).newValue <= Self.maximumCount else {
      throw Failure(.tryLater, "Other files are being read at this moment.", hint: "Try again when they are done.")
    }
    return try await work()
  }
}
