import AgentAPI
import Foundation
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Tasks by the names that people give them")
struct TaskNamesTests {
  private let store = InMemoryTaskStore()
  private var names: TaskNames { TaskNames(tasks: store) }

  private func create(_ id: String, _ name: String) async throws -> TodoTask {
    let task = TodoTask(id: try #require(UUID(uuidString: id)), name: name, createdAt: .sample)
    try await store.create(task)
    return task
  }

  @Test("one is named by any beginning of its id that no other has, and called by the shortest")
  func prefixes() async throws {
    let milk = try await create("4F2A0000-0000-4000-8000-000000000001", "Milk")
    let tea = try await create("4F2A1000-0000-4000-8000-000000000002", "Tea")
    #expect(try await names.named("4f2a0").task == milk)
    #expect(try await names.named("4F2A1000-0000").task == tea)
    #expect(try await names.named(tea.id.uuidString).shortID == "4f2a1")
    #expect(try await names.rows([tea, milk]).map(\.shortID) == ["4f2a1", "4f2a0"])
    for (reference, words) in [("4f2a", "names 2 tasks"), ("9", "no task 9"), ("milk", "is not a task ID")] {
      let failure = await #expect(throws: Failure.self) { try await names.named(reference) }
      #expect(
        failure?.code == .usage && failure?.message.contains(words) == true,
        "\(reference): \(String(describing: failure))")
    }
  }

  @Test("several are each named once, in the order of their first names, and none is no request")
  func several() async throws {
    let milk = try await create("10000000-0000-4000-8000-000000000001", "Milk")
    let tea = try await create("20000000-0000-4000-8000-000000000002", "Tea")
    #expect(try await names.named(["2", "1", "20"]).map(\.task) == [tea, milk])
    await #expect(throws: Failure.self) { try await names.named([]) }
  }

  @Test("as it is now is not as it was, and one that is gone is told")
  func current() async throws {
    let milk = try await create("10000000-0000-4000-8000-000000000001", "Milk")
    var changed = milk
    changed.name = "Oat milk"
    try await store.update([changed])
    #expect(try await names.current(milk).name == "Oat milk")
    await store.delete(milk.id)
    await #expect(throws: Failure.self) { try await names.current(milk) }
  }
}
