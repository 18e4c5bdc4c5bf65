internal import Dispatch

/// Runs an actor on a serial queue of its own, so that waiting for a disk or a lock takes no thread from the cooperative
/// pool.
public final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Names the queue for debuggers.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after those before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  /// This executor, as an actor names it.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
