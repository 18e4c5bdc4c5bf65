internal import Dispatch
internal import Synchronization

/// What is found out on a thread of its own, while its caller does something else.
final class ConcurrentWork<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, TaskStoreError>

  private let finished = DispatchSemaphore(value: 0)
  private let outcome = Mutex<Outcome?>(nil)

  /// Begins. What ``body`` waits for has deadlines of its own.
  init(_ body: @escaping @Sendable () throws(TaskStoreError) -> Value) {
    DispatchQueue.global(qos: .userInitiated).async {
      let outcome = Outcome { () throws(TaskStoreError) in try body() }
      self.outcome.withLock { $0 = outcome }
      self.finished.signal()
    }
  }

  /// Waits until it is found out.
  func value() throws(TaskStoreError) -> Value {
    finished.wait()
    finished.signal()
    guard let outcome = outcome.withLock({ $0 }) else { throw TaskStoreError(.failed, "a thread ended early") }
    return try outcome.get()
  }
}
