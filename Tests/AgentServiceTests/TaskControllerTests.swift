import AgentAPI
import Foundation
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about tasks")
struct TaskControllerTests {
  /// Completes tasks in a store, those that repeat as if they moved on. ``DestroyedTextTests`` has the real one.
  private struct Completing: TaskCompleting {
    let store: InMemoryTaskStore
    var destroysText = false

    func complete(_ open: [TodoTask], at now: Date) async throws(Failure) -> (
      tasks: [TodoTask], operation: TaskOperation
    ) {
      var after = open
      for index in after.indices where after[index].recurrence == nil {
        (after[index].isDone, after[index].completedAt, after[index].modifiedAt) = (true, now, now)
      }
      let changes = zip(open, after).map { TaskChange(before: $0, after: $1) }
      do { return (after, try await store.apply(changes, as: "done", at: now, rewriting: nil)) } catch {
        throw Failure(error)
      }
    }

    func destroysText(completing open: [TodoTask], at now: Date) -> Bool { destroysText }
  }

  private let store = InMemoryTaskStore()

  private func controller(_ owner: RecordingOwner, destroysText: Bool = false) -> TaskController {
    TaskController(
      tasks: store, edits: TaskEdits(store) { .sample + 60 },
      completion: Completing(store: store, destroysText: destroysText), access: owner)
  }

  private func controller() throws -> TaskController { controller(try RecordingOwner()) }

  private func add(_ name: String) async throws -> TaskRow { try await controller().add(TaskDraft(name: name)) }

  @Test("add a task at the time it is made, as one operation, and list and show it")
  func adds() async throws {
    var draft = TaskDraft(name: "Milk")
    draft.notes = "two litres"
    let row = try await controller().add(draft)
    let task = try #require(await store.all().first)
    #expect(task.createdAt == .sample + 60 && task.name == "Milk" && row.name == "Milk" && row.notes == nil)
    #expect(await store.history(5).map(\.action) == ["add"])
    #expect(await store.history(5).map(\.date) == [.sample + 60])
    #expect(await store.history(5).map(\.id) == [row.operation])
    var listed = row
    listed.operation = nil
    #expect(try await controller().list(TaskQuery(TaskFilter())).rows == [listed])
    #expect(try await controller().show(row.shortID).notes == "two litres")
  }

  @Test("list a page, and count all")
  func pages() async throws {
    for name in ["Milk", "Tea", "Oats"] { _ = try await add(name) }
    var query = TaskQuery(TaskFilter())
    query.limit = 2
    let page = try await controller().list(query)
    #expect(page.rows.count == 2 && page.total == 3)
    query.limit = -1
    #expect(try await controller().list(query).rows.isEmpty)
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
    let safe = TodoTask.sealed()
    try await store.create(safe)
    let before = await store.all()
    var name = TaskEdit()
    name.name = "the combination"
    var label = TaskEdit()
    label.label = .set("Shop")
    for (id, edit) in [(safe.id, name), (milk.id, label)] {
      let failure = await #expect(throws: Failure.self) {
        _ = try await controller().edit([id.uuidString], edit, SilentConversation())
      }
      #expect(failure?.code == .usage)
    }
    #expect(await store.all() == before)
    label.label = .clear
    _ = try await controller().edit([safe.id.uuidString], label, SilentConversation())
    #expect(await store.task(safe.id)?.label == TodoTask.standardLabel)
  }

  @Test("say that reminders are off whose due date was taken away")
  func silenced() async throws {
    var task = TodoTask(id: UUID(), name: "Tea", dueDate: .sample + 900, createdAt: .sample)
    task.notify = true
    try await store.create(task)
    var edit = TaskEdit()
    edit.due = .clear
    let report = try await controller().edit([task.id.uuidString], edit, SilentConversation())
    #expect(report.notes == ["Reminders without a due date are off now."])
    #expect(await store.task(task.id)?.notify == false)
  }

  @Test(
    "ask for the owner where an edit changes when a confirmed text is destroyed, and mark that anew",
    arguments: [false, true])
  func destruction(alwaysVerify: Bool) async throws {
    let owner = try RecordingOwner(.verifies)
    var sealed = TodoTask.sealed()
    sealed.alwaysVerify = alwaysVerify
    sealed = try sealed.confirmed(by: owner.owner)
    try await store.create(sealed)
    var edit = TaskEdit()
    edit.destruction = .set(.at(.sample + 9000))
    _ = try await controller(owner).edit([sealed.id.uuidString], edit, SilentConversation())
    #expect(owner.events == ["passphrase", "log edit of one", alwaysVerify ? "unlock always" : "unlock", "granted"])
    let after = try #require(await store.task(sealed.id))
    #expect(after.destruction == .at(.sample + 9000))
    #expect(try after.sealedItems.allSatisfy { (item) throws(Failure) in try item.isAuthenticated(by: owner.owner) })

    let absent = try RecordingOwner()
    edit.destruction = .clear
    await #expect(throws: RecordingOwner.refusal) {
      _ = try await controller(absent).edit([sealed.id.uuidString], edit, SilentConversation())
    }
    #expect(await store.task(sealed.id) == after)
  }

  @Test("ask nobody where the text that is to be destroyed was never confirmed")
  func unconfirmedDestruction() async throws {
    let owner = try RecordingOwner()
    let sealed = TodoTask.sealed()
    try await store.create(sealed)
    var edit = TaskEdit()
    edit.destruction = .set(.whenDone)
    _ = try await controller(owner).edit([sealed.id.uuidString], edit, SilentConversation())
    #expect(owner.events.isEmpty)
    #expect(await store.task(sealed.id)?.destruction == .whenDone)
  }

  @Test("make tasks done, tell those that move on, and ask for the passphrase where a text is destroyed")
  func completes() async throws {
    let milk = try await add("Milk")
    var weekly = TodoTask(id: UUID(), name: "Bins", dueDate: .sample, createdAt: .sample)
    weekly.recurrence = RecurrenceRule("FREQ=WEEKLY")
    try await store.create(weekly)
    let owner = try RecordingOwner()
    let report = try await controller(owner).complete([milk.shortID, weekly.id.uuidString], SilentConversation())
    #expect(report.lines.map(\.action) == ["done", "moved"] && report.notes.isEmpty && owner.events.isEmpty)
    let again = try await controller(owner).complete([milk.shortID], SilentConversation())
    #expect(again.lines.map(\.action) == ["unchanged"] && again.notes == ["Nothing was open."])
    let tea = try await add("Tea")
    let destroyed = try await controller(owner, destroysText: true).complete([tea.shortID], SilentConversation())
    #expect(destroyed.notes == ["The protected text is destroyed."] && owner.events == ["passphrase"])
  }

  @Test("open a task again that is done, and only that")
  func reopen() async throws {
    let milk = try await add("Milk")
    #expect(try await controller().reopen([milk.shortID]).lines.map(\.action) == ["unchanged"])
    var done = try #require(await store.task(milk.id))
    (done.isDone, done.completedAt, done.modifiedAt) = (true, .sample, .sample)
    try await store.update([done])
    #expect(try await controller().reopen([milk.shortID]).lines.map(\.action) == ["undone"])
    #expect(await store.task(milk.id)?.isDone == false)
    #expect(await store.task(milk.id)?.modifiedAt == .sample + 60)
  }

  @Test("delete tasks, all or none, in one operation at that time")
  func deletes() async throws {
    let (milk, tea) = (try await add("Milk"), try await add("Tea"))
    await #expect(throws: Failure.self) { _ = try await controller().delete([milk.shortID, "ffffffff"]) }
    #expect(await store.all().count == 2)
    #expect(try await controller().delete([milk.shortID, tea.shortID]).lines.map(\.action) == ["deleted", "deleted"])
    #expect(await store.all().isEmpty)
    #expect(await store.history(1).map(\.tasks.count) == [2])
    #expect(await store.history(1).map(\.date) == [.sample + 60])
  }
}
