internal import AgentAPI
internal import Glibc
internal import LinuxSystem

/// Proof that this is the only agent of a data directory: an advisory lock (`flock(2)`) the kernel drops with the
/// process, however it ends.
final class InstanceLock: Sendable {
  private let descriptor: Int32

  /// An agent that is about to end keeps the lock until its last file is closed: that long, in seconds, it is waited for.
  private static let patienceSeconds = 3.0

  /// Takes the lock of the data directory at `path`.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when another agent holds it.
  init(dataDirectory path: String) throws(Failure) {
    let file = path + "/agent.lock"
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(.cannotCreate, "\(file): \(SystemError("open").description)") }
    let deadline = Deadline.after(seconds: Self.patienceSeconds)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if !deadline.hasPassed {
        usleep(5000)
        continue
      }
      close(descriptor)
      throw Failure(.tryLater, "Another agent is already looking after \(path).")
    }
  }

  deinit { close(descriptor) }
}
