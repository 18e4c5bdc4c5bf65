internal import Synchronization

/// What became of the locks that keep secrets out of swap, in this process.
public enum MemoryLock {
  static let refusals = Atomic<Int>(0)

  /// Whether the system has refused one since the process began, as beyond RLIMIT_MEMLOCK.
  public static var wasRefused: Bool { refusals.load(ordering: .relaxed) > 0 }
}
