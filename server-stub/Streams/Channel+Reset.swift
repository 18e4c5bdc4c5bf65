internal import Glibc
internal import NIOCore
internal import NIOPosix

extension Channel {
  /// Closes a connection whose client reads nothing, with a reset (`SO_LINGER` of 0, socket(7)): the kernel would keep megabytes of
  /// what was written for many minutes, in case that they are read yet. Called on the connection's event loop.
  func reset() {
    // Where it fails the connection is closed already.
    (self as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
    close(promise: nil)
  }
}
