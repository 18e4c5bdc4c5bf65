#if Postgres
internal import Glibc
internal import LinuxSystem

/// A value that threads change one at a time, and can wait for.
final class Guarded<Value>: @unchecked Sendable {
  // Proof for @unchecked: `value` is touched only while `mutex` is held; what comes out of `change` and `wait` is Sendable or was made
  // there. Both structures lie on the heap, where they never move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the value, and has whoever waits look at it.
  func change<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` gives something, which it is asked at once and after each change.
  ///
  /// - Returns: nil when time ran out.
  func wait<Result>(until deadline: Deadline, _ body: (inout Value) -> Result?) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      guard deadline != .none else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      guard !deadline.hasPassed else { return nil }
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let milliseconds = Int(deadline.pollTimeout)
      end.tv_sec += milliseconds / 1_000
      end.tv_nsec += milliseconds % 1_000 * 1_000_000
      if end.tv_nsec >= 1_000_000_000 {
        end.tv_sec += 1
        end.tv_nsec -= 1_000_000_000
      }
      pthread_cond_timedwait(changed, mutex, &end)
    }
  }
}
#endif
