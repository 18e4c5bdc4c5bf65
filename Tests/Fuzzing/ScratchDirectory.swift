internal import FoundationEssentials
internal import Glibc

/// A directory for the files of one input.
enum ScratchDirectory {
  /// Where there is one, in memory: a disk would have a million inputs wait for it.
  private static let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  /// Makes a directory, and removes it with all that is in it.
  static func with(_ body: (_ path: String) throws -> Void) rethrows {
    var template = Array("\(base)/vault-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("mkdtemp: \(errno)") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { remove(path) }
    try body(path)
  }

  /// SQLite may take a file of its own away at the same time, on a thread that checks: then the rest is removed at the next try.
  private static func remove(_ path: String) {
    var tries = 10
    while true {
      do { return try FileManager.default.removeItem(atPath: path) } catch {
        tries -= 1
        guard tries > 0, access(path, F_OK) == 0 else {
          return precondition(access(path, F_OK) != 0, "\(path) stays: \(error)")
        }
      }
    }
  }

  /// Writes a file as the product does, readable by its owner alone.
  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0, Glibc.write(descriptor, bytes, bytes.count) == bytes.count, close(descriptor) == 0 else {
      fatalError("\(path): \(errno)")
    }
  }
}
