import AgentAPI
import Foundation
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about reminders")
struct ReminderControllerTests {
  private let store = InMemoryTaskStore()
  private var controller: ReminderController {
    ReminderController(tasks: store, states: store, edits: TaskEdits(store) { .sample })
  }

  /// A task that is due so many seconds from now, and reminded of.
  private func create(_ name: String, in seconds: Double, steps: [TodoSubtask] = []) async throws -> TodoTask {
    var task = TodoTask(id: UUID(), name: name, dueDate: .sample + seconds, createdAt: .sample)
    task.notify = true
    task.subtasks = steps
    try await store.create(task)
    return task
  }

  @Test("list them by when they come, put off or not, without those that were answered")
  func list() async throws {
    let tea = try await create("Tea", in: 100)
    let milk = try await create("Milk", in: 200)
    let oats = try await create("Oats", in: 300)
    _ = try await controller.snooze([tea.id.uuidString], subtask: nil, until: .sample + 250)
    #expect(try await controller.reminders(10).map(\.task.name) == ["Milk", "Tea", "Oats"])
    #expect(try await controller.reminders(10).map(\.snoozedUntil) == [nil, .sample + 250, nil])
    #expect(try await controller.reminders(1).map(\.task.name) == ["Milk"])
    await store.setReminderState(
      ReminderState(task: milk.id, subtask: nil, delivered: .sample + 200, snoozedUntil: .distantFuture))
    #expect(try await controller.reminders(10).map(\.task.name) == ["Tea", "Oats"])
    // Answered was another date of it.
    var moved = milk
    moved.dueDate = .sample + 400
    try await store.update([moved])
    #expect(try await controller.reminders(10).map(\.task.id) == [tea.id, oats.id, milk.id])
  }

  @Test("put all of them off, or none: not into the past, not to before they come, not what is switched off")
  func snooze() async throws {
    let tea = try await create("Tea", in: 100)
    let milk = try await create("Milk", in: 200)
    var quiet = try await create("Oats", in: 300)
    quiet.notify = false
    try await store.update([quiet])
    for (tasks, seconds, words) in [
      ([tea], -1.0, "in the past"), ([tea], 50, "comes later"), ([tea, quiet], 500, "No reminder is on"),
      ([tea, milk], 150, "comes later"),
    ] {
      let failure = await #expect(throws: Failure.self) {
        _ = try await controller.snooze(tasks.map(\.id.uuidString), subtask: nil, until: .sample + seconds)
      }
      #expect(failure?.code == .usage && failure?.message.contains(words) == true, "\(String(describing: failure))")
    }
    #expect(await store.reminderStates().isEmpty)
    let report = try await controller.snooze([tea, milk].map(\.id.uuidString), subtask: nil, until: .sample + 900)
    #expect(report.lines.map(\.action) == ["snoozed", "snoozed"])
    #expect(await Set(store.reminderStates().map(\.task)) == [tea.id, milk.id])
    #expect(await store.task(tea.id) == tea, "the due date stays")
  }

  @Test("switch them on and off, of a task or of one step that is open")
  func notify() async throws {
    let done = TodoSubtask(id: UUID(), name: "Paid", dueDate: .sample + 50)
    var steps = [done, TodoSubtask(id: UUID(), name: "Ordered", dueDate: .sample + 50)]
    steps[0].isDone = true
    let task = try await create("Tea", in: 100, steps: steps)
    let reference = task.id.uuidString
    _ = try await controller.notify([reference], subtask: nil, isOn: false)
    #expect(await store.task(task.id)?.notify == false)
    _ = try await controller.notify([reference], subtask: 2, isOn: true)
    #expect(await store.task(task.id)?.subtasks.map(\.notify) == [false, true])
    let failure = await #expect(throws: Failure.self) {
      _ = try await controller.notify([reference], subtask: 1, isOn: true)
    }
    #expect(failure?.hint.contains("vault subtask undone") == true)
    let other = try await create("Oats", in: 100)
    let several = [reference, other.id.uuidString]
    for refused in [
      await #expect(throws: Failure.self) { _ = try await controller.notify(several, subtask: 2, isOn: true) },
      await #expect(throws: Failure.self) {
        _ = try await controller.snooze(several, subtask: 2, until: .sample + 500)
      },
    ] { #expect(refused?.message.contains("behind the one task") == true) }
    let marks = try await controller.snooze([reference], subtask: 2, until: .sample + 500)
    #expect(marks.lines.count == 1)
    #expect(await store.reminderStates().first?.subtask == steps[1].id)
  }
}
