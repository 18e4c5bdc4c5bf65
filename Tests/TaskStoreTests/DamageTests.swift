import FoundationEssentials
import GRDB
import Glibc
import Testing
import VaultModel

@testable import TaskStore

@Suite("A task store whose files are damaged")
struct DamageTests {
  private let original: ScratchPlace
  private let trial: ScratchPlace
  private let tasks = Sample.tasks(12)

  init() throws {
    original = try ScratchPlace()
    trial = try ScratchPlace()
  }

  private func fill(closing: Bool) async throws -> SQLiteTaskStore {
    let store = try SQLiteTaskStore(path: original.path)
    for task in tasks { try await store.create(task) }
    try await store.setState([1, 2, 3], for: VaultStateKey("generation"))
    if closing { try await store.close() }
    return store
  }

  /// Opens the trial and holds it to everything that was written, twice.
  private func expectWhole(_ note: String) async throws {
    for round in 1...2 {
      let store = try SQLiteTaskStore(path: trial.path)
      #expect(try await store.all() == tasks, "\(note), round \(round)")
      #expect(try await store.state(VaultStateKey("generation")) == [1, 2, 3], "\(note), round \(round)")
      let health = try await store.health()
      #expect(health.isWhole, "\(note), round \(round)")
      for order in TaskQuery.Order.allCases {
        let query = TaskQuery(TaskFilter(state: .any), order: order)
        #expect(try await store.tasks(query) == query.result(in: tasks), "\(note), round \(round), \(order)")
      }
      if round == 2 { #expect(health.repairs.isEmpty, "\(note), repaired again: \(health.repairs)") }
      try await store.close()
    }
  }

  @Test("one flipped byte anywhere in either file loses nothing", arguments: ["", ".copy"])
  func flipped(suffix: String) async throws {
    _ = try await fill(closing: true)
    let count = ScratchPlace.byteCount(original.path + suffix)
    try #require(count > 8192)
    let offsets = Array(0..<100) + Array(stride(from: 100, to: count, by: max(97, count / 400) | 1))
    for offset in offsets {
      try trial.copyAll(from: original)
      try ScratchPlace.flip(trial.path + suffix, at: offset, by: offset % 2 == 0 ? 0xFF : 0x01)
      try await expectWhole("byte \(offset) of \(count)")
    }
  }

  @Test("one flipped byte anywhere in a write-ahead log loses nothing", arguments: ["-wal", ".copy-wal"])
  func flippedLog(suffix: String) async throws {
    let store = try await fill(closing: false)
    #expect(try await store.health().isWhole)
    let count = ScratchPlace.byteCount(original.path + suffix)
    try #require(count > 4096)
    for offset in Array(0..<60) + Array(stride(from: 60, to: count, by: max(811, count / 200) | 1)) {
      try trial.copyAll(from: original)
      try ScratchPlace.flip(trial.path + suffix, at: offset)
      try await expectWhole("byte \(offset) of \(count)")
    }
    try await store.close()
  }

  @Test("a file cut off at any length loses nothing", arguments: ["", ".copy"])
  func cutOff(suffix: String) async throws {
    _ = try await fill(closing: true)
    let count = ScratchPlace.byteCount(original.path + suffix)
    for length in [0, 1, 99, 100, 4095, 4096, 8192, count / 2, count - 1] {
      try trial.copyAll(from: original)
      try #require(truncate(trial.path + suffix, off_t(length)) == 0)
      try await expectWhole("cut to \(length)")
    }
  }

  @Test("a missing file is made again from the other one", arguments: ["", ".copy"])
  func missing(suffix: String) async throws {
    _ = try await fill(closing: true)
    try trial.copyAll(from: original)
    try #require(unlink(trial.path + suffix) == 0)
    try await expectWhole("missing")
  }

  @Test("a copy that fell behind is brought up, and an older file doesn't win over a newer copy")
  func behind() async throws {
    let store = try SQLiteTaskStore(path: original.path)
    try await store.create(tasks[0])
    try await store.close()
    try trial.copyAll(from: original)
    let newer = try SQLiteTaskStore(path: original.path)
    for task in tasks.dropFirst() { try await newer.create(task) }
    try await newer.setState([1, 2, 3], for: VaultStateKey("generation"))
    try await newer.close()
    for (old, new) in [(".copy", ""), ("", ".copy")] {
      let keep = try ScratchPlace()
      try keep.copyAll(from: trial)
      try #require(unlink(keep.path + new) == 0)
      try FileManager.default.copyItem(atPath: original.path + new, toPath: keep.path + new)
      #expect(ScratchPlace.byteCount(keep.path + old) > 0)
      let opened = try SQLiteTaskStore(path: keep.path)
      #expect(try await opened.all() == tasks)
      try await opened.close()
    }
  }

  @Test("a row damaged in both files is named, the rest stays readable, and it can be deleted")
  func bothDamaged() async throws {
    _ = try await fill(closing: true)
    let victim = tasks[5]
    let key = Data(victim.id.bytes)
    for path in original.files {
      let queue = try DatabaseQueue(path: path)
      try await queue.write {
        try $0.execute(sql: "UPDATE task SET isDone = 1 - isDone WHERE key = ?", arguments: [key])
      }
      try queue.close()
    }
    let store = try SQLiteTaskStore(path: original.path)
    #expect(try await store.all() == tasks.filter { $0.id != victim.id })
    let error = await #expect(throws: TaskStoreError.self) { try await store.task(victim.id) }
    #expect(error?.code == .damaged)
    #expect(error?.ids == [victim.id])
    let health = try await store.health()
    #expect(health.damagedTasks == [victim.id])
    #expect(!health.filesSetAside.isEmpty)
    for file in health.filesSetAside { #expect(ScratchPlace.byteCount(file) > 0) }
    await #expect(throws: TaskStoreError(.alreadyExists)) { try await store.create(victim) }
    #expect(try await store.delete(victim.id))
    #expect(try await store.health().damagedTasks.isEmpty)
    try await store.create(victim)
    #expect(try await store.all() == tasks)
  }

  @Test("damage that comes while the store is open is healed at the next reading")
  func damagedWhileOpen() async throws {
    let store = try await fill(closing: false)
    let queue = try DatabaseQueue(path: original.path)
    let key = Data(tasks[3].id.bytes)
    try await queue.write { try $0.execute(sql: "DELETE FROM task WHERE key = ?", arguments: [key]) }
    try queue.close()
    #expect(try await store.task(tasks[3].id) == tasks[3])
    #expect(try await store.all() == tasks)
    #expect(try await !store.health().repairs.isEmpty)
  }

  @Test("two files beyond reading are an error, and stay as they are")
  func beyondReading() async throws {
    _ = try await fill(closing: true)
    for path in original.files {
      try #require(truncate(path, 0) == 0)
      try #require(truncate(path, 20_000) == 0)
    }
    #expect(throws: TaskStoreError(.damaged)) { try SQLiteTaskStore(path: original.path) }
    for path in original.files { #expect(ScratchPlace.byteCount(path) == 20_000) }
  }
}
