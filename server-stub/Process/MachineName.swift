internal import Glibc

/// What this machine is called.
enum MachineName {
  /// Its host name, as the kernel has it.
  static var current: String {
    // The kernel's has at most 64 bytes.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
