internal import CLinux
internal import Glibc

/// Bounds that a process sets for itself before it works on what others made. There is no way back.
public enum ProcessConfinement {
  /// Bounds memory and processor time, and forbids new processes, larger files and any file beyond those that are open.
  ///
  /// - Parameters:
  ///   - memoryByteCount: of the whole address space.
  ///   - processorSeconds: after which the kernel ends the process.
  ///   - descriptorCount: the descriptors that may be open.
  public static func limit(
    memoryByteCount: UInt, processorSeconds: UInt, descriptorCount: UInt
  ) throws(SystemError) {
    let limits: [(UInt32, UInt)] = [
      (RLIMIT_AS.rawValue, memoryByteCount), (RLIMIT_CPU.rawValue, processorSeconds),
      (RLIMIT_NOFILE.rawValue, descriptorCount), (RLIMIT_FSIZE.rawValue, 0), (RLIMIT_CORE.rawValue, 0),
      (__RLIMIT_NPROC.rawValue, 0),
    ]
    for (resource, most) in limits {
      var limit = rlimit(rlim_cur: most, rlim_max: most)
      guard setrlimit(__rlimit_resource_t(resource), &limit) == 0 else { throw SystemError("setrlimit \(resource)") }
    }
  }

  /// From here on this process may compute, ask for memory, and read and write what is open: opening a file is refused, and
  /// anything else ends it. Nothing that it could start would have more rights than it.
  public static func onlyCompute() throws(SystemError) {
    guard vault_forbid_new_privileges() == 0 else { throw SystemError("prctl(PR_SET_NO_NEW_PRIVS)") }
    guard vault_only_compute() == 0 else { throw SystemError("prctl(PR_SET_SECCOMP)") }
  }

  /// From here on this process may compute, and use what is open: whatever would open, connect or start something else fails.
  public static func onlyServe() throws(SystemError) {
    guard vault_forbid_new_privileges() == 0 else { throw SystemError("prctl(PR_SET_NO_NEW_PRIVS)") }
    guard vault_only_serve() == 0 else { throw SystemError("prctl(PR_SET_SECCOMP)") }
  }
}
