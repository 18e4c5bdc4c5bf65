internal import Glibc
public import LinuxSystem
internal import Localization

/// Tells the service manager how the agent is (`sd_notify(3)`), without its library.
public struct ServiceNotification: Sendable {
  /// What is told.
  public enum State: Sendable, Equatable {
    /// The agent accepts clients.
    case ready
    /// The agent is locking and ending.
    case stopping
    /// A line for `systemctl --user status`; a line break is told as a space.
    case status(String)

    var message: String {
      switch self {
      case .ready: "READY=1"
      case .stopping: "STOPPING=1"
      case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 }.prefix(200))
      }
    }
  }

  private let path: String

  /// Reads `NOTIFY_SOCKET` and removes it, so that no child speaks for the agent. Changes the environment: call it before
  /// there is a second thread.
  ///
  /// - Returns: nil when no service manager listens.
  public static func acquire() -> ServiceNotification? {
    defer { unsetenv("NOTIFY_SOCKET") }
    return getenv("NOTIFY_SOCKET").flatMap { ServiceNotification(socket: String(cString: $0)) }
  }

  /// A path, or `@` and an abstract name; nil for anything else, such as a socket of a virtual machine.
  init?(socket: String) {
    guard socket.hasPrefix("/") || socket.hasPrefix("@"), (2...107).contains(socket.utf8.count) else { return nil }
    path = socket
  }

  /// Sends the state; waits at most two seconds for a busy service manager.
  public func send(_ state: State) throws(SystemError) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    guard setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size)) == 0 else {
      throw SystemError("setsockopt(SO_SNDTIMEO)")
    }
    let message = Array(state.message.utf8)
    let sent = withAddress { address, size in
      sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), address, size)
    }
    guard sent == message.count else { throw SystemError("sendto(NOTIFY_SOCKET)") }
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int) -> Int {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    let isAbstract = name[0] == UInt8(ascii: "@")
    if isAbstract { name[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let header = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    // An abstract name is as long as the size says; a path ends with a NUL.
    let size = socklen_t(header + name.count + (isAbstract ? 0 : 1))
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
