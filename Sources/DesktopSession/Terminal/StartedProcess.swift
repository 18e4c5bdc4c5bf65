internal import Dispatch
internal import Glibc
internal import LinuxSystem
internal import Synchronization

/// A child that nobody waits for, whose status is collected nevertheless: it would stay as a zombie. It takes a thread of its
/// own, as few are started.
final class StartedProcess: Sendable {
  private let exit = Latch()
  private let exitStatus = Mutex<Int32?>(nil)

  init(_ pid: Int32) {
    DispatchQueue(label: "desktop-session.child").async { [self] in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      exitStatus.withLock { $0 = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F) }
      exit.open()
    }
  }

  /// Its exit status, 128 and the signal's number after a signal; nil if it has not ended within `duration`.
  func status(within duration: Duration) async -> Int32? {
    await exit.wait(within: duration) ? exitStatus.withLock { $0 } : nil
  }
}
