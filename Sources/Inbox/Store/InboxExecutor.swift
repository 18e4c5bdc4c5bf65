internal import Dispatch

/// Runs an actor on a serial queue of its own, so that waiting for a disk or a lock takes no thread from the cooperative
/// pool.
final class InboxExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "vault.inbox")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
