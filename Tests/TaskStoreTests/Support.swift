import Foundation
import Glibc
import StoreTesting
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

extension ScratchPlace {
  /// The names of the files in which the bytes of a text stand.
  func files(holding text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { name in
      try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")).range(of: Data(text.utf8)) != nil
    }
  }
}

/// The implementations that keep the contract.
enum Kind: CaseIterable, Sendable {
  case memory, sqlite, icalendar

  func store(in place: ScratchPlace) throws -> any TaskStore {
    switch self {
    case .memory: InMemoryTaskStore()
    case .sqlite: try SQLiteTaskStore(path: place.path)
    case .icalendar: try ICalendarTaskStore(directory: place.directory + "/calendar", logPath: place.path)
    }
  }

  /// Tasks that this kind keeps: calendars have no control characters.
  func task(_ number: Int, using generator: inout SeededGenerator) -> TodoTask {
    self == .icalendar
      ? CalendarPlace.task(number, using: &generator) : Sample.task(number, using: &generator)
  }

  func tasks(_ count: Int, seed: UInt64 = 1) -> [TodoTask] {
    self == .icalendar ? CalendarPlace.tasks(count, seed: seed) : Sample.tasks(count, seed: seed)
  }
}

/// The implementations that keep the vault's own records.
enum RecordKind: CaseIterable, Sendable {
  case memory, sqlite

  func store(in place: ScratchPlace) throws -> any VaultStateStore & ReminderStateStore {
    switch self {
    case .memory: InMemoryTaskStore()
    case .sqlite: try SQLiteTaskStore(path: place.path)
    }
  }
}
