import AgentAPI
import Foundation
import Localization
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to see what a query finds")
struct LiveTaskControllerTests {
  private static let gone = Failure(.unavailable, "The client has gone.")
  private let store = InMemoryTaskStore()

  private var controller: LiveTaskController { LiveTaskController(tasks: store, pause: .zero) }

  private func add(_ name: String) async throws -> TodoTask {
    let task = TodoTask(id: UUID(), name: name, createdAt: .sample)
    try await store.create(task)
    return task
  }

  private func page(_ event: AgentAPI.Event?) throws -> TaskPage {
    guard case .tasks(let page) = event else { throw Self.gone }
    return page
  }

  /// A client that hears pages until it goes.
  private func listener() throws -> (ScriptedConversation, AsyncStream<AgentAPI.Event>.AsyncIterator) {
    let (heard, hearing) = AsyncStream<AgentAPI.Event>.makeStream()
    let conversation = try ScriptedConversation(
      answers: [], heard: { (event) throws(Failure) in hearing.yield(event) })
    return (conversation, heard.makeAsyncIterator())
  }

  @Test("is answered at once, and after each change of what is found, until the client goes")
  func changes() async throws {
    var milk = try await add("Milk")
    var (conversation, events) = try listener()
    let controller = controller
    let query = TaskQuery(TaskFilter(), order: .name, limit: 2)
    let observing = Task { try await controller.observe(query, conversation) }
    #expect(try page(await events.next()).rows.map(\.name) == ["Milk"])
    _ = try await add("Bread")
    #expect(try page(await events.next()).rows.map(\.name) == ["Bread", "Milk"])
    _ = try await add("Water")
    let page = try page(await events.next())
    #expect(page.rows.map(\.name) == ["Bread", "Milk"] && page.total == 3)
    #expect(page.rows.allSatisfy { $0.shortID.count >= 4 })
    (milk.isDone, milk.completedAt) = (true, .sample)
    try await store.update([milk])
    #expect(try self.page(await events.next()).rows.map(\.name) == ["Bread", "Water"])
    observing.cancel()
    try await observing.value
  }

  @Test("tells of a protected task what everybody may see, and asks for no more than a page")
  func contents() async throws {
    let safe = TodoTask.sealed("Safe")
    try await store.create(safe)
    var tasks: [TodoTask] = []
    for number in 0...AgentProtocol.maximumPageCount {
      tasks.append(TodoTask(id: UUID(), name: "z\(number)", createdAt: .sample))
    }
    try await store.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "add", at: .sample, rewriting: nil)
    let conversation = try ScriptedConversation(answers: [], heard: { (_) throws(Failure) in throw Self.gone })
    await #expect(throws: Self.gone) {
      try await controller.observe(TaskQuery(TaskFilter(), order: .name), conversation)
    }
    let page = try page(conversation.events.first)
    let row = try #require(page.rows.first)
    #expect(row.label == "Safe" && row.isProtected && row.name == nil && row.notes == nil)
    #expect(page.rows.count == AgentProtocol.maximumPageCount && page.total == AgentProtocol.maximumPageCount + 2)
  }

  @Test("tells a slow client what there is when it takes the next page, and nothing in between")
  func slowly() async throws {
    let store = store
    let (taken, taking) = AsyncStream<Void>.makeStream()
    let conversation = try ScriptedConversation(
      answers: [], heard: { (_) throws(Failure) in taking.yield() })
    let controller = LiveTaskController(tasks: store, pause: .seconds(3600))
    let first = Task { try await controller.observe(TaskQuery(), conversation) }
    for await _ in taken { break }
    for number in 0..<50 { _ = try await add("\(number)") }
    first.cancel()
    try await first.value
    #expect(conversation.events.count == 1, "who waits is told nothing")
  }
}
