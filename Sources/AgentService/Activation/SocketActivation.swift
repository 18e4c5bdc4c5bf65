internal import Glibc
internal import LinuxSystem
internal import Localization

/// The listening socket that systemd opened for the agent (`sd_listen_fds(3)`).
public enum SocketActivation {
  /// Why a socket from the service manager is not taken; the agent must not listen elsewhere then.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    public let description: String
  }

  /// Takes the socket, when this process was started for one, and removes the variables that announced it so that no
  /// child takes it for its own. Changes the environment: call it before there is a second thread.
  ///
  /// - Returns: the listening descriptor, closed on exec; nil when the process was not started by socket activation.
  public static func acquire() throws(Failure) -> Int32? {
    defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }
    return try descriptor(
      listenPID: variable("LISTEN_PID"), listenFDs: variable("LISTEN_FDS"), processID: getpid(), first: 3)
  }

  /// The decision, apart from the environment. `first` is where passed descriptors begin.
  static func descriptor(
    listenPID: String?, listenFDs: String?, processID: Int32, first: Int32
  ) throws(Failure) -> Int32? {
    guard let listenPID, let listenFDs else { return nil }
    // Meant for another process, which left its environment to this one.
    guard Int32(listenPID) == processID else { return nil }
    guard let count = Int(listenFDs), count >= 0 else { throw Failure(description: "LISTEN_FDS is not a number") }
    guard count > 0 else { return nil }
    guard count == 1 else {
      throw Failure(description: "the service manager passed \(count) sockets; vault-agent.socket must name one")
    }
    try check(first)
    guard fcntl(first, F_SETFD, FD_CLOEXEC) == 0 else { throw Failure(description: "\(SystemError("fcntl"))") }
    return first
  }

  /// A listening Unix stream socket, or nothing.
  private static func check(_ descriptor: Int32) throws(Failure) {
    guard option(SO_DOMAIN, of: descriptor) == AF_UNIX, option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      option(SO_ACCEPTCONN, of: descriptor) == 1
    else {
      throw Failure(description: "the service manager passed something that is not a listening Unix socket")
    }
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
