// A release build takes `pollfd` from the module that another file imports.
internal import CLinux
internal import Glibc

/// Watches a process for its end through a descriptor (`pidfd_open(2)`), which, unlike a number, can't come to mean
/// another process.
public final class ProcessWatch: Sendable {
  private let descriptor: Int32

  /// Starts to watch the process that has the number `pid` now.
  ///
  /// - Throws: `ESRCH` when there is none.
  public init(pid: Int32) throws(SystemError) {
    descriptor = try ProcessDescriptor.open(pid)
  }

  deinit { close(descriptor) }

  /// Waits until the process has ended; its parent may not have collected its status yet.
  ///
  /// - Returns: whether it has by `deadline`.
  public func waitForEnd(until deadline: Deadline) throws(SystemError) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&entry, 1, deadline.pollTimeout)
      if count > 0 { return true }
      if count == 0 { return false }
      guard errno == EINTR else { throw SystemError("poll") }
    }
  }
}
