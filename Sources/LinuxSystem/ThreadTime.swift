internal import Glibc

/// The time a thread has spent computing.
public enum ThreadTime {
  /// How long the calling thread has computed (`CLOCK_THREAD_CPUTIME_ID`): stands still while others have the core.
  public static func computed() -> Duration {
    var time = timespec()
    // It can't fail: the clock is every thread's own.
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
