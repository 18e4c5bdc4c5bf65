internal import Glibc
internal import LinuxSystem

/// Wakes a thread that waits for a descriptor.
final class PAMWakeUp: Sendable {
  private let sender: Int32
  private let receiver: Int32

  init() throws(PAMError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw PAMError(.childFailed, "no channel to the PAM thread: \(SystemError("socketpair"))")
    }
    (sender, receiver) = (ends[0], ends[1])
  }

  deinit {
    close(sender)
    close(receiver)
  }

  /// Ends the wait under way, or the next one.
  func signal() {
    // A full buffer means that it is signalled already.
    _ = [UInt8(1)].withUnsafeBytes { send(sender, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
  }

  /// Waits for `events` or the end of `descriptor` (-1: none): true; for a signal or until `duration` is over: false.
  func wait(for descriptor: Int32, events: Int16, atMost duration: Duration) -> Bool {
    var waits = [
      pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: receiver, events: Int16(POLLIN), revents: 0),
    ]
    let (seconds, attoseconds) = duration.components
    let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000
    guard poll(&waits, 2, Int32(milliseconds) + 1) > 0 else { return false }
    if waits[1].revents != 0 {
      var drained = [UInt8](repeating: 0, count: 64)
      _ = recv(receiver, &drained, drained.count, 0)
    }
    return waits[0].revents != 0
  }
}
