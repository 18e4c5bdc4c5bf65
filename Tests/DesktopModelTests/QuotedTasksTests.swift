import AgentAPI
import DesktopModel
import Foundation
import Localization
import SecretMemory
import Testing
import VaultModel

@Suite("Words of tasks besides the list", .timeLimit(.minutes(1)))
@MainActor
struct QuotedTasksTests {
  private let tasks = ProtectableTasks()
  private let one = UUID()
  private let other = UUID()

  @Test("go when their task is protected, whoever has them, and those of others stay")
  func protected() async {
    let quotes = QuotedTasks(tasks)
    let (message, form) = (Quoting([one, other]), Quoting([one]))
    for holder in [message, form] { quotes.add(holder) }
    await until { tasks.asked.contains(one) && tasks.asked.contains(other) }
    await meanwhile()
    #expect(message.forgotten.isEmpty)
    tasks.protected = [one]
    quotes.look()
    await until { message.forgotten == [one] && form.forgotten == [one] }
  }

  @Test("go as well where the task was protected a moment before somebody began to have them")
  func before() async {
    let quotes = QuotedTasks(tasks)
    tasks.protected = [one]
    let message = Quoting([one])
    quotes.add(message)
    await until { message.forgotten == [one] }
  }

  @Test("are looked after once more where a task changes during a look, and nobody is asked where there are none")
  func meanwhileProtected() async {
    let quotes = QuotedTasks(tasks)
    quotes.look()
    await meanwhile()
    #expect(tasks.asked.isEmpty)
    let message = Quoting([one])
    tasks.answering = { [tasks, one] in
      guard tasks.protected.isEmpty else { return }
      tasks.protected = [one]
      quotes.look()
    }
    quotes.add(message)
    await until { message.forgotten == [one] }
  }

  @Test("stay where the task is gone, and go where it comes back protected")
  func gone() async {
    let quotes = QuotedTasks(tasks)
    tasks.gone = [one]
    let message = Quoting([one])
    quotes.add(message)
    await until { tasks.asked == [one] }
    await meanwhile()
    #expect(message.forgotten.isEmpty)
    (tasks.gone, tasks.protected) = ([], [one])
    quotes.look()
    await until { message.forgotten == [one] }
  }

  @Test("are those of ordinary tasks that an outcome names, and of none that it counts")
  func named() async {
    var told: [Notice] = []
    let actions = TaskActions(tasks) { if case .success(let notice) = $0 { told.append(notice) } }
    tasks.protected = [other]
    for ids in [[one], [other], [one, UUID()]] { await actions.delete(ids) }
    #expect(told.map(\.tasks) == [[one], [], []])
    #expect(told.first?.text == "Deleted: “Legacy”" && told.count == 3)
  }

  @Test("are those of a task that prevents something, too: it is called by its name or its label, and not by its id")
  func prevented() async {
    var told: [Notice] = []
    var failures: [Failure] = []
    func take(_ outcome: Result<Notice, Failure>) {
      switch outcome {
      case .success(let notice): told.append(notice)
      case .failure(let failure): failures.append(failure)
      }
    }
    tasks.failing = [one, other]
    tasks.protected = [other]
    for id in [one, other] { await TaskActions(tasks) { take($0) }.delete([id]) }
    #expect(
      told.map(\.text)
        == ["Legacy", "Family"].map {
          "Something else has changed in “\($0)” what this would take back, and that stays."
        })
    #expect(told.map(\.tasks) == [[one], []] && failures.isEmpty)
    // A form says it itself.
    await #expect(throws: Failure.self) {
      _ = try await TaskActions(tasks) { take($0) }.orThrow { await $0.delete([one]) }
    }
    #expect(told.count == 2 && failures.isEmpty)
  }
}

/// Has words of tasks.
@MainActor
private final class Quoting: TaskQuoting {
  private(set) var quotedTasks: Set<UUID>
  private(set) var forgotten: [UUID] = []

  init(_ tasks: Set<UUID>) { quotedTasks = tasks }

  func forgetWords(of task: UUID) {
    guard quotedTasks.remove(task) != nil else { return }
    forgotten.append(task)
  }
}

/// Tasks of which some are protected.
private final class ProtectableTasks: TaskService, @unchecked Sendable {
  // All of it is used on the main actor, one question after the other.
  nonisolated(unsafe) var protected: Set<UUID> = []
  nonisolated(unsafe) var gone: Set<UUID> = []
  nonisolated(unsafe) var asked: [UUID] = []
  /// Called after each answer was made.
  nonisolated(unsafe) var answering: @MainActor () -> Void = {}

  @MainActor
  private func row(_ id: UUID) -> TaskRow {
    let seal = SealReference(version: 1, digest: [1], mark: [2] + [UInt8](repeating: 7, count: 32))
    let task =
      protected.contains(id)
      ? TodoTask(id: id, label: "Family", seal: seal, createdAt: .distantPast)
      : TodoTask(id: id, name: "Legacy", createdAt: .distantPast)
    return TaskRow(shortID: "0000", task: task)
  }

  @MainActor
  func task(_ id: UUID) async throws(Failure) -> TaskRow {
    asked.append(id)
    if gone.contains(id) { throw Failure(.usage, "There is no such task.") }
    let row = row(id)
    answering()
    return row
  }

  @MainActor
  func task(beginning id: String) async throws(Failure) -> TaskRow {
    guard let found = failing.first(where: { $0.text.hasPrefix(id) }) else {
      throw Failure(.usage, "There is no such task.")
    }
    return row(found)
  }

  /// What nothing is done about.
  nonisolated(unsafe) var failing: Set<UUID> = []

  @MainActor
  func change(_ request: some AgentRequest<TaskChangeReport>) async throws(Failure) -> TaskChangeReport {
    guard let request = request as? DeleteTasks else { throw Self.unused }
    if let id = request.tasks.first(where: { id in failing.contains { $0.text == id } }) {
      throw Failure(
        .badData, "Something else has changed in \(id.prefix(8)) what this would take back, and that stays.")
    }
    return TaskChangeReport(request.tasks.compactMap { UUID(uuidString: $0) }.map { .init("deleted", row($0)) })
  }

  func page(_ query: TaskQuery) async throws(Failure) -> TaskPage { throw Self.unused }
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow { throw Self.unused }
  func add(_ draft: TaskDraft, sealing text: SharedSecret, hasSteps: Bool) async throws(Failure) -> TaskRow {
    throw Self.unused
  }
  func change(
    _ request: some AgentRequest<TaskChangeReport>, asking text: SharedSecret?
  ) async throws(Failure) -> TaskChangeReport { throw Self.unused }

  private static let unused = Failure(.unsupported, "Nobody asks for that here.")
}
