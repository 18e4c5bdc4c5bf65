import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Localization
import SecretMemory
import Testing
import VaultModel

@Suite("A change that was taken back", .timeLimit(.minutes(1)))
@MainActor
struct RepeatableChangeTests {
  private let tasks = NumberedTasks()

  /// What a change tells.
  private func told(_ body: (TaskActions) async -> Bool) async throws -> Notice {
    var told: [Notice] = []
    let isDone = await body(TaskActions(tasks) { if case .success(let notice) = $0 { told.append(notice) } })
    #expect(isDone && told.count == 1)
    return try #require(told.first)
  }

  @Test("is made again by the same request, and can be taken back and made again once more")
  func again() async throws {
    let id = UUID()
    let first = try await told { await $0.delete([id]) }
    let again = try #require(first.again)
    #expect(first.undo == 1 && again.words.isEmpty)
    let undone = try await told { await $0.undo(1, again: again) }
    #expect(undone.undo == nil && undone.again == again)
    let second = try await told { await $0.redo(again) }
    #expect(second.undo == 2 && second.again != nil && second.again != again && second.text == first.text)
    #expect(tasks.requests == ["deleteTasks \(id.text)", "undoOperation 1", "deleteTasks \(id.text)"])
  }

  @Test("is about the task that was made in the place of the former one")
  func replaced() async throws {
    let entry = try #require(QuickEntry("Wax", now: .distantPast, zone: .utc))
    var made: [UUID] = []
    let added = try await told { await $0.add(entry) { made.append($0.id) } }
    let removed = try await told { await $0.delete(made) }
    var changes = RecentChanges()
    for notice in [removed, added] { changes.add(undone: notice.again) }
    let again = try #require(changes.latestUndone)
    #expect(again == added.again && again.words == Set(made))
    #expect(changes.take(undone: again.id) == again && changes.take(undone: again.id) == nil)
    _ = try await told { actions in
      await actions.redo(again) { former, task in
        made.append(task.id)
        changes.replace(former, by: task.id)
      }
    }
    let next = try #require(changes.latestUndone)
    _ = try await told { await $0.redo(next) }
    #expect(made.count == 2 && tasks.requests.last == "deleteTasks \(made[1].text)")
  }

  @Test("is not made again after a new one, and not before one that can't be")
  func order() async throws {
    let again = try await told { await $0.delete([UUID()]) }.again
    var changes = RecentChanges()
    changes.add(undone: again)
    changes.add(7, again: again, isNew: false)
    #expect(changes.latestUndone == again && changes.again(7) == again)
    changes.add(8)
    #expect(changes.latestUndone == nil && changes.again(8) == nil)
    changes.add(undone: again)
    changes.add(undone: nil)
    #expect(changes.latestUndone == nil)
  }

  @Test("is none where nothing was changed, and none where a sealed text was asked for")
  func none() async throws {
    tasks.changesNothing = true
    #expect(try await told { await $0.delete([UUID()]) }.again == nil)
    tasks.changesNothing = false
    #expect(try await told { await $0.addStep("Wash", to: UUID()) }.again != nil)
    tasks.isProtected = true
    #expect(try await told { await $0.addStep("", to: UUID()) }.again == nil)
    #expect(try await told { await $0.unprotect(UUID()) }.again == nil)
  }

  @Test("is remembered without words of a task that is protected, and with those of a few tasks alone")
  func words() async throws {
    var changes = RecentChanges()
    var ids: [UUID] = []
    for number in 1...30 {
      ids.append(UUID())
      var edit = TaskEdit()
      edit.name = "Ask the notary"
      changes.add(Int64(number), again: try await told { [id = ids[number - 1]] in await $0.edit(id, edit) }.again)
    }
    #expect(changes.quotedTasks == Set(ids[10...]))
    changes.forgetWords(of: ids[29])
    #expect(changes.again(30) == nil && changes.again(29) != nil && changes.latest == .operation(30))
    changes.add(undone: changes.again(28))
    changes.add(undone: try await told { await $0.delete([UUID()]) }.again)
    changes.forgetWords(of: ids[27])
    #expect(changes.latestUndone == nil && !changes.quotedTasks.contains(ids[27]))
  }

  @Test("of the inbox is the last of those that were done there")
  func inbox() {
    var changes = RecentChanges()
    changes.add(final: Notice("Left", isFinal: true))
    #expect(changes.latestInInbox == nil)
    let declined = Notice("Declined", isFinal: true, isOfInbox: true, tasks: [UUID()], brief: "declined")
    changes.add(final: declined)
    changes.add(1)
    #expect(changes.latestInInbox == .final(declined) && changes.latest == .operation(1))
    for id in declined.tasks { changes.forgetWords(of: id) }
    #expect(changes.latestInInbox == .final(Notice("declined", isFinal: true, isOfInbox: true)))
  }
}

/// Does what it is asked, and counts that.
private final class NumberedTasks: TaskService, @unchecked Sendable {
  // All of it is used on the main actor, one request after the other.
  nonisolated(unsafe) var requests: [String] = []
  nonisolated(unsafe) var changesNothing = false
  nonisolated(unsafe) var isProtected = false
  nonisolated(unsafe) private var operation: Int64 = 0

  @MainActor
  private func row(_ id: UUID, _ name: String = "Legacy") -> TaskRow {
    let seal = SealReference(version: 1, digest: [1], mark: [2] + [UInt8](repeating: 7, count: 32))
    let task =
      isProtected
      ? TodoTask(id: id, label: "Family", seal: seal, createdAt: .distantPast)
      : TodoTask(id: id, name: name, createdAt: .distantPast)
    var row = TaskRow(shortID: "0000", task: task)
    row.operation = changesNothing ? nil : operation
    return row
  }

  @MainActor
  func change(_ request: some AgentRequest<TaskChangeReport>) async throws(Failure) -> TaskChangeReport {
    try await change(request, asking: nil)
  }

  @MainActor
  func change(
    _ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?
  ) async throws(Failure) -> TaskChangeReport {
    let ids: [String]
    switch request {
    case let request as UndoOperation:
      requests.append("undoOperation \(request.operation)")
      return TaskChangeReport([.init("undo deleted", row(UUID()))])
    case let request as DeleteTasks: ids = request.tasks
    case let request as EditTasks: ids = request.tasks
    case let request as AddSubtask: ids = [request.task]
    case let request as UnprotectTasks: ids = request.tasks
    default: throw Self.unused
    }
    requests.append(([type(of: request).name] + ids).joined(separator: " "))
    operation += 1
    return TaskChangeReport(
      ids.compactMap { UUID(uuidString: $0) }.map { .init("deleted", row($0)) },
      operation: changesNothing ? nil : operation)
  }

  @MainActor
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow {
    operation += 1
    return row(UUID(), draft.name)
  }

  func task(_ id: UUID) async throws(Failure) -> TaskRow { throw Self.unused }
  func task(beginning id: String) async throws(Failure) -> TaskRow { throw Self.unused }
  func page(_ query: TaskQuery) async throws(Failure) -> TaskPage { throw Self.unused }
  func add(_ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool) async throws(Failure) -> TaskRow {
    throw Self.unused
  }

  private static let unused = Failure(.unsupported, "Nobody asks for that here.")
}
