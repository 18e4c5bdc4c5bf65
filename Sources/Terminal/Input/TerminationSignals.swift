internal import Glibc

/// Which signals end or stop a program that does not say otherwise.
///
/// Not among them are `SIGKILL` and `SIGSTOP`, which none can hold back, 32 and 33, which the C library reserves for itself, and those of
/// a crash (``CrashCleanup``).
enum TerminationSignals {
  /// `SIGSTKFLT`, which Swift's Glibc leaves out, and all that programs agree on among themselves.
  private static let others: [Int32] = [16] + Array(34...64)

  /// Those that end it.
  static let ending: [Int32] =
    [
      SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
      SIGPWR,
      SIGIO, SIGSYS,
    ] + others
  /// Those that stop it.
  static let stopping: [Int32] = [SIGTSTP, SIGTTIN, SIGTTOU]
}
