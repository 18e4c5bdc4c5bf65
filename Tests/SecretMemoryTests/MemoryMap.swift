import Glibc

/// What `/proc/self/smaps` (proc(5)) says about the mapping at an address.
enum MemoryMap {
  static func permissions(at address: UInt) -> String? {
    entry(at: address)?.first?.split(separator: " ").dropFirst().first.map(String.init)
  }

  static func flags(at address: UInt) -> Set<String>? {
    entry(at: address)?.first { $0.hasPrefix("VmFlags:") }
      .map { Set($0.split(separator: " ").dropFirst().map(String.init)) }
  }

  private static func entry(at address: UInt) -> [Substring]? {
    var found: [Substring] = []
    for line in contents().split(separator: "\n") {
      let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      if range.count == 2 {
        if !found.isEmpty { return found }
        if range[0] <= address, address < range[1] { found = [line] }
      } else if !found.isEmpty {
        found.append(line)
      }
    }
    return found.isEmpty ? nil : found
  }

  private static func contents() -> String {
    let descriptor = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return String(decoding: content, as: UTF8.self) }
      content += part.prefix(count)
    }
  }
}
