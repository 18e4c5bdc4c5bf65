internal import Dispatch

/// Runs what is asynchronous on a queue of its own while a target waits for it: the target may hold the last of the threads
/// that tasks have.
final class WaitingExecutor: TaskExecutor {
  private static let shared = WaitingExecutor()
  private let queue = DispatchQueue(label: "fuzzing")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// Returns when `body` has.
  static func wait(for body: @escaping @Sendable () async -> Void) {
    let finished = DispatchSemaphore(value: 0)
    Task.detached(executorPreference: shared) {
      await body()
      finished.signal()
    }
    finished.wait()
  }
}
