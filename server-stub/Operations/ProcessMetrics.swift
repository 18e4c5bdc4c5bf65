internal import Glibc

/// What this process uses, as the kernel reports it.
struct ProcessMetrics {
  /// Memory in bytes.
  let residentByteCount: Int
  /// The time of all cores, in seconds.
  let processorSeconds: Double
  let openDescriptorCount: Int
  /// The most descriptors that may be open.
  let maximumDescriptorCount: Int

  /// Of now; nil where the kernel doesn't say it.
  init?() {
    guard let pages = Self.words("/proc/self/statm").dropFirst().first.flatMap({ Int($0) }),
      let descriptors = Self.count("/proc/self/fd")
    else { return nil }
    var limits = rlimit()
    var usage = rusage()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0,
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0
    else { return nil }
    residentByteCount = pages * Int(getpagesize())
    processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    // The list itself is open while it is read.
    openDescriptorCount = descriptors - 1
    maximumDescriptorCount = Int(clamping: limits.rlim_cur)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func words(_ path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
  }

  private static func count(_ directory: String) -> Int? {
    guard let listing = opendir(directory) else { return nil }
    defer { closedir(listing) }
    var count = 0
    while let entry = readdir(listing) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
    return count
  }
}
