import FoundationEssentials
import Glibc
import StoreTesting
import Testing
import VaultModel

@testable import TaskStore

@Suite("A directory of calendar files keeps the contract of task stores")
struct ICalendarContractTests {
  private let place: CalendarPlace

  init() throws { place = try CalendarPlace() }

  @Test("tasks come back as they were stored, also when the directory is opened again")
  func roundTrip() async throws {
    let tasks = CalendarPlace.tasks(40)
    let store = try place.store()
    for task in tasks.reversed() { try await store.create(task) }
    #expect(try await store.all() == tasks)
    #expect(try await store.health() == StoreHealth())
    try await store.close()
    let second = try place.store()
    #expect(try await second.all() == tasks)
    #expect(try await second.count() == 40)
    for task in tasks { #expect(try await second.task(task.id) == task) }
    #expect(try await second.health() == StoreHealth())
  }

  @Test("a task is changed and removed by its id alone, with the files of its subtasks")
  func changes() async throws {
    let store = try place.store()
    var task = CalendarPlace.tasks(9).first { $0.subtasks.count > 1 && !$0.isProtected } ?? CalendarPlace.tasks(1)[0]
    try await store.create(task)
    #expect(try place.names().count == task.subtasks.count + 1)
    task.subtasks.reverse()
    task.subtasks.removeLast()
    task.name = "changed"
    try await store.update(task)
    #expect(try await store.task(task.id) == task)
    #expect(try place.names().count == task.subtasks.count + 1)
    #expect(try await store.delete(task.id))
    #expect(try await !store.delete(task.id))
    #expect(try place.names().isEmpty)
  }

  @Test("an id that is taken or unknown, and what can't be kept exactly, is refused")
  func refusals() async throws {
    let store = try place.store()
    var task = CalendarPlace.tasks(1)[0]
    await #expect(throws: TaskStoreError(.notFound)) { try await store.update(task) }
    try await store.create(task)
    await #expect(throws: TaskStoreError(.alreadyExists)) { try await store.create(task) }
    task.id = UUID()
    task.subtasks = []
    task.seal = nil
    task.label = nil
    task.destruction = nil
    task.name = "a NUL\u{0}"
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    task.name = String(repeating: "x", count: 1 << 20)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    task.name = "x"
    task.createdAt = Date(timeIntervalSinceReferenceDate: 1e15)
    await #expect(throws: TaskStoreError(.invalid)) { try await store.create(task) }
    #expect(try await store.count() == 1)
  }

  @Test("an operation is made, told and taken back, also after the directory was opened again")
  func operations() async throws {
    let tasks = CalendarPlace.tasks(3)
    var store = try place.store()
    let date = Date(timeIntervalSinceReferenceDate: 7.25)
    let added = try await store.apply(
      tasks.map { TaskChange(before: nil, after: $0) }, as: "add", at: date, rewriting: nil)
    var changed = tasks[0]
    changed.isDone.toggle()
    changed.completedAt = nil
    changed.modifiedAt += 1.5
    let change = TaskChange(before: tasks[0], after: changed)
    let done = try await store.apply(
      [change, TaskChange(before: tasks[1], after: nil)], as: "done", at: date, rewriting: nil)
    try await store.close()
    store = try place.store()
    #expect(try await store.history(9) == [done, added])
    await #expect(throws: TaskStoreError(.conflict)) {
      try await store.apply([change], as: "done", at: date, rewriting: nil)
    }
    await #expect(throws: TaskStoreError(.conflict)) { try await store.undo(added.id, [], erasing: false) }
    try await store.undo(done.id, [change, TaskChange(before: tasks[1], after: nil)], erasing: false)
    #expect(try await store.all() == tasks)
    #expect(try await store.expireHistory(before: date, keeping: 0) == [added])
    #expect(try await store.history(9).isEmpty)
  }

  @Test("random changes end as they do in memory", arguments: 1...6)
  func equivalence(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let memory: any TaskStore = InMemoryTaskStore()
    var store = try place.store()
    for step in 0..<60 {
      let old = try await memory.all().randomElement(using: &generator)
      var task = CalendarPlace.task(step, using: &generator)
      var change = TaskChange(before: nil, after: task)
      switch (Int.random(in: 0..<10, using: &generator), old) {
      case (0..<4, _), (_, nil): break
      case (4..<7, let old?):
        task.id = old.id
        task.createdAt = old.createdAt
        task.subtasks += old.subtasks.filter { _ in !task.isProtected && !old.isProtected }.shuffled(using: &generator)
        change = TaskChange(before: old, after: task)
      case (7, let old?): change = TaskChange(before: old, after: nil)
      case (8, _):
        guard case .open(let changes) = try await memory.history(1).first?.record,
          let newest = try await store.history(1).first, case .open(let noted) = newest.record
        else { continue }
        try await memory.undo(newest.id, changes, erasing: false)
        try await store.undo(newest.id, noted, erasing: false)
        continue
      default:
        try await store.close()
        store = try place.store()
        continue
      }
      let date = Date(timeIntervalSinceReferenceDate: Double(step))
      let one = try await memory.apply([change], as: "step", at: date, rewriting: nil)
      #expect(try await store.apply([change], as: "step", at: date, rewriting: nil).told == one)
    }
    #expect(try await store.all() == memory.all())
    #expect(try await store.history(100).map(\.told) == memory.history(100))
    #expect(try await store.reminders(until: .distantFuture) == memory.reminders(until: .distantFuture))
    let query = TaskQuery(TaskFilter(state: .any), order: .name)
    #expect(try await store.tasks(query) == memory.tasks(query))
    #expect(try await store.health() == StoreHealth())
  }

  @Test("a text that is sealed is nowhere afterwards: not in a file, not in the log")
  func erasing() async throws {
    let store = try place.store()
    let id = UUID()
    var task = TodoTask(id: id, name: "Extraordinary words", createdAt: Date(timeIntervalSinceReferenceDate: 0))
    task.notify = true
    task.dueDate = Date(timeIntervalSinceReferenceDate: 1000)
    task.subtasks = [TodoSubtask(id: UUID(), name: "Extraordinary step")]
    let added = try await store.apply([TaskChange(before: nil, after: task)], as: "add", at: .now, rewriting: nil)
    var sealed = task
    (sealed.name, sealed.label, sealed.seal) = (nil, "Errand", SealReference(version: 1, digest: [1]))
    sealed.subtasks[0].name = nil
    sealed.modifiedAt += 1
    let change = TaskChange(before: task, after: sealed)
    try await store.apply([change], as: "protect", at: .now) { operation throws(TaskStoreError) in
      var operation = operation
      operation.record = .sealed([1, 2, 3])
      return operation
    }
    #expect(try await store.task(id) == sealed)
    #expect(try await store.history(9).map(\.record) == [.sealed([1, 2, 3]), .sealed([1, 2, 3])])
    #expect(try await store.history(9).last?.id == added.id)
    let words = Data("Extraordinary".utf8)
    for directory in [place.directory, place.scratch.directory] {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
        let content = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
        #expect(content.firstRange(of: words) == nil, "\(name)")
      }
    }
  }

  @Test("a crash between the log and the files is made up for at the next opening")
  func interrupted() async throws {
    var store = try place.store()
    let tasks = CalendarPlace.tasks(2)
    try await store.create(tasks[0])
    try await store.close()
    let changes = [TaskChange(before: tasks[0], after: nil), TaskChange(before: nil, after: tasks[1])]
    try interrupt(changes)
    store = try place.store()
    #expect(try await store.all() == [tasks[1]])
    #expect(try await store.history(9).count == 1)
    #expect(try place.names().allSatisfy { $0.hasSuffix(".ics") })
  }

  /// Leaves the log and the directory as a crash before the first rename does.
  private func interrupt(_ changes: [TaskChange]) throws {
    let directory = try CalendarDirectory(path: place.directory)
    var contents = CalendarContents()
    for name in try directory.names() { contents.load(name, directory.read(name)) }
    contents.rebuild()
    let edits = try CalendarPlan(changes, contents, directory).edits
    _ = try directory.stage(edits)
    let log = try CalendarLog(path: place.logPath, busyTimeout: 2)
    let operation = TaskOperation(id: 1, date: .now, action: "x", tasks: [], record: .open(changes))
    try log.make(CalendarLog.Entry(puts: [operation], intent: edits))
    try log.close()
  }
}
