import AgentAPI
import CredentialStore
import Foundation
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about what was done")
struct HistoryControllerTests {
  /// A credential store without sealed texts.
  private struct NoRecords: SealedRecordRemoving {
    func letGo(_ names: [CredentialName]) -> Failure? { nil }
  }

  private let store = InMemoryTaskStore()
  private var edits: TaskEdits { TaskEdits(store) { .sample } }
  private var controller: HistoryController {
    HistoryController(
      tasks: store, edits: edits, records: NoRecords(), access: AbsentOwner(), confirmed: AbsentOwner())
  }

  private func add(_ name: String) async throws -> TodoTask {
    let task = TodoTask(id: UUID(), name: name, createdAt: .sample)
    try await edits.apply([TaskChange(before: nil, after: task)], as: "add", at: .sample)
    return task
  }

  private func rename(_ task: TodoTask, _ name: String) async throws {
    _ = try await edits.edit([task.id.uuidString]) { (task) throws(Failure) in
      var after = task
      after.name = name
      return after
    }
  }

  @Test("show the newest operations first, as many as are wanted, one at least")
  func history() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    #expect(try await controller.history(10).map(\.action) == ["edit", "add"])
    #expect(try await controller.history(1).map(\.action) == ["edit"])
    #expect(try await controller.history(-5).count == 1)
  }

  @Test("take back the newest operations, each whole, and say of which tasks")
  func undo() async throws {
    let milk = try await add("Milk")
    let tea = try await add("Tea")
    try await rename(milk, "Oat milk")
    let report = try await controller.undo(2, SilentConversation())
    #expect(report.lines.map(\.action) == ["undo edit", "undo add"] && report.trouble == nil)
    #expect(await store.all().map(\.name) == ["Milk"])
    #expect(await store.task(tea.id) == nil)
  }

  @Test("take nothing back over what somebody else has done since, and name the way past it")
  func overtaken() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    var changed = try #require(await store.task(milk.id))
    changed.name = "Soy milk"
    try await store.update([changed])
    let failure = await #expect(throws: Failure.self) { try await controller.undo(1, SilentConversation()) }
    #expect(failure?.code == .badData && failure?.hint.contains("vault undo --skip") == true)
    #expect(await store.task(milk.id)?.name == "Soy milk")

    await store.delete(milk.id)
    let gone = await #expect(throws: Failure.self) { try await controller.undo(1, SilentConversation()) }
    #expect(gone?.message.contains("deleted") == true)
  }

  @Test("pass over what was skipped, and say when nothing is left")
  func skip() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    let skipped = try await controller.skipOperations(1)
    #expect(skipped.map(\.action) == ["edit"] && skipped.allSatisfy(\.isSkipped))
    #expect(try await controller.history(10).map(\.isSkipped) == [true, false])
    _ = try await controller.skipOperations(1)
    let failure = await #expect(throws: Failure.self) { try await controller.undo(1, SilentConversation()) }
    #expect(failure?.code == .usage)
    #expect(await store.task(milk.id)?.name == "Oat milk")
  }

  @Test("keep what an owner would have to be asked for, where there is none, and all that came before it")
  func owner() async throws {
    func seal(_ version: Int) -> SealReference {
      SealReference(version: version, digest: [UInt8](repeating: UInt8(version), count: 32), mark: nil)
    }
    let sealed = TodoTask(id: UUID(), label: "Safe", seal: seal(1), createdAt: .sample)
    try await edits.apply([TaskChange(before: nil, after: sealed)], as: "add", at: .sample)
    var changed = sealed
    changed.seal = seal(2)
    try await edits.apply([TaskChange(before: sealed, after: changed)], as: "edit", at: .sample)
    _ = try await add("Milk")
    let report = try await controller.undo(2, SilentConversation())
    #expect(report.lines.map(\.action) == ["undo add"])
    #expect(report.trouble?.code == .refused && report.trouble?.message.hasPrefix("Not all of it") == true)
    #expect(await store.task(sealed.id)?.seal == seal(2))
    await #expect(throws: AbsentOwner.refusal) { try await controller.undo(1, SilentConversation()) }
  }
}
