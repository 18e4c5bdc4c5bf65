#if Desktop
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency
internal import Dispatch

/// Where what does not run on the main actor runs: one queue with a thread of its own, which sleeps while there is nothing to do.
///
/// Tasks run on libdispatch's shared threads otherwise, and once one of those has worked, libdispatch wakes up every second, for good, to see
/// whether they do: a window that nobody looks at would never rest (docs/decisions/0071-where-tasks-run.md).
nonisolated final class TaskQueue: TaskExecutor, SchedulingExecutor {
  private let queue = DispatchQueue(label: "vault.tasks", qos: .userInitiated)

  /// Has tasks run there. The main actor stays on libdispatch's main queue.
  ///
  /// Before the first task; further calls do nothing.
  static func install() { installed }

  private static let installed: Void = _createExecutors(factory: Executors.self)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    let job = UnownedJob(job)
    queue.asyncAfter(deadline: .now() + Self.interval(delay)) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Both clocks of the standard library measure in `Duration`, which is all that `Task.sleep` is used with here.
  private static func interval(_ delay: some DurationProtocol) -> DispatchTimeInterval {
    guard let delay = delay as? Duration else { fatalError("a clock with a duration of its own") }
    let (seconds, attoseconds) = delay.components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .never : .nanoseconds(Int(nanoseconds) + Int(attoseconds / 1_000_000_000))
  }
}

private nonisolated struct Executors: ExecutorFactory {
  static let mainExecutor = PlatformExecutorFactory.mainExecutor
  static let defaultExecutor: any TaskExecutor = TaskQueue()
}
#endif
