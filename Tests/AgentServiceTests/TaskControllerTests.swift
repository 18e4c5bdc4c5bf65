import AgentAPI
import Foundation
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about tasks")
struct TaskControllerTests {
  /// What no test here does: `DestroyedTextTests` and the end-to-end tests have the real one.
  private struct NeverDone: TaskCompleting {
    func complete(_ open: [TodoTask], at now: Date) throws(Failure) -> [TodoTask] {
      throw Failure(.internal, "completed")
    }
    func destroysText(completing open: [TodoTask], at now: Date) -> Bool { false }
  }

  private let store = InMemoryTaskStore()
  private var controller: TaskController {
    TaskController(
      tasks: store, edits: TaskEdits(store) { .sample }, completion: NeverDone(), access: AbsentOwner())
  }

  private func add(_ name: String) async throws -> TaskRow { try await controller.add(TaskDraft(name: name)) }

  @Test("add a task at the time it is made, as one operation, and list and show it")
  func add() async throws {
    var draft = TaskDraft(name: "Milk")
    draft.notes = "two litres"
    let row = try await controller.add(draft)
    let task = try #require(await store.all().first)
    #expect(task.createdAt == .sample && task.name == "Milk" && row.name == "Milk" && row.notes == nil)
    #expect(await store.history(5).map(\.action) == ["add"])
    #expect(try await controller.list(TaskQuery(TaskFilter())).rows == [row])
    #expect(try await controller.show(row.shortID).notes == "two litres")
  }

  @Test("list a page, and count all")
  func pages() async throws {
    for name in ["Milk", "Tea", "Oats"] { _ = try await add(name) }
    var query = TaskQuery(TaskFilter())
    query.limit = 2
    let page = try await controller.list(query)
    #expect(page.rows.count == 2 && page.total == 3)
    query.limit = -1
    #expect(try await controller.list(query).rows.isEmpty)
  }

  @Test("refuse an empty name, and change nothing")
  func refusal() async throws {
    await #expect(throws: Failure.self) { _ = try await add(" ") }
    #expect(await store.all().isEmpty)
    #expect(await store.history(5).isEmpty)
  }

  @Test("change neither the text of a protected task nor the label of an ordinary one by an argument")
  func wrongFields() async throws {
    let milk = try await add("Milk")
    let seal = SealReference(version: 1, digest: [UInt8](repeating: 1, count: 32), mark: nil)
    let safe = TodoTask(id: UUID(), label: "Safe", seal: seal, createdAt: .sample)
    try await store.create(safe)
    var name = TaskEdit()
    name.name = "the combination"
    var label = TaskEdit()
    label.label = .set("Shop")
    for (id, edit) in [(safe.id, name), (milk.id, label)] {
      let failure = await #expect(throws: Failure.self) {
        _ = try await controller.edit([id.uuidString], edit, SilentConversation())
      }
      #expect(failure?.code == .usage)
    }
    #expect(await store.task(safe.id) == safe)
    label.label = .clear
    _ = try await controller.edit([safe.id.uuidString], label, SilentConversation())
    #expect(await store.task(safe.id)?.label == TodoTask.standardLabel)
  }

  @Test("open a task again that is done, and only that")
  func reopen() async throws {
    let milk = try await add("Milk")
    #expect(try await controller.reopen([milk.shortID]).lines.map(\.action) == ["unchanged"])
    var done = try #require(await store.task(milk.id))
    (done.isDone, done.completedAt) = (true, .sample)
    try await store.update([done])
    #expect(try await controller.reopen([milk.shortID]).lines.map(\.action) == ["undone"])
    #expect(await store.task(milk.id)?.isDone == false)
  }

  @Test("delete tasks, all or none")
  func delete() async throws {
    let (milk, tea) = (try await add("Milk"), try await add("Tea"))
    await #expect(throws: Failure.self) { _ = try await controller.delete([milk.shortID, "ffffffff"]) }
    #expect(await store.all().count == 2)
    #expect(try await controller.delete([milk.shortID, tea.shortID]).lines.map(\.action) == ["deleted", "deleted"])
    #expect(await store.all().isEmpty)
  }
}
