internal import Glibc

/// Proof that this is the only server of a directory: a record lock (`fcntl(2)`) that the kernel drops with the process, however it
/// ends, and of which it tells who has it.
///
/// Two servers on one directory would each know half of what happens: an event goes to the streams of the one that took it.
final class ServeLock: Sendable {
  private let descriptor: Int32

  /// - Parameter path: the directory's.
  /// - Throws: ``CommandFailure`` with 69 when another server has it.
  init(directory path: String) throws(CommandFailure) {
    let file = Self.file(path)
    descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw CommandFailure(.cannotCreate, "\(file): \(String(cString: strerror(errno)))") }
    var wanted = Self.record
    guard fcntl(descriptor, F_SETLK, &wanted) != 0 else { return }
    let code = errno
    let holder = Self.holder(descriptor)
    close(descriptor)
    guard code == EAGAIN || code == EACCES else {
      throw CommandFailure(.cannotCreate, "\(file): \(String(cString: strerror(code)))")
    }
    let who = holder.map { "process \($0)" } ?? "a process that can't be seen from here"
    throw CommandFailure(
      .unavailable, "\(path) is served by another vault-server already (\(who)); end that one first, or name another directory")
  }

  // The file stays: whoever opens it next must meet the same one.
  deinit { close(descriptor) }

  /// Tells the server of a directory that a command has changed something, where one runs and can be told; it would find out by
  /// itself within seconds.
  static func tellServer(of path: String) {
    let descriptor = Glibc.open(file(path), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if let holder = holder(descriptor) { kill(holder, OutsideChanges.signal) }
  }

  /// Who has the lock; nil where nobody has, or the kernel does not say.
  private static func holder(_ descriptor: Int32) -> pid_t? {
    var asked = record
    guard fcntl(descriptor, F_GETLK, &asked) == 0, asked.l_type != Int16(F_UNLCK), asked.l_pid > 1 else { return nil }
    return asked.l_pid
  }

  private static var record: Glibc.flock {
    var record = Glibc.flock()
    record.l_type = Int16(F_WRLCK)
    record.l_whence = Int16(SEEK_SET)
    return record
  }

  private static func file(_ path: String) -> String { path + "/serve.lock" }
}
