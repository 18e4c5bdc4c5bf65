internal import Glibc

/// How many files and connections may be open.
enum DescriptorLimit {
  /// As many as the system allows: what is usual at first (1,024) is for programs that use select().
  static func raise() {
    var limits = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limits) == 0 else { return }
    limits.rlim_cur = limits.rlim_max
    // Where it can't be raised, accept() says so once there are too many.
    setrlimit(files, &limits)
  }
}
