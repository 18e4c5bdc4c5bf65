internal import Glibc
internal import LinuxSystem

/// `poll(2)` with a deadline, tried again when a signal interrupts it.
enum Poll {
  /// Waits until one descriptor is ready.
  static func wait(for events: Int32, on descriptor: Int32, until deadline: Deadline) throws(TerminalError) {
    var entries = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
    try wait(on: &entries, until: deadline)
  }

  /// Whether one of several can be read now.
  static func isReadable(_ descriptors: [Int32]) throws(TerminalError) -> Bool {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    do throws(TerminalError) { try wait(on: &entries, until: .now) } catch {
      guard error == .timedOut else { throw error }
      return false
    }
    return true
  }

  /// Waits until one of several is ready; entries with the descriptor -1 are ignored.
  static func wait(on entries: inout [pollfd], until deadline: Deadline) throws(TerminalError) {
    while true {
      let count = poll(&entries, nfds_t(entries.count), deadline.pollTimeout)
      if count > 0 { return }
      if count == 0 {
        if deadline.hasPassed { throw .timedOut }
      } else if errno != EINTR {
        throw .system(SystemError("poll"))
      }
    }
  }
}
