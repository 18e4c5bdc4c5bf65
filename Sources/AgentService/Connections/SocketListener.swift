internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// The agent's listening socket: bound under the instance lock, or inherited from systemd.
///
/// It watches its own place: when the socket's file is removed or replaced (the runtime directory goes at the last
/// logout), listening ends, because no client could find this agent any more.
final class SocketListener: Sendable {
  /// Why listening ended.
  enum End: Equatable, Sendable {
    case stopped, vanished
    case failed(SystemError)
  }

  private let descriptor: Int32
  private let watch: Int32
  private let stopPipe: (read: Int32, write: Int32)
  private let path: String
  private let inode: UInt64
  private let ownsFile: Bool

  /// Binds `path`, whose directory must exist and be private. A left-over file nobody listens on is replaced.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when some agent still accepts there.
  convenience init(binding path: String) throws(Failure) {
    guard !Self.somebodyAccepts(at: path) else {
      throw Failure(.tryLater, "Another agent already listens at \(path).")
    }
    unlink(path)
    let descriptor: Int32
    do throws(SystemError) { descriptor = try UnixSocket.listen(at: path) } catch {
      throw Failure(
        .cannotCreate, "\(path): \(error)", hint: "Set VAULT_RUNTIME_DIR to a directory that can be written.")
    }
    chmod(path, 0o600)
    try self.init(descriptor: descriptor, path: path, ownsFile: true)
  }

  /// Takes over a listening socket that systemd made.
  convenience init(inherited descriptor: Int32, path: String) throws(Failure) {
    try self.init(descriptor: descriptor, path: path, ownsFile: false)
  }

  private init(descriptor: Int32, path: String, ownsFile: Bool) throws(Failure) {
    self.descriptor = descriptor
    self.path = path
    self.ownsFile = ownsFile
    guard let inode = Self.inode(of: path) else {
      throw Failure(.cannotCreate, "\(path): the socket vanished while it was made.")
    }
    self.inode = inode
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(.internal, verbatim: SystemError("pipe").description) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopPipe = (ends[0], ends[1])
    watch = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let directory = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let mask = UInt32(IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    guard watch >= 0, inotify_add_watch(watch, directory, mask) >= 0 else {
      throw Failure(.internal, verbatim: SystemError("inotify_add_watch").description)
    }
  }

  deinit {
    for each in [descriptor, watch, stopPipe.read, stopPipe.write] { close(each) }
  }

  /// Accepts until ``stop()`` or until the socket's file is gone; blocks its thread.
  func run(onAccept: (Int32) -> Void) -> End {
    defer { if ownsFile, Self.inode(of: path) == inode { unlink(path) } }
    while true {
      var waits = [descriptor, watch, stopPipe.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waits, 3, -1) >= 0 || errno == EINTR else { return .failed(SystemError("poll")) }
      if waits[2].revents != 0 { return .stopped }
      if waits[1].revents != 0, !isStillThere() { return .vanished }
      guard waits[0].revents != 0 else { continue }
      if let client = accepted() { onAccept(client) }
    }
  }

  /// The next client; nil when it has gone again or when no descriptor is left, which a short wait may cure.
  private func accepted() -> Int32? {
    let client = accept(descriptor, nil, nil)
    if client >= 0 {
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      return client
    }
    if errno == EMFILE || errno == ENFILE {
      var wait = pollfd(fd: stopPipe.read, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, 100)
    }
    return nil
  }

  /// Ends ``run(onAccept:)``; may be called from any thread, also from a signal's handler queue.
  func stop() {
    var byte: UInt8 = 0
    _ = write(stopPipe.write, &byte, 1)
  }

  private func isStillThere() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(watch, &buffer, buffer.count) > 0 {}
    return Self.inode(of: path) == inode
  }

  private static func inode(of path: String) -> UInt64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return UInt64(status.st_ino)
  }

  private static func somebodyAccepts(at path: String) -> Bool {
    do throws(SystemError) {
      close(try UnixSocket.connect(to: path))
      return true
    } catch { return error.code == EAGAIN || error.code == EINPROGRESS }
  }
}
