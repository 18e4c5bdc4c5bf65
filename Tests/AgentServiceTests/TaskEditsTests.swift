import AgentAPI
import Foundation
import Localization
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("An edit of tasks")
struct TaskEditsTests {
  private let store = InMemoryTaskStore()
  private var edits: TaskEdits { TaskEdits(store) { .sample + 60 } }

  private func create(_ name: String, steps: [String] = []) async throws -> TodoTask {
    var task = TodoTask(id: UUID(), name: name, createdAt: .sample)
    task.subtasks = steps.map { TodoSubtask(id: UUID(), name: $0) }
    try await store.create(task)
    return task
  }

  @Test("is one operation of those that it changes, at the time it is made")
  func oneOperation() async throws {
    let tasks = [try await create("Milk"), try await create("Tea"), try await create("Oats")]
    let report = try await edits.edit(tasks.map(\.id.uuidString)) { (task) throws(Failure) in
      var after = task
      if task.name != "Tea" { after.priority = .high }
      return after
    }
    #expect(report.lines.map(\.action) == ["edit", "edit"] && report.lines.map(\.task.name) == ["Milk", "Oats"])
    let operation = try #require(await store.history(10).first)
    #expect(await store.history(10).count == 1)
    #expect(operation.tasks == [tasks[0].id, tasks[2].id] && operation.date == .sample + 60)
    #expect(await store.task(tasks[0].id)?.modifiedAt == .sample + 60)
    #expect(await store.task(tasks[1].id) == tasks[1])
  }

  @Test("that changes nothing is none")
  func nothing() async throws {
    let task = try await create("Milk")
    let report = try await edits.edit([task.id.uuidString]) { (task) throws(Failure) in task }
    #expect(report.lines.map(\.action) == ["unchanged"])
    #expect(await store.history(10).isEmpty)
  }

  @Test("that is refused for one task changes none")
  func refused() async throws {
    let tasks = [try await create("Milk"), try await create("Tea")]
    await #expect(throws: Failure(.usage, "Not tea.")) {
      _ = try await edits.edit(tasks.map(\.id.uuidString)) { (task) throws(Failure) in
        guard task.name != "Tea" else { throw Failure(.usage, "Not tea.") }
        var after = task
        after.name = "Oat milk"
        return after
      }
    }
    #expect(await store.task(tasks[0].id) == tasks[0])
  }

  @Test("of steps names them by their numbers, each once, and there must be such")
  func steps() async throws {
    let task = try await create("Shopping", steps: ["Milk", "Tea", "Oats"])
    let report = try await edits.editSubtasks([3, 1, 3], of: task.id.uuidString, as: "subtask done") {
      (after, indices) in
      for index in indices { after.subtasks[index].isDone = true }
    }
    #expect(report.lines.first?.steps == [.init(1, "Milk"), .init(3, "Oats")])
    #expect(await store.task(task.id)?.subtasks.map(\.isDone) == [true, false, true])
    for numbers in [[], [0], [4], [1, -1]] {
      await #expect(throws: Failure.self, "\(numbers)") {
        _ = try await edits.editSubtasks(numbers, of: task.id.uuidString, as: "subtask done") { (_, _) in }
      }
    }
  }
}
