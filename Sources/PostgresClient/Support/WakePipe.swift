#if Postgres
internal import Glibc
internal import LinuxSystem

/// Wakes a thread that waits for a descriptor.
final class WakePipe: Sendable {
  /// Becomes readable when the thread is to wake.
  let reading: Int32
  private let writing: Int32

  init() throws(PostgresError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw PostgresError(.configuration, explanation: "the process has no more descriptors")
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes the thread. A pipe that is full wakes it as well.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Takes out what woke the thread.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }

  /// Waits for this, and for another descriptor unless it is -1.
  ///
  /// - Returns: whether the other can be read.
  func wait(with other: Int32, until deadline: Deadline) -> Bool {
    var descriptors = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&descriptors, 2, deadline.pollTimeout) > 0 else { return false }
    if descriptors[0].revents != 0 { drain() }
    return descriptors[1].revents != 0
  }
}
#endif
