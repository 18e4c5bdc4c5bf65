import FoundationEssentials
import Glibc
import Testing
import VaultModel

@testable import TaskStore

/// A directory of a test's own, removed with it.
final class ScratchPlace {
  let directory: String
  var path: String { directory + "/tasks.sqlite" }
  var files: [String] { [path, path + ".copy"] }

  init() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    directory = "\(base)/task-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Copies all files of another place.
  func copyAll(from other: ScratchPlace) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: other.directory) where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(atPath: "\(other.directory)/\(name)", toPath: "\(directory)/\(name)")
    }
  }

  static func byteCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  static func flip(_ path: String, at offset: Int, by mask: UInt8 = 0xFF) throws {
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, offset) == 1)
    byte ^= mask
    try #require(pwrite(descriptor, &byte, 1, offset) == 1)
  }
}

enum Sample {
  static func task(_ number: Int, using generator: inout SeededGenerator) -> TodoTask {
    let id = UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })!
    let made = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<1_000_000, using: &generator)) / 7)
    let due = Bool.random(using: &generator) ? made.addingTimeInterval(3600.125) : nil
    guard Bool.random(using: &generator) else {
      let text = ["Buy milk", "", "Ünïcode ✅\u{0}after a NUL", String(repeating: "long ", count: 400)]
      return TodoTask(id: id, name: "\(text[number % 4])\(number)", dueDate: due, createdAt: made)
    }
    let code: [UInt8]? = Bool.random(using: &generator) ? [UInt8](repeating: 9, count: 32) : nil
    return TodoTask(
      id: id, label: "Protected task",
      seal: .init(version: number + 1, digest: [UInt8](repeating: 7, count: 32), ownerMAC: code),
      alwaysVerify: Bool.random(using: &generator), dueDate: due, createdAt: made)
  }

  static func tasks(_ count: Int, seed: UInt64 = 1) -> [TodoTask] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { task($0, using: &generator) }.sorted(by: TodoTask.isListedBefore)
  }
}
