internal import Glibc

/// Where an agent in the background writes what it has to say.
struct AgentLog {
  let path: String

  /// How far it goes, in bytes; 0 while there is none.
  var end: off_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_size : 0
  }

  /// What was said last since the log had `start` bytes, with its advice, so that a person need not look into it; empty for
  /// nothing.
  func lastWords(since start: off_t) -> String {
    let log = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return "" }
    defer { close(log) }
    let end = lseek(log, 0, Int32(SEEK_END))
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = pread(log, &bytes, bytes.count, max(start, end - off_t(bytes.count)))
    guard count > 0 else { return "" }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    // Advice stands on lines of its own, indented.
    let first = lines.lastIndex { !$0.hasPrefix(" ") } ?? lines.startIndex
    return lines[first...].map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// Whether nobody but root can write any more where a directory is.
  static func isDiskFull(_ directory: String) -> Bool {
    var system = statvfs()
    return statvfs(directory, &system) == 0 && system.f_blocks > 0 && system.f_bavail == 0
  }
}
