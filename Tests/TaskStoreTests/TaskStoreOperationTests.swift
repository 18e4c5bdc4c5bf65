import FoundationEssentials
import Testing
import VaultModel

@testable import TaskStore

@Suite("What every task store does with operations")
struct TaskStoreOperationTests {
  private let place: ScratchPlace
  private let now = Date(timeIntervalSinceReferenceDate: 1000.5)

  init() throws { place = try ScratchPlace() }

  private func additions(_ tasks: [TodoTask]) -> [TaskChange] { tasks.map { TaskChange(before: nil, after: $0) } }

  private func changed(_ task: TodoTask, name: String = "changed") -> TodoTask {
    var task = task
    if task.isProtected { task.label = name } else { task.name = name }
    task.modifiedAt += 1
    return task
  }

  @Test("an operation is made whole, told by the log, and taken back", arguments: Kind.allCases)
  func roundTrip(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(30)
    let first = try await store.apply(additions(tasks), as: "add", at: now, rewriting: nil)
    #expect(
      first == TaskOperation(id: 1, date: now, action: "add", tasks: tasks.map(\.id), record: .open(additions(tasks))))
    let changes = [
      TaskChange(before: tasks[0], after: changed(tasks[0])), TaskChange(before: tasks[1], after: nil),
    ]
    let second = try await store.apply(changes, as: "edit", at: now, rewriting: nil)
    #expect(second.id == 2)
    #expect(try await store.all().count == 29)
    #expect(try await store.history(10) == [second, first])
    #expect(try await store.history(1) == [second])
    try await store.undo(2, changes, erasing: false)
    #expect(try await store.all() == tasks)
    #expect(try await store.history(10) == [first])
    try await store.undo(1, additions(tasks), erasing: false)
    #expect(try await store.all().isEmpty)
    #expect(try await store.history(10).isEmpty)
  }

  @Test("an operation is drawn together as if it had been read whole, however much is shown", arguments: Kind.allCases)
  func summaries(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(30)
    let protected = tasks.filter(\.isProtected)
    try #require(!protected.isEmpty)
    try await store.apply(additions(tasks), as: "add", at: now, rewriting: nil)
    #expect(try await store.summaries(1, showing: 0).first?.sealing.isEmpty == false)
    let change = TaskChange(before: tasks[0], after: changed(tasks[0]))
    try await store.apply([change], as: "edit", at: now, rewriting: nil)
    for count in [0, 1, 3, 100] {
      let whole = try await store.history(9).map { OperationSummary($0, showing: count) }
      #expect(try await store.summaries(9, showing: count) == whole)
      #expect(whole.map(\.taskCount) == [1, 30])
    }
    try await store.apply([TaskChange(before: changed(tasks[0]), after: nil)], as: "delete", at: now) { operation in
      var sealed = operation
      sealed.record = .sealed([1, 2, 3])
      return sealed
    }
    let sealed = try await store.summaries(9, showing: 3)
    #expect(sealed.map(\.taskCount) == [1, 1, 30] && sealed.allSatisfy { $0.first == nil })
  }

  @Test("a record that is cut off anywhere is none, however little of it is shown")
  func cutRecords() throws {
    let tasks = Sample.tasks(3)
    let operation = TaskOperation(
      id: 7, date: now, action: "add", tasks: tasks.map(\.id), record: .open(additions(tasks)))
    var cells = operation.cells
    let record = OperationColumn.record.rawValue
    let bytes = try #require(cells[record].bytes)
    func summary() -> OperationSummary? {
      OperationSummary(
        StoredRow(name: TaskSchema.name(operation: operation.id), cells: cells, revision: 1), showing: 0)
    }
    #expect(summary() == OperationSummary(operation, showing: 0))
    for count in 0..<bytes.count {
      cells[record] = .blob(Array(bytes.prefix(count)))
      #expect(summary() == nil, "\(count) bytes")
    }
  }

  @Test("a task that was changed since is a conflict that names it, and nothing is done", arguments: Kind.allCases)
  func conflicts(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(3)
    for task in tasks.prefix(2) { try await store.create(task) }
    try await store.update(changed(tasks[0]))
    let changes = [
      TaskChange(before: tasks[0], after: nil), TaskChange(before: tasks[1], after: changed(tasks[1])),
      TaskChange(before: tasks[2], after: changed(tasks[2])), TaskChange(before: nil, after: tasks[1]),
    ]
    let error = await #expect(throws: TaskStoreError.self) {
      try await store.apply(Array(changes.prefix(3)), as: "edit", at: now, rewriting: nil)
    }
    #expect(error?.code == .conflict)
    #expect(error?.ids == [tasks[0].id, tasks[2].id])
    await #expect(throws: TaskStoreError(.conflict)) {
      try await store.apply([changes[3]], as: "add", at: now, rewriting: nil)
    }
    #expect(try await store.history(9).isEmpty)
    #expect(try await store.all() == [changed(tasks[0]), tasks[1]])
  }

  @Test("the last operation on its tasks is taken back by its number, which no other gets", arguments: Kind.allCases)
  func undoByNumber(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(3)
    for task in tasks { try await store.apply(additions([task]), as: "add", at: now, rewriting: nil) }
    let change = TaskChange(before: tasks[0], after: changed(tasks[0]))
    try await store.apply([change], as: "edit", at: now, rewriting: nil)
    #expect(try await store.operation(1)?.followedBy == 4)
    #expect(try await store.operation(2)?.followedBy == nil)
    await #expect(throws: TaskStoreError(.conflict)) { try await store.undo(1, additions([tasks[0]]), erasing: false) }
    try await store.undo(2, additions([tasks[1]]), erasing: false)
    try await store.undo(4, [change], erasing: false)
    #expect(try await store.operation(4) == nil)
    await #expect(throws: TaskStoreError(.conflict)) { try await store.undo(4, [change], erasing: false) }
    #expect(try await store.operation(1)?.operation.tasks == [tasks[0].id])
    #expect(try await store.history(9).map(\.id) == [3, 1])
    let reopened = kind == .memory ? store : try kind.store(in: place)
    #expect(try await reopened.apply([change], as: "edit", at: now, rewriting: nil).id == 5)
    _ = try await reopened.expireHistory(before: now, keeping: 0)
    #expect(try await reopened.apply(additions([tasks[1]]), as: "add", at: now, rewriting: nil).id == 6)
  }

  @Test(
    "an operation is not taken back before a later one on its task, nor when a task was changed since",
    arguments: Kind.allCases)
  func undoRefused(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(2)
    for task in tasks { try await store.apply(additions([task]), as: "add", at: now, rewriting: nil) }
    try await store.update(changed(tasks[1]))
    let error = await #expect(throws: TaskStoreError.self) {
      try await store.undo(2, additions([tasks[1]]), erasing: false)
    }
    #expect(error?.ids == [tasks[1].id])
    #expect(try await store.history(9).count == 2)
  }

  @Test("a skipped operation stays in the log, and undo goes on with the one before", arguments: Kind.allCases)
  func skipped(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(3)
    for task in tasks { try await store.apply(additions([task]), as: "add", at: now, rewriting: nil) }
    await #expect(throws: TaskStoreError(.conflict)) { try await store.skip(2) }
    try await store.skip(3)
    await #expect(throws: TaskStoreError(.conflict)) { try await store.skip(3) }
    await #expect(throws: TaskStoreError(.conflict)) { try await store.undo(3, additions([tasks[2]]), erasing: false) }
    #expect(try await store.history(9).map(\.isSkipped) == [true, false, false])
    try await store.undo(2, additions([tasks[1]]), erasing: false)
    #expect(try await store.history(9).map(\.id) == [3, 1])
    #expect(try await store.all() == [tasks[0], tasks[2]].sorted(by: TodoTask.isListedBefore))
    let next = try await store.apply(additions([tasks[1]]), as: "add", at: now, rewriting: nil)
    #expect(next.id == 4, "its number is not taken by another")
    #expect(try await store.expireHistory(before: now, keeping: 1).map(\.id) == [1, 3])
  }

  @Test("a skipped operation is sealed with the others of its task, and stays skipped", arguments: Kind.allCases)
  func skippedAndSealed(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let task = kind.tasks(1)[0]
    try await store.apply(additions([task]), as: "add", at: now, rewriting: nil)
    try await store.skip(1)
    let change = TaskChange(before: task, after: changed(task))
    try await store.apply([change], as: "protect", at: now) { operation in
      var sealed = operation
      sealed.record = .sealed([1])
      return sealed
    }
    let log = try await store.history(9)
    #expect(log.map(\.record) == [.sealed([1]), .sealed([1])])
    #expect(log.map(\.isSkipped) == [false, true])
  }

  @Test("changes that can't be made together are refused", arguments: Kind.allCases)
  func invalid(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let task = kind.tasks(1)[0]
    for changes in [additions([task, task]), [TaskChange(before: nil, after: nil)]] {
      await #expect(throws: TaskStoreError(.invalid)) {
        try await store.apply(changes, as: "add", at: now, rewriting: nil)
      }
    }
  }

  @Test("the log lets go of what is too old and of all but the newest", arguments: Kind.allCases)
  func expiry(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(10)
    var log: [TaskOperation] = []
    for (index, task) in tasks.enumerated() {
      let date = now.addingTimeInterval(Double(index == 7 ? 0 : index))
      log.append(try await store.apply(additions([task]), as: "add", at: date, rewriting: nil))
    }
    let old = try await store.expireHistory(before: now.addingTimeInterval(3), keeping: 100)
    #expect(old == [log[0], log[1], log[2], log[7]])
    let surplus = try await store.expireHistory(before: now, keeping: 2)
    #expect(surplus == [log[3], log[4], log[5], log[6]])
    #expect(try await store.history(100) == [log[9], log[8]])
    #expect(try await store.expireHistory(before: now, keeping: 2).isEmpty)
    #expect(try await store.expireHistory(before: now, keeping: -1).count == 2)
    #expect(try await store.all() == tasks)
  }

  @Test("rewriting replaces what the log says of the tasks concerned, and nothing else", arguments: Kind.allCases)
  func rewriting(kind: Kind) async throws {
    let store = try kind.store(in: place)
    let tasks = kind.tasks(3)
    for task in tasks { try await store.apply(additions([task]), as: "add", at: now, rewriting: nil) }
    let change = TaskChange(before: tasks[1], after: changed(tasks[1]))
    try await store.apply([change], as: "protect", at: now) { operation in
      var sealed = operation
      sealed.record = .sealed([UInt8(operation.id), 0])
      return sealed
    }
    let log = try await store.history(9)
    #expect(
      log.map(\.record) == [
        .sealed([4, 0]), .open(additions([tasks[2]])), .sealed([2, 0]), .open(additions([tasks[0]])),
      ])
    #expect(log.map(\.action) == ["protect", "add", "add", "add"])
    try await store.undo(4, [change], erasing: false)
    #expect(try await store.all() == tasks)
  }

  @Test("every operation of a long row can be taken back", arguments: Kind.allCases, 1...2 as ClosedRange<UInt64>)
  func reverted(kind: Kind, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try kind.store(in: place)
    var states: [[TodoTask]] = [[]]
    for step in 0..<40 {
      let changes = RandomChanges.make(in: states[states.count - 1], step, kind, using: &generator)
      try await store.apply(changes, as: "step", at: now, rewriting: nil)
      states.append(try await store.all())
    }
    for state in states.dropLast().reversed() {
      let newest = try #require(try await store.history(1).first)
      guard case .open(let changes) = newest.record else { continue }
      try await store.undo(newest.id, changes, erasing: false)
      #expect(try await store.all() == state)
    }
  }
}

/// Changes to some of the tasks there are, and new ones.
enum RandomChanges {
  static func make(
    in tasks: [TodoTask], _ step: Int, _ kind: Kind = .sqlite, using generator: inout SeededGenerator
  ) -> [TaskChange] {
    var changes = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
      TaskChange(before: nil, after: kind.task(step, using: &generator))
    }
    for task in tasks.shuffled(using: &generator).prefix(Int.random(in: 0..<4, using: &generator)) {
      var other = kind.task(step, using: &generator)
      other.id = task.id
      other.modifiedAt = task.modifiedAt.addingTimeInterval(1)
      changes.append(TaskChange(before: task, after: Int.random(in: 0..<3, using: &generator) == 0 ? nil : other))
    }
    return changes
  }
}
