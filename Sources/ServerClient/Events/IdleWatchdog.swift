internal import Synchronization

/// Notices that what is waited for doesn't come. The time that is spent on other things doesn't count.
final class IdleWatchdog: Sendable {
  /// Waits are distinguished by their numbers; 0 while nobody waits.
  private struct Waits: Sendable {
    var present = 0
    var count = 0
  }

  private let clock: any Clock<Duration>
  private let limit: Duration
  private let waits = Mutex(Waits())

  /// So many times within the limit it is looked whether it is still the same wait.
  private static let lookCount = 4

  init(_ clock: any Clock<Duration>, limit: Duration) {
    self.clock = clock
    self.limit = limit
  }

  /// Waits with `body`.
  func waiting<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    waits.withLock {
      $0.count += 1
      $0.present = $0.count
    }
    defer { waits.withLock { $0.present = 0 } }
    return try await body()
  }

  /// Runs until one wait has lasted longer than the limit, by a quarter of it at most.
  ///
  /// - Throws: ``ServerClientError/Code/timedOut``, or what a cancelled sleep throws.
  func run() async throws {
    var (seen, looks) = (0, 0)
    while true {
      let present = waits.withLock { $0.present }
      looks = present != 0 && present == seen ? looks + 1 : 0
      guard looks < Self.lookCount else { throw ServerClientError(.timedOut, "the stream is dead") }
      seen = present
      try await clock.sleep(for: limit / Self.lookCount)
    }
  }
}
