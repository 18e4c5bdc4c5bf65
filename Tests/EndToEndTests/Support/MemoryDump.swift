import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting

/// Every byte of a running process: also what it excludes from core dumps.
final class MemoryDump: Sendable {
  private let file: URL
  private let bytes: Data

  /// Takes the dump with gdb, which needs the right to trace the process: root, or sudo without a password.
  init(of pid: Int32) throws {
    file = FileManager.default.temporaryDirectory.appendingPathComponent("vault-dump-\(UUID().uuidString)")
    // Symbols would be read for seconds and are of no use here.
    let gdb = [
      "gdb", "-nx", "-p", "\(pid)", "-batch", "-iex", "set auto-solib-add off", "-iex", "set debuginfod enabled off",
      "-ex", "set use-coredump-filter off", "-ex", "set dump-excluded-mappings on", "-ex", "gcore \(file.path)",
    ]
    let status = try Self.asRoot(gdb)
    guard status == 0, FileManager.default.fileExists(atPath: file.path) else {
      throw ChildProcess.Failure("no dump (\(status)): this needs gdb, and root or sudo without a password")
    }
    guard try Self.asRoot(["chown", "\(getuid())", file.path]) == 0 else {
      throw ChildProcess.Failure("the dump can't be made readable")
    }
    bytes = try Data(contentsOf: file, options: .alwaysMapped)
  }

  /// Runs a command that needs the right to trace the process.
  static func asRoot(_ command: [String]) throws -> Int32 {
    let environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    let process = try ChildProcess(getuid() == 0 ? command : ["sudo", "-n"] + command, environment: environment)
    return try process.exitStatus(within: 240)
  }

  deinit { unlink(file.path) }

  /// Everything in memory that could be a Swift array of that many random bytes: behind its count stands twice its capacity.
  func arrays(ofCount count: Int) -> [[UInt8]] {
    var found: Set<[UInt8]> = []
    bytes.withUnsafeBytes { memory in
      guard let start = memory.baseAddress else { return }
      var place = 0
      // A dump keeps no alignment.
      while let hit = memchr(start + place, Int32(count), memory.count - place) {
        let content = UnsafeRawPointer(hit) - start + 16
        place = content - 15
        guard content + count <= memory.count else { break }
        guard memory.loadUnaligned(fromByteOffset: content - 16, as: UInt64.self) == UInt64(count) else { continue }
        let capacity = memory.loadUnaligned(fromByteOffset: content - 8, as: UInt64.self) / 2
        guard (UInt64(count)...4096).contains(capacity) else { continue }
        let array = Array(memory[content..<content + count])
        if Set(array).count > count / 2 { found.insert(array) }
      }
    }
    return Array(found)
  }

  /// How often `needle` is in memory.
  func count(_ needle: [UInt8]) -> Int {
    precondition(needle.count >= 8, "shorter needles are found by chance")
    // Most of a dump is filler: looking for a byte that is none of it passes that over quickly.
    guard let anchor = needle.firstIndex(where: { !Self.fillers.contains($0) }) else { return 0 }
    return bytes.withUnsafeBytes { memory in
      guard let start = memory.baseAddress, memory.count >= needle.count else { return 0 }
      let end = start + memory.count - needle.count
      var place = start
      var count = 0
      while place <= end, let found = memchr(place + anchor, Int32(needle[anchor]), end - place + 1) {
        place = UnsafeRawPointer(found) - anchor
        if memcmp(place, needle, needle.count) == 0 { count += 1 }
        place += 1
      }
      return count
    }
  }

  /// Fresh pages, and what the allocator writes into blocks it gets back or gives out.
  private static let fillers: Set<UInt8> = [0x00, 0x20, 0x5A, 0xA5, 0xFF]

  /// How often `text` is in memory, as UTF-8, UTF-16LE or UTF-16BE.
  func count(_ text: String) -> Int {
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let big = units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    return count(Array(text.utf8)) + count(little) + count(big)
  }
}
