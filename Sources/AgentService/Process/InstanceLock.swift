internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// Proof that this is the only agent of a data directory: advisory locks (`flock(2)`) the kernel drops with the
/// process, however it ends. One is on the directory itself: a file in it can be removed, and a new one locked in its place.
final class InstanceLock: Sendable {
  private let directory: Int32
  private let descriptor: Int32

  /// Takes the lock of the data directory at `path`.
  ///
  /// - Parameter patienceSeconds: how long an agent is waited for that is about to end, and keeps the lock until its last file is closed.
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when another agent holds it.
  init(dataDirectory path: String, patienceSeconds: Double = 3) throws(Failure) {
    let file = path + "/agent.lock"
    directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw Failure(.cannotCreate, "\(path): \(SystemError("open").description)") }
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let error = SystemError("open")
      close(directory)
      throw Failure(.cannotCreate, "\(file): \(error.description)")
    }
    let deadline = Deadline.after(seconds: patienceSeconds)
    for lock in [directory, descriptor] where !Self.acquire(lock, isDirectory: lock == directory, before: deadline) {
      close(descriptor)
      close(directory)
      throw Failure(.tryLater, "Another agent is already looking after \(path).")
    }
  }

  /// Waits for a lock until the deadline. File systems that lock no directories, as NFS, leave it at the file.
  private static func acquire(_ lock: Int32, isDirectory: Bool, before deadline: Deadline) -> Bool {
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      if errno != EWOULDBLOCK && errno != EINTR && isDirectory { return true }
      guard !deadline.hasPassed else { return false }
      usleep(5000)
    }
    return true
  }

  deinit {
    close(descriptor)
    close(directory)
  }
}
