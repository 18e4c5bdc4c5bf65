internal import AgentAPI
internal import Glibc
internal import Localization
internal import SecretMemory

/// Whether secrets stay out of swap.
struct MemoryLockCheck: HealthCheck {
  func findings() -> [DoctorFinding] {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
    let isLocked: Bool
    do { isLocked = try SecretBytes(count: 1).isLocked } catch { isLocked = false }
    return [Self.finding(isLocked: isLocked, wasRefused: MemoryLock.wasRefused, limit: UInt64(limit.rlim_cur))]
  }

  /// - Parameters:
  ///   - isLocked: whether a secret that is made now is locked.
  ///   - wasRefused: whether the system has refused to lock one since the process began.
  ///   - limit: how much may be locked, in bytes.
  static func finding(isLocked: Bool, wasRefused: Bool, limit: UInt64) -> DoctorFinding {
    guard isLocked, !wasRefused else {
      return DoctorFinding(
        .warning, "memory lock",
        isLocked
          ? "Since the agent started some secrets could be swapped out: the limit is \(limit) bytes."
          : "Secrets can be swapped out: the limit is \(limit) bytes.",
        remedy: "Raise RLIMIT_MEMLOCK (ulimit -l), or encrypt the swap space.")
    }
    return DoctorFinding(.ok, "memory lock", "Secrets stay out of swap and core dumps.")
  }
}
