import Foundation
import Testing
import VaultModel

@testable import TaskStore

@Suite("Numbers in a task database that no program of ours has written")
struct OutsideNumberTests {
  private let place: ScratchPlace

  init() throws { place = try ScratchPlace() }

  /// Puts other cells into the row of a task, with the right checksums.
  private func forge(_ cells: [Int: Cell], _ task: TodoTask, in store: SQLiteTaskStore) async throws {
    var row = task.cells
    for (index, cell) in cells { row[index] = cell }
    let name = RowName(table: TaskSchema.task, key: task.id.bytes)
    try await store.change { [row] _, _ in [.put(name, row)] }
  }

  @Test(
    "an impossible date that a task can do without counts as none, one that it needs refuses that task alone",
    arguments: [Double.infinity, -.infinity, .greatestFiniteMagnitude, 1e18])
  func dates(seconds: Double) async throws {
    let tasks = Sample.tasks(4)
    let store = try SQLiteTaskStore(path: place.path)
    for task in tasks { try await store.create(task) }
    try await forge([3: .real(seconds), 11: .null, 19: .real(seconds), 20: .null], tasks[0], in: store)
    try await forge([8: .real(seconds)], tasks[1], in: store)
    try await expectTheRest(of: tasks, in: store)
    try await store.close()
    try await expectTheRest(of: tasks, in: try SQLiteTaskStore(path: place.path))
  }

  private func expectTheRest(of tasks: [TodoTask], in store: SQLiteTaskStore) async throws {
    let all = try await store.all()
    #expect(Set(all.map(\.id)) == Set([tasks[0], tasks[2], tasks[3]].map(\.id)))
    let read = try #require(all.first { $0.id == tasks[0].id })
    #expect(read.dueDate == nil && read.completedAt == nil && read.label == tasks[0].label)
    for order in TaskQuery.Order.allCases {
      let query = TaskQuery(TaskFilter(state: .any), order: order)
      #expect(try await store.tasks(query) == query.result(in: all))
    }
    _ = try await store.reminders(until: .distantFuture)
  }

  @Test("operations go on behind the highest number there is")
  func highestOperation() async throws {
    let store = try SQLiteTaskStore(path: place.path)
    let task = Sample.tasks(1)[0]
    try await store.create(task)
    let change = TaskChange(before: nil, after: Sample.tasks(2)[1])
    let operation = TaskOperation(id: .max, date: .now, action: "add", tasks: [task.id], record: .open([change]))
    let name = TaskSchema.name(operation: operation.id)
    try await store.change { _, _ in [.put(name, operation.cells)] }
    var later = task
    later.modifiedAt = task.modifiedAt + 1
    later.isDone.toggle()
    let made = try await store.apply([TaskChange(before: task, after: later)], as: "done", at: .now, rewriting: nil)
    #expect(made.id == .min, "the numbers of the log have no sign")
    #expect(try await store.history(1).first?.id == made.id)
  }
}
