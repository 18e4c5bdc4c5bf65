/// An actor can live on a loop's thread: what GIO calls back there is then isolated to it.
///
/// Jobs run as long as somebody holds the loop; each holds it itself.
extension MainLoop: SerialExecutor {
  /// Runs a job on the thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// The loop as an executor.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  /// Asked when code that the loop runs by itself, outside of any job, says that it is isolated.
  public func checkIsolated() {
    precondition(isOnThread, "called from outside of the loop's thread")
  }
}
