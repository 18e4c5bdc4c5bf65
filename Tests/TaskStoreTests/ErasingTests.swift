import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

@Suite("A former text that must be nowhere")
struct ErasingTests {
  private let place: ScratchPlace
  private let trial: ScratchPlace
  private let now = Date(timeIntervalSinceReferenceDate: 77)
  private let words = ["qxwombat", "Vjkläzzle", "Ybrontosaur", "wqfjord"]

  init() throws {
    place = try ScratchPlace()
    trial = try ScratchPlace()
  }

  private var task: TodoTask {
    var task = TodoTask(
      id: UUID(bytes: [UInt8](repeating: 0x42, count: 16))!, name: "\(words[0]) first", createdAt: now)
    task.notes = String(repeating: "\(words[1]) ", count: 900)
    task.subtasks = [TodoSubtask(id: UUID(bytes: [UInt8](repeating: 3, count: 16))!, name: "the \(words[2])")]
    return task
  }

  private var protected: TodoTask {
    var task = task
    task.name = nil
    task.notes = nil
    task.subtasks[0].name = nil
    task.label = "Something"
    task.seal = SealReference(version: 1, digest: [UInt8](repeating: 1, count: 32))
    task.modifiedAt += 9
    return task
  }

  /// A store with many tasks around the one, which has had several texts, all of them in the log.
  private func filled() async throws -> (store: SQLiteTaskStore, last: TodoTask) {
    var generator = SeededGenerator(seed: 8)
    let store = try SQLiteTaskStore(path: place.path)
    var current = task
    try await store.apply([TaskChange(before: nil, after: current)], as: "add", at: now, rewriting: nil)
    for step in 0..<60 {
      let others = (0..<4).map { _ in TaskChange(before: nil, after: Sample.task(step, using: &generator)) }
      try await store.apply(others, as: "add", at: now, rewriting: nil)
      guard step % 10 == 5 else { continue }
      var next = current
      next.notes = step == 25 ? words[3] : String(repeating: "\(words[1]) \(step)", count: step * 4)
      next.modifiedAt += 1
      try await store.apply([TaskChange(before: current, after: next)], as: "edit", at: now, rewriting: nil)
      current = next
    }
    return (store, current)
  }

  private let sealing: OperationRewriting = { operation in
    var sealed = operation
    sealed.record = .sealed([1, 2, 3])
    return sealed
  }

  private func expectNothing(in place: ScratchPlace) throws {
    for word in words {
      for text in [
        word, word.lowercased(), CharacterCode.of(word.lowercased()), String(word.lowercased().dropFirst(2)),
      ] {
        #expect(try place.files(holding: text).isEmpty, "\(text)")
      }
    }
  }

  @Test("is in no file when the call returns, nor in what was put aside")
  func erased() async throws {
    let (store, last) = try await filled()
    try Data("\(words[0]) of before".utf8).write(to: URL(fileURLWithPath: place.path + ".copy.set-aside-1"))
    for word in words { #expect(try !place.files(holding: word).isEmpty) }
    try await store.apply([TaskChange(before: last, after: protected)], as: "protect", at: now, rewriting: sealing)
    try expectNothing(in: place)
    #expect(try await store.task(task.id) == protected)
    var filter = TaskFilter(state: .any)
    filter.words = ["somethi"]
    #expect(try await store.tasks(TaskQuery(filter)) == [protected])
    #expect(try await store.state(VaultStateKey("erase-due")) == nil)
    #expect(try await store.health() == StoreHealth())
    try await store.close()
    try expectNothing(in: place)
  }

  @Test("is in no file once the store was opened again after a crash before the erasing")
  func crashed() async throws {
    let (store, last) = try await filled()
    _ = try await store.commit([TaskChange(before: last, after: protected)], as: "protect", at: now, rewriting: sealing)
    try trial.copyAll(from: place)
    let again = try SQLiteTaskStore(path: trial.path)
    try expectNothing(in: trial)
    #expect(try await again.task(task.id) == protected)
    #expect(try await again.state(VaultStateKey("erase-due")) == nil)
    try await again.close()
    try expectNothing(in: trial)
    try await store.close()
  }

  @Test("is in no file once the store was opened again after a crash that left the copy behind")
  func crashedBetweenFiles() async throws {
    let (store, last) = try await filled()
    try trial.copyAll(from: place)
    _ = try await store.commit([TaskChange(before: last, after: protected)], as: "protect", at: now, rewriting: sealing)
    for suffix in ["", "-wal"] {
      try FileManager.default.removeItem(atPath: trial.path + suffix)
      try FileManager.default.copyItem(atPath: place.path + suffix, toPath: trial.path + suffix)
    }
    let again = try SQLiteTaskStore(path: trial.path)
    #expect(try await again.task(task.id) == protected)
    try expectNothing(in: trial)
    try await again.close()
    try await store.close()
  }
}
