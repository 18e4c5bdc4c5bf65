import AgentAPI
import Foundation
import Localization
import StoreTesting
import Synchronization
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request for all tasks that a query finds")
struct TaskStreamControllerTests {
  private static let gone = Failure(.unavailable, "The client has gone.")
  private let store = InMemoryTaskStore()

  private func add(_ names: [String]) async throws -> [TodoTask] {
    let tasks = names.map { TodoTask(id: UUID(), name: $0, createdAt: .sample) }
    for task in tasks { try await store.create(task) }
    return tasks
  }

  private func pages(_ conversation: ScriptedConversation) -> [TaskPage] {
    conversation.events.compactMap { if case .tasks(let page) = $0 { page } else { nil } }
  }

  @Test(
    "is answered by pages in the query's order, each task once, with the short ids of the whole store",
    arguments: [1, 3, 50])
  func pages(_ batchCount: Int) async throws {
    let names = (10..<40).map { "Task \($0)" }
    let tasks = try await add(names.shuffled())
    let conversation = try ScriptedConversation(answers: [])
    let query = TaskQuery(TaskFilter(), order: .name, offset: 2, limit: 25)
    try await TaskStreamController(tasks: store, batchCount: batchCount).stream(query, conversation)
    let pages = pages(conversation)
    #expect(pages.flatMap(\.rows).map(\.name) == Array(names[2..<27]))
    #expect(pages.allSatisfy { !$0.rows.isEmpty && $0.rows.count <= batchCount })
    let shortIDs = ShortIDs.shortest(for: tasks.map(\.id))
    #expect(pages.flatMap(\.rows).allSatisfy { $0.shortID == shortIDs[$0.id] })
  }

  @Test("leaves out what is done or removed while it is told, and tells nothing twice")
  func changes() async throws {
    let tasks = try await add((0..<6).map { "Task \($0)" })
    let store = store
    let isFirst = Atomic(true)
    let conversation = try ScriptedConversation(
      answers: [],
      heard: { (_) throws(Failure) in
        guard isFirst.compareExchange(expected: true, desired: false, ordering: .relaxed).exchanged else { return }
        let changed = DispatchSemaphore(value: 0)
        Task.detached {
          var (told, done) = (tasks[0], tasks[3])
          told.name = "Task 9"
          done.isDone = true
          try await store.update([told, done])
          _ = await store.delete(tasks[4].id)
          changed.signal()
        }
        #expect(changed.wait(timeout: .now() + 60) == .success)
      })
    let query = TaskQuery(TaskFilter(), order: .name)
    try await TaskStreamController(tasks: store, batchCount: 2).stream(query, conversation)
    #expect(pages(conversation).flatMap(\.rows).map(\.name) == ["Task 0", "Task 1", "Task 2", "Task 5"])
  }

  @Test("splits what does not fit one message, and loses nothing")
  func longTasks() async throws {
    let long = String(repeating: "x", count: AgentProtocol.maximumMessageByteCount / 5)
    _ = try await add((0..<7).map { "\($0)\(long)" })
    let conversation = try ScriptedConversation(answers: [])
    try await TaskStreamController(tasks: store).stream(TaskQuery(TaskFilter(), order: .name), conversation)
    let pages = pages(conversation)
    #expect(pages.count > 2 && pages.flatMap(\.rows).compactMap { $0.name?.first } == Array("0123456"))
  }

  @Test("says nothing where nothing is found, and ends with its client")
  func ends() async throws {
    let nobody = try ScriptedConversation(answers: [])
    try await TaskStreamController(tasks: store).stream(TaskQuery(), nobody)
    #expect(pages(nobody).isEmpty)
    _ = try await add(["a", "b", "c"])
    let leaving = try ScriptedConversation(answers: [], heard: { (_) throws(Failure) in throw Self.gone })
    let controller = TaskStreamController(tasks: store, batchCount: 1)
    await #expect(throws: Self.gone) { try await controller.stream(TaskQuery(), leaving) }
    #expect(pages(leaving).count == 1)
  }
}
