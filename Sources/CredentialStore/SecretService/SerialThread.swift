internal import Glibc

/// An executor with one thread of its own, for an actor whose calls block: they keep no thread of Swift's pool busy.
///
/// The thread ends when the last reference is released.
final class SerialThread: SerialExecutor {
  private let queue: Queue

  init() {
    queue = Queue()
    queue.startThread()
  }

  deinit { queue.close() }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(Entry(job: UnownedJob(job), executor: self))
  }

  /// A job, with its executor kept alive until the job has run.
  private struct Entry {
    let job: UnownedJob
    let executor: SerialThread
  }

  // Proof for @unchecked: `entries` and `isClosed` are touched only between lock and unlock of `mutex`; the mutex and
  // the condition are made for several threads and live as long as this object, which the thread itself retains.
  private final class Queue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var entries: [Entry] = []
    private var isClosed = false

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(condition, nil)
    }

    deinit {
      pthread_cond_destroy(condition)
      pthread_mutex_destroy(mutex)
      condition.deallocate()
      mutex.deallocate()
    }

    func append(_ entry: Entry) {
      pthread_mutex_lock(mutex)
      entries.append(entry)
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }

    func close() {
      pthread_mutex_lock(mutex)
      isClosed = true
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }

    func startThread() {
      var thread = pthread_t()
      let retained = Unmanaged.passRetained(self).toOpaque()
      let status = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Queue>.fromOpaque(argument).takeRetainedValue().run()
          return nil
        }, retained)
      precondition(status == 0, "the system gives this process one more thread")
      pthread_detach(thread)
    }

    private func run() {
      // Signals are for the program's other threads: a library's thread must not run their handlers.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      while let entry = next() {
        entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
      }
    }

    private func next() -> Entry? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      // Waits without a deadline for work, as an idle thread of a pool does; nobody waits for this thread.
      while entries.isEmpty {
        if isClosed { return nil }
        pthread_cond_wait(condition, mutex)
      }
      return entries.removeFirst()
    }
  }
}
