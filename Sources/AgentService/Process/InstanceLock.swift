internal import AgentAPI
internal import Glibc
internal import LinuxSystem

/// Proof that this is the only agent of a data directory: an advisory lock (`flock(2)`) the kernel drops with the
/// process, however it ends.
final class InstanceLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the data directory at `path`.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/tryLater`` when another agent holds it.
  init(dataDirectory path: String) throws(Failure) {
    let file = path + "/agent.lock"
    descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(.cannotCreate, "\(file): \(SystemError("open").description)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Failure(.tryLater, "Another agent is already looking after \(path).")
    }
  }

  deinit { close(descriptor) }
}
