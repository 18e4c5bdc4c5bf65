internal import Glibc

/// Lets a signal that was held back do what it does to any program.
public enum DefaultSignalAction {
  /// Raises `number` with its default effect: most end the process, `SIGTSTP` stops it until it is continued.
  ///
  /// The default is set first: Swift's runtime may have put a handler for `SIGQUIT` there, which would start a debugger on
  /// a process that forbids just that.
  public static func raise(_ number: Int32) {
    signal(number, SIG_DFL)
    _ = Glibc.raise(number)
  }
}
