import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

@Suite("What every task store keeps to")
struct TaskStoreContractTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  private func store(_ kind: Kind) throws -> any TaskStore { try kind.store(in: place) }

  @Test("tasks come back as they were stored, in the order they were made", arguments: Kind.allCases)
  func roundTrip(kind: Kind) async throws {
    let store = try store(kind)
    let tasks = kind.tasks(40)
    for task in tasks.reversed() { try await store.create(task) }
    #expect(try await store.all() == tasks)
    #expect(try await store.count() == 40)
    for task in tasks { #expect(try await store.task(task.id) == task) }
    #expect(try await store.task(UUID()) == nil)
    #expect(try await store.health() == StoreHealth())
  }

  @Test("every field that is a text comes back, and a change of it can be taken back", arguments: Kind.allCases)
  func fields(kind: Kind) async throws {
    let store = try store(kind)
    var former = TodoTask(id: UUID(), name: "Buy milk", createdAt: Date(timeIntervalSinceReferenceDate: 1))
    try await store.create(former)
    for field in TaskField.all {
      var task = former
      task[field] = field.name
      try await store.update(task)
      #expect(try await store.task(task.id) == task)
      let change = TaskChange(before: former, after: task)
      var current = task
      current.priority = .high
      let reverted = change.reverted(from: current, at: task.modifiedAt)?.before
      #expect(reverted?[field] == nil && reverted?.priority == .high)
      former = task
    }
  }

  @Test("a task is changed and removed by its id alone", arguments: Kind.allCases)
  func changes(kind: Kind) async throws {
    let store = try store(kind)
    var task = kind.tasks(1)[0]
    try await store.create(task)
    task.isDone = true
    if task.isProtected { task.label = "changed" } else { task.name = "changed" }
    try await store.update(task)
    #expect(try await store.task(task.id) == task)
    #expect(try await store.delete(task.id))
    #expect(try await !store.delete(task.id))
    #expect(try await store.all().isEmpty)
  }

  @Test("several tasks are changed at once, all or none of them", arguments: Kind.allCases)
  func severalChanges(kind: Kind) async throws {
    let store = try store(kind)
    let tasks = kind.tasks(3)
    for task in tasks.dropLast() { try await store.create(task) }
    let changed = tasks.map { task in
      var task = task
      task.priority = task.priority == .high ? .low : .high
      return task
    }
    let error = await #expect(throws: TaskStoreError.self) { try await store.update(changed) }
    #expect(error?.code == .notFound && error?.ids == [tasks[2].id])
    #expect(try await store.all() == Array(tasks.dropLast()))
    try await store.update(Array(changed.dropLast()))
    #expect(try await store.all() == Array(changed.dropLast()))
  }

  @Test("an id that is taken or unknown is an error that names it", arguments: Kind.allCases)
  func refusals(kind: Kind) async throws {
    let store = try store(kind)
    let task = kind.tasks(1)[0]
    await #expect(throws: TaskStoreError(.notFound)) { try await store.update(task) }
    try await store.create(task)
    let error = await #expect(throws: TaskStoreError.self) { try await store.create(task) }
    #expect(error?.code == .alreadyExists)
    #expect(error?.ids == [task.id])
  }

  @Test("what can't be kept exactly is refused", arguments: Kind.allCases)
  func invalid(kind: Kind) async throws {
    let store = try store(kind)
    var task = kind.tasks(1)[0]
    task.createdAt = Date(timeIntervalSinceReferenceDate: .nan)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    task = kind.tasks(1)[0]
    task.name = String(repeating: "x", count: 1 << 20 + 1)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
  }

  @Test("too long a fact is refused", arguments: RecordKind.allCases)
  func longState(kind: RecordKind) async throws {
    let store = try kind.store(in: place)
    let long = [UInt8](repeating: 0, count: VaultStateKey.maximumValueByteCount + 1)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.setState(long, for: VaultStateKey("k")) }
  }

  @Test("a prefix finds exactly the tasks whose id begins so", arguments: Kind.allCases)
  func prefixes(kind: Kind) async throws {
    let store = try store(kind)
    let tasks = kind.tasks(60)
    for task in tasks { try await store.create(task) }
    for task in tasks {
      for length in [1, 2, 3, 7, 32] {
        let prefix = try #require(TaskIDPrefix(String(task.id.hexDigits.prefix(length))))
        #expect(try await store.tasks(matching: prefix) == tasks.filter { prefix.matches($0.id) })
      }
    }
  }

  @Test("facts about the vault are kept by name", arguments: RecordKind.allCases)
  func state(kind: RecordKind) async throws {
    let store = try kind.store(in: place)
    let key = VaultStateKey("generation")
    #expect(try await store.state(key) == nil)
    try await store.setState([0, 1, 255], for: key)
    try await store.setState([], for: VaultStateKey("empty"))
    #expect(try await store.state(key) == [0, 1, 255])
    #expect(try await store.state(VaultStateKey("empty")) == [])
    try await store.setState(nil, for: key)
    #expect(try await store.state(key) == nil)
  }

  @Test("marks of reminders are kept for a task and for each subtask", arguments: RecordKind.allCases)
  func marks(kind: RecordKind) async throws {
    let store = try kind.store(in: place)
    let (task, subtask) = (UUID(), UUID())
    let date = Date(timeIntervalSinceReferenceDate: 1234.5)
    let own = ReminderState(task: task, subtask: nil, delivered: date)
    var part = ReminderState(task: task, subtask: subtask, delivered: nil, snoozedUntil: date)
    try await store.setReminderState(own)
    try await store.setReminderState(part)
    #expect(try await Set(store.reminderStates()) == [own, part])
    part.snoozedUntil = nil
    try await store.setReminderState(part)
    #expect(try await Set(store.reminderStates()) == [own, part])
    try await store.removeReminderState(task: task, subtask: nil)
    #expect(try await store.reminderStates() == [part])
    try await store.removeReminderState(task: task, subtask: subtask)
    #expect(try await store.reminderStates().isEmpty)
  }
}
