internal import Glibc

/// The handlers that Swift's runtime sets for crashes where the environment (`SWIFT_BACKTRACE`) or the system says so. They start a
/// program that the environment may name, and give it all of this process's memory to read.
enum CrashHandlers {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]

  /// Has a crash end the process and do nothing else. A signal that is ignored stays so.
  static func remove() throws(SystemError) {
    for signal in signals {
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { throw SystemError("sigaction") }
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      guard handler != unsafeBitCast(SIG_IGN, to: Int.self), handler != unsafeBitCast(SIG_DFL, to: Int.self) else {
        continue
      }
      action = sigaction()
      guard sigaction(signal, &action, nil) == 0 else { throw SystemError("sigaction") }
    }
  }
}
