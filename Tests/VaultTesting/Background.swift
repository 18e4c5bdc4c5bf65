internal import Foundation
internal import Synchronization

/// Work on a thread of its own, so that a test can play the other side of a conversation.
public final class Background<Value: Sendable>: Sendable {
  /// The work did not end in time.
  public struct NotFinished: Error {}

  private let outcome = Mutex<Result<Value, any Error>?>(nil)
  private let finished = DispatchSemaphore(value: 0)

  /// Starts the work.
  public init(_ work: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
      finished.signal()
    }
  }

  /// What the work came to.
  ///
  /// - Throws: what it threw, or ``NotFinished``.
  public func value(within seconds: Double = 60) throws -> Value {
    guard finished.wait(timeout: .now() + seconds) == .success else { throw NotFinished() }
    finished.signal()
    guard let result = outcome.withLock({ $0 }) else { throw NotFinished() }
    return try result.get()
  }
}
