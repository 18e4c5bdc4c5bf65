import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

/// The implementations that keep the contract.
enum Kind: CaseIterable, Sendable { case memory, sqlite }

@Suite("What every task store keeps to")
struct TaskStoreContractTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private func store(_ kind: Kind) throws -> any TaskStore & VaultStateStore {
    switch kind {
    case .memory: InMemoryTaskStore()
    case .sqlite: try SQLiteTaskStore(path: place.path)
    }
  }

  @Test("tasks come back as they were stored, in the order they were made", arguments: Kind.allCases)
  func roundTrip(kind: Kind) async throws {
    let store = try store(kind)
    let tasks = Sample.tasks(40)
    for task in tasks.reversed() { try await store.create(task) }
    #expect(try await store.all() == tasks)
    #expect(try await store.count() == 40)
    for task in tasks { #expect(try await store.task(task.id) == task) }
    #expect(try await store.task(UUID()) == nil)
    #expect(try await store.health() == StoreHealth())
  }

  @Test("a task is changed and removed by its id alone", arguments: Kind.allCases)
  func changes(kind: Kind) async throws {
    let store = try store(kind)
    var task = Sample.tasks(1)[0]
    try await store.create(task)
    task.isDone = true
    task.dueDate = nil
    task.name = "changed"
    try await store.update(task)
    #expect(try await store.task(task.id) == task)
    #expect(try await store.delete(task.id))
    #expect(try await !store.delete(task.id))
    #expect(try await store.all().isEmpty)
  }

  @Test("an id that is taken or unknown is an error that names it", arguments: Kind.allCases)
  func refusals(kind: Kind) async throws {
    let store = try store(kind)
    let task = Sample.tasks(1)[0]
    await #expect(throws: TaskStoreError(.notFound)) { try await store.update(task) }
    try await store.create(task)
    let error = await #expect(throws: TaskStoreError.self) { try await store.create(task) }
    #expect(error?.code == .alreadyExists)
    #expect(error?.ids == [task.id])
  }

  @Test("what can't be kept exactly is refused", arguments: Kind.allCases)
  func invalid(kind: Kind) async throws {
    let store = try store(kind)
    var task = Sample.tasks(1)[0]
    task.createdAt = Date(timeIntervalSinceReferenceDate: .nan)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    task = Sample.tasks(1)[0]
    task.name = String(repeating: "x", count: 1 << 20 + 1)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    let long = [UInt8](repeating: 0, count: VaultStateKey.maximumValueByteCount + 1)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.setState(long, for: VaultStateKey("k")) }
  }

  @Test("a prefix finds exactly the tasks whose id begins so", arguments: Kind.allCases)
  func prefixes(kind: Kind) async throws {
    let store = try store(kind)
    let tasks = Sample.tasks(60)
    for task in tasks { try await store.create(task) }
    for task in tasks {
      for length in [1, 2, 3, 7, 32] {
        let prefix = try #require(TaskIDPrefix(String(task.id.hexDigits.prefix(length))))
        #expect(try await store.tasks(matching: prefix) == tasks.filter { prefix.matches($0.id) })
      }
    }
  }

  @Test("facts about the vault are kept by name", arguments: Kind.allCases)
  func state(kind: Kind) async throws {
    let store = try store(kind)
    let key = VaultStateKey("generation")
    #expect(try await store.state(key) == nil)
    try await store.setState([0, 1, 255], for: key)
    try await store.setState([], for: VaultStateKey("empty"))
    #expect(try await store.state(key) == [0, 1, 255])
    #expect(try await store.state(VaultStateKey("empty")) == [])
    try await store.setState(nil, for: key)
    #expect(try await store.state(key) == nil)
  }

  @Test("random operations end in the same state in SQLite and in memory", arguments: 1...8)
  func equivalence(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let memory = InMemoryTaskStore()
    var sqlite = try SQLiteTaskStore(path: place.path)
    var known: [TodoTask] = []
    for step in 0..<150 {
      let old = known.randomElement(using: &generator)
      switch (Int.random(in: 0..<10, using: &generator), old) {
      case (0..<5, _), (_, nil):
        let task = Sample.task(step, using: &generator)
        known.append(task)
        try await memory.create(task)
        try await sqlite.create(task)
      case (5..<8, let old?):
        var task = Sample.task(step, using: &generator)
        task.id = old.id
        let change = task
        #expect(await outcome(of: change, in: memory) == outcome(of: change, in: sqlite))
      case (8, let old?):
        #expect(try await sqlite.delete(old.id) == memory.delete(old.id))
      default:
        try await sqlite.close()
        sqlite = try SQLiteTaskStore(path: place.path)
      }
    }
    #expect(try await sqlite.all() == memory.all())
    #expect(try await sqlite.count() == memory.count())
    #expect(try await sqlite.health() == StoreHealth())
  }

  private func outcome(of change: TodoTask, in store: any TaskStore) async -> TaskStoreError.Code? {
    do { try await store.update(change) } catch { return error.code }
    return nil
  }
}
