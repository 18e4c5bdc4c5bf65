import AgentAPI
import Foundation
import StoreTesting
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about steps")
struct SubtaskControllerTests {
  /// A task with the steps "one", "two" and "three".
  private func begin() async throws -> (stage: ProtectedStage, task: String, steps: [UUID]) {
    let stage = try await ProtectedStage()
    var task = TodoTask(id: UUID(), name: "Move house", createdAt: .sample)
    task.subtasks = ["one", "two", "three"].map { TodoSubtask(id: UUID(), name: $0) }
    _ = try await stage.store.apply([TaskChange(before: nil, after: task)], as: "add", at: .sample, rewriting: nil)
    return (stage, task.id.uuidString, task.subtasks.map(\.id))
  }

  @Test("are done to the step that was seen, or to none")
  func seen() async throws {
    let (stage, task, steps) = try await begin()
    let conversation = try ScriptedConversation()
    let steady = stage.subtasks
    // Somebody else moves the first step to the end.
    _ = try await steady.move(1, steps[0], of: task, to: 3, conversation)
    await #expect(throws: Failure.changedMeanwhile) {
      try await steady.delete([1], [steps[0]], of: task, conversation)
    }
    await #expect(throws: Failure.changedMeanwhile) { try await steady.complete([2], [steps[1]], of: task) }
    await #expect(throws: Failure.changedMeanwhile) { try await steady.reopen([3], [steps[2]], of: task) }
    await #expect(throws: Failure.changedMeanwhile) {
      try await steady.move(1, steps[0], of: task, to: 2, conversation)
    }
    await #expect(throws: Failure.changedMeanwhile) {
      try await steady.edit(1, steps[0], of: task, SubtaskEdit(name: "four"), asksText: false, conversation)
    }
    let names = await stage.store.all().first?.subtasks.map(\.name)
    #expect(names == ["two", "three", "one"])
    _ = try await steady.delete([1, 3], [steps[1], steps[0]], of: task, conversation)
    #expect(await stage.store.all().first?.subtasks.map(\.name) == ["three"])
  }

  @Test("are refused where the list has become shorter, or not as many steps are named as numbers")
  func shorter() async throws {
    let (stage, task, steps) = try await begin()
    let conversation = try ScriptedConversation()
    _ = try await stage.subtasks.delete([1], nil, of: task, conversation)
    await #expect(throws: Failure.changedMeanwhile) {
      try await stage.subtasks.delete([3], [steps[2]], of: task, conversation)
    }
    await #expect(throws: Failure.changedMeanwhile) {
      try await stage.subtasks.complete([1, 2], [steps[1]], of: task)
    }
    let reminders = ReminderController(tasks: stage.store, states: stage.store, edits: stage.edits)
    await #expect(throws: Failure.changedMeanwhile) {
      try await reminders.notify([task], subtask: 1, steps[0], isOn: true)
    }
    #expect(await stage.store.all().first?.subtasks.filter { $0.isDone || $0.notify }.isEmpty == true)
  }
}
