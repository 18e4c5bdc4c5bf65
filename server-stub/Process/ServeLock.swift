internal import Glibc

/// Proof that this is the only server of a directory: locks that the kernel drops with the process, however it ends. One is on the
/// directory itself (`flock(2)`): a file in it can be moved away, and another put in its place. The other one, on a file in it
/// (`fcntl(2)`), says who has it.
///
/// Two servers on one directory would each know half of what happens: an event goes to the streams of the one that received it.
final class ServeLock: Sendable {
  private let directory: Int32
  private let descriptor: Int32

  /// - Parameter path: the directory's.
  /// - Throws: ``CommandFailure`` with 69 when another server has it.
  init(directory path: String) throws(CommandFailure) {
    directory = try Self.lockedDirectory(path)
    let file = Self.file(path)
    descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      close(directory)
      throw CommandFailure(.cannotCreate, "\(file): \(String(cString: strerror(code)))")
    }
    var wanted = Self.record
    guard fcntl(descriptor, F_SETLK, &wanted) != 0 else { return }
    let code = errno
    let holder = Self.holder(descriptor)
    close(descriptor)
    close(directory)
    guard code == EAGAIN || code == EACCES else { throw Self.unlockable(path, code) }
    throw Self.served(path, by: holder)
  }

  // The file stays: whoever opens it next must meet the same one.
  deinit {
    close(descriptor)
    close(directory)
  }

  /// Opens the directory and locks it.
  ///
  /// - Throws: ``CommandFailure`` with 73 where the lock would not hold for everybody who can serve the directory.
  private static func lockedDirectory(_ path: String) throws(CommandFailure) -> Int32 {
    let directory = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw CommandFailure(.cannotCreate, "\(path): \(String(cString: strerror(errno)))") }
    if let system = NetworkFileSystem(of: directory) {
      close(directory)
      throw system.refusal(of: path)
    }
    while flock(directory, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(directory)
      guard code == EWOULDBLOCK else { throw unlockable(path, code) }
      let descriptor = Glibc.open(file(path), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      defer { if descriptor >= 0 { close(descriptor) } }
      throw served(path, by: descriptor < 0 ? nil : holder(descriptor))
    }
    return directory
  }

  private static func unlockable(_ path: String, _ code: Int32) -> CommandFailure {
    CommandFailure(
      .cannotCreate,
      "\(path) can't be locked (\(String(cString: strerror(code)))), so nothing would keep a second server from it; name a directory on a disk of this machine"
    )
  }

  private static func served(_ path: String, by holder: pid_t?) -> CommandFailure {
    let who = holder.map { "process \($0)" } ?? "a process that can't be seen from here"
    return CommandFailure(
      .unavailable,
      "\(path) is served by another vault-server already (\(who)); end that one first, or name another directory")
  }

  /// Notifies the server of a directory that a command has changed something, where one runs and can be notified; it would find out by
  /// itself within seconds.
  static func notifyServer(of path: String) {
    let descriptor = Glibc.open(file(path), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if let holder = holder(descriptor) { kill(holder, ExternalChangeSignal.signal) }
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
