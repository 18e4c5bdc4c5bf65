internal import Glibc
public import LinuxSystem

/// Unix-domain stream sockets, close-on-exec and non-blocking.
public enum UnixSocket {
  /// Connects to the socket at `path`.
  ///
  /// - Throws: `SystemError`: `ENOENT` and `ECONNREFUSED` mean that nobody listens, `EAGAIN` that the queue is full.
  public static func connect(to path: String) throws(SystemError) -> Int32 {
    try opened("connect", path) { Glibc.connect($0, $1, $2) }
  }

  /// Listens at `path`, where nothing may exist yet. The socket's mode follows the umask; the caller sets and checks it.
  ///
  /// - Throws: `SystemError`, for instance `EADDRINUSE`.
  public static func listen(at path: String, backlog: Int32 = 64) throws(SystemError) -> Int32 {
    let descriptor = try opened("bind", path) { bind($0, $1, $2) }
    guard Glibc.listen(descriptor, backlog) == 0 else {
      let error = SystemError("listen")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Two sockets that are connected with each other.
  public static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError("socketpair") }
    return (ends[0], ends[1])
  }

  private static func opened(
    _ call: String, _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    guard var address = address(path) else { throw SystemError(call, code: ENAMETOOLONG) }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let error = SystemError(call)
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= VaultPaths.maximumSocketPathByteCount, !bytes.contains(0) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
  }
}
