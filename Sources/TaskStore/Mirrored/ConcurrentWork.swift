internal import Dispatch
internal import Synchronization

/// What is found out on a thread of its own, while its caller does something else.
final class ConcurrentWork<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, TaskStoreError>

  private let running = DispatchGroup()
  /// Its own: works that wait for each other would take up the few threads of a shared one.
  private let queue = DispatchQueue(label: "vault.concurrent-work", qos: .userInitiated)
  private let outcome = Mutex<Outcome?>(nil)

  /// Begins. What ``body`` waits for has deadlines of its own.
  init(_ body: @escaping @Sendable () throws(TaskStoreError) -> Value) {
    running.enter()
    queue.async {
      let outcome = Outcome { () throws(TaskStoreError) in try body() }
      self.outcome.withLock { $0 = outcome }
      self.running.leave()
    }
  }

  /// Whether it is found out.
  var hasEnded: Bool { outcome.withLock { $0 != nil } }

  /// Waits until it is found out.
  func value() throws(TaskStoreError) -> Value {
    running.wait()
    guard let outcome = outcome.withLock({ $0 }) else { throw TaskStoreError(.failed, "a thread ended early") }
    return try outcome.get()
  }

  /// Waits until it is found out, and holds up no thread.
  func ended() async {
    await withCheckedContinuation { continuation in
      running.notify(queue: queue) { continuation.resume() }
    }
  }
}
