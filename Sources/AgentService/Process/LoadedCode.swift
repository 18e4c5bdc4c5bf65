internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem

/// The files whose code runs in this process, as the kernel tells.
enum LoadedCode {
  /// The longest list of mappings that is read, in bytes; the agent has about 40 KiB.
  private static let maximumByteCount = 1 << 20

  /// Those that belong neither to root nor to the program itself, in order.
  static func foreign() throws(SystemError) -> [String] {
    let maps = try ProcFileSystem().bytes(of: "\(getpid())/maps", atMost: maximumByteCount)
    var own = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &own, own.count)
    guard count >= 0 else { throw SystemError("readlink /proc/self/exe") }
    let program = String(decoding: own[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return files(in: String(decoding: maps, as: UTF8.self)).filter { $0 != program && !isRoots($0) }
  }

  /// The files that have executable pages in a list of mappings (`proc_pid_maps(5)`), each once, in order.
  static func files(in maps: String) -> [String] {
    let files = maps.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1].contains("x"), fields[4] != "0" else { return nil }
      return String(fields[5].drop { $0 == " " })
    }
    return Set(files).sorted()
  }

  /// A library that an update has replaced is looked at by what took its place.
  private static func isRoots(_ file: String) -> Bool {
    let replaced = " (deleted)"
    var status = stat()
    let path = file.hasSuffix(replaced) ? String(file.dropLast(replaced.count)) : file
    return stat(path, &status) == 0 && status.st_uid == 0
  }
}
