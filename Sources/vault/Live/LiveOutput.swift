internal import AgentAPI
internal import Glibc
internal import Localization
internal import Terminal

/// Output that goes on for as long as somebody reads it.
enum LiveOutput {
  /// How long one wait lasts, in milliseconds; then the next begins.
  private static let waitMilliseconds: Int32 = 60_000

  /// Waits for news.
  ///
  /// - Parameter descriptor: what can be read when there are some.
  /// - Returns: false when nobody reads the output any more.
  static func hasReader(_ output: OutputStream, until descriptor: Int32) throws(Failure) -> Bool {
    // Without events asked for, an end that has gone is reported all the same.
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: output.descriptor, events: 0, revents: 0),
    ]
    guard poll(&entries, 2, waitMilliseconds) >= 0 || errno == EINTR else {
      throw Failure(.inputOutput, "Waiting failed: \(String(cString: strerror(errno))).")
    }
    return entries[1].revents == 0
  }
}
