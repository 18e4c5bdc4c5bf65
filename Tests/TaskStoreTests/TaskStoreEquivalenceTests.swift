import FoundationEssentials
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("The SQLite task store and the one in memory")
struct TaskStoreEquivalenceTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  @Test("random operations give the same answers and end in the same state", arguments: 1...8 as ClosedRange<UInt64>)
  func same(seed: UInt64) async throws {
    var pair = try StorePair(place, seed: seed)
    for step in 0..<150 { try await pair.take(step) }
    try await pair.compareAll()
    #expect(try await pair.sqlite.health() == StoreHealth())
  }
}

/// Two stores to which the same is done.
private struct StorePair {
  let memory = InMemoryTaskStore()
  var sqlite: SQLiteTaskStore
  private let place: ScratchPlace
  private var generator: SeededGenerator

  init(_ place: ScratchPlace, seed: UInt64) throws {
    self.place = place
    generator = SeededGenerator(seed: seed)
    sqlite = try SQLiteTaskStore(path: place.path)
  }

  mutating func take(_ step: Int) async throws {
    let date = Date(timeIntervalSinceReferenceDate: Double(step))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<2: await both { [task = sample(step)] store throws(TaskStoreError) in try await store.create(task) }
    case 2: try await replaceOne(step)
    case 3: try await removeOne()
    case 4..<8: try await apply(step, at: date)
    case 8: try await undo()
    case 9:
      let cut = date.addingTimeInterval(-20)
      await both { store throws(TaskStoreError) in try await store.expireHistory(before: cut, keeping: 15) }
    case 10:
      try await sqlite.close()
      sqlite = try SQLiteTaskStore(path: place.path)
    default: try await ask()
    }
  }

  private mutating func sample(_ step: Int) -> TodoTask { Sample.task(step, using: &generator) }

  /// Does the same to both and holds the outcomes against each other.
  private func both<T: Equatable & Sendable>(
    _ body: @Sendable (any TaskStore) async throws(TaskStoreError) -> T
  ) async {
    #expect(await outcome(memory, body) == outcome(sqlite, body))
  }

  private func both(_ body: @Sendable (any TaskStore) async throws(TaskStoreError) -> Void) async {
    await both { store async throws(TaskStoreError) -> Int in
      try await body(store)
      return 0
    }
  }

  private func outcome<T: Equatable & Sendable>(
    _ store: any TaskStore, _ body: @Sendable (any TaskStore) async throws(TaskStoreError) -> T
  ) async -> Result<T, TaskStoreError> {
    do throws(TaskStoreError) { return .success(try await body(store)) } catch { return .failure(error) }
  }

  private mutating func replaceOne(_ step: Int) async throws {
    var task = sample(step)
    if let old = await memory.all().randomElement(using: &generator) { task.id = old.id }
    await both { [task] store throws(TaskStoreError) in try await store.update(task) }
  }

  private mutating func removeOne() async throws {
    let id = await memory.all().randomElement(using: &generator)?.id ?? UUID()
    await both { store throws(TaskStoreError) in try await store.delete(id) }
  }

  private mutating func apply(_ step: Int, at date: Date) async throws {
    var changes = RandomChanges.make(in: await memory.all(), step, using: &generator)
    if Int.random(in: 0..<6, using: &generator) == 0 {
      changes.append(TaskChange(before: sample(step), after: sample(step)))
    }
    let same: OperationRewriting = { operation in operation }
    let rewriting = Int.random(in: 0..<6, using: &generator) == 0 ? same : nil
    await both { [changes] store throws(TaskStoreError) in
      try await store.apply(changes, as: "step", at: date, rewriting: rewriting)
    }
  }

  private mutating func undo() async throws {
    guard let newest = await memory.history(1).first, case .open(let changes) = newest.record else { return }
    await both { store throws(TaskStoreError) in try await store.undo(newest.id, changes, erasing: false) }
  }

  private mutating func ask() async throws {
    for _ in 0..<5 {
      let query = TaskQuery.random(using: &generator)
      await both { store throws(TaskStoreError) in try await store.tasks(query) }
      await both { store throws(TaskStoreError) in try await store.count(query.filter) }
    }
    let ids = await memory.all().prefix(7).map(\.id) + [UUID()]
    await both { store throws(TaskStoreError) in try await store.shortIDs(of: ids) }
    let date = Sample.date(using: &generator)
    await both { store throws(TaskStoreError) in try await store.reminders(until: date) }
    await both { store throws(TaskStoreError) in try await store.nextReminder(after: date) }
    await both { store throws(TaskStoreError) in try await store.history(10) }
  }

  mutating func compareAll() async throws {
    try await ask()
    await both { store throws(TaskStoreError) in try await store.all() }
    await both { store throws(TaskStoreError) in try await store.count() }
    await both { store throws(TaskStoreError) in try await store.history(1000) }
    for order in TaskQuery.Order.allCases {
      await both { store throws(TaskStoreError) in
        try await store.tasks(TaskQuery(TaskFilter(state: .any), order: order))
      }
    }
  }
}
