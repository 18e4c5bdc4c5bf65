internal import Glibc

/// The lock that an agent holds on its data directory as long as it runs (`flock(2)`).
public enum AgentLock {
  /// Whether an agent holds it. Nothing is made, and nobody is woken.
  public static func isHeld(dataDirectory path: String) -> Bool {
    let descriptor = open(path + "/agent.lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Shared, so that two who look do not take each other for an agent; it goes with the descriptor.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
