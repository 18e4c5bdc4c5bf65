internal import Glibc

/// Reads what `/proc` says about processes; every read is bounded.
struct ProcessFiles {
  /// `/proc`, or a test's directory.
  let root: String
  /// The longest line of ancestors that is followed.
  private static let maximumAncestors = 64
  /// Servers through which people come from elsewhere.
  private static let remoteServers: Set<String> = ["sshd", "sshd-session", "dropbear", "mosh-server"]

  func statistics(_ pid: Int32) -> ProcessStatistics? {
    guard pid > 0, let line = read(pid, "stat", atMost: 4096) else { return nil }
    return ProcessStatistics(line)
  }

  /// The second number of the line `Uid:`.
  func effectiveUser(_ pid: Int32) -> UInt32? {
    guard let status = read(pid, "status", atMost: 64 * 1024) else { return nil }
    for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Uid:".utf8) {
      let numbers = line.dropFirst(4).split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
      return numbers.count > 1 ? UInt32(String(decoding: numbers[1], as: UTF8.self)) : nil
    }
    return nil
  }

  func executable(_ pid: Int32) -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("\(root)/\(pid)/exe", &path, path.count)
    return count > 0 ? String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
  }

  func hasRemoteAncestor(_ pid: Int32) -> Bool {
    var current = pid
    for _ in 0..<Self.maximumAncestors {
      guard current > 1, let statistics = statistics(current) else { return false }
      if Self.remoteServers.contains(statistics.command) { return true }
      current = statistics.parent
    }
    return true
  }

  /// The file's first bytes; nil when it can't be read.
  private func read(_ pid: Int32, _ name: String, atMost limit: Int) -> [UInt8]? {
    let descriptor = open("\(root)/\(pid)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Nearly all are short, and a large buffer costs more than the reading.
    let usual = min(limit, 8192)
    guard let bytes = Self.read(descriptor, usual) else { return nil }
    guard bytes.count == usual, usual < limit else { return bytes }
    return Self.read(descriptor, limit)
  }

  private static func read(_ descriptor: Int32, _ limit: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    var total = 0
    while total < limit {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + total }, limit - total, off_t(total))
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      total += count
    }
    bytes.removeLast(limit - total)
    return bytes
  }
}
