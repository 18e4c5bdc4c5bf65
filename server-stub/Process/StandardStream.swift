internal import Glibc

/// Standard output or error, unbuffered: scripts that wait for a line see it at once.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes all of `text`; a reader that has gone is no reason to stop.
  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
