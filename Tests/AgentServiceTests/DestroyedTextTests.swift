import AgentAPI
import CredentialStore
import Foundation
import Localization
import SecretMemory
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("A text that is destroyed")
struct DestroyedTextTests {
  private let store = InMemoryTaskStore()
  private let records: SealedRecords
  private var work: TaskService { TaskService(tasks: store, records: records) }

  init() { records = SealedRecords(InMemoryCredentialStore(), state: store) }

  /// A protected task that is to be destroyed then, and whose text was opened.
  private func task(_ destruction: Destruction) async throws -> TodoTask {
    var task = TodoTask.sealed("Code")
    task.destruction = destruction
    try await store.create(task)
    let name = try #require(task.sealedText).name
    try await records.restore { [NewRecord(name: name, bytes: [1, 2, 3])] }
    #expect(await isReadable(task))
    return task
  }

  /// Whether its text can still be read, from the store or from what was opened.
  private func isReadable(_ task: TodoTask) async -> Bool {
    guard let item = task.sealedText else { return false }
    do {
      _ = try await records.opening(item) { bytes throws(Failure) in
        do { return SharedSecret(try SecretBytes(bytes)) } catch { throw Failure(.tryLater, "memory") }
      }
      return true
    } catch { return false }
  }

  @Test("with the task that is done is nowhere, nor in a cache of what was opened")
  func whenDone() async throws {
    let task = try await task(.whenDone)
    let done = try await work.complete([task], at: .sample)
    #expect(done.tasks.map(\.isDone) == [true])
    #expect(await !isReadable(task))
  }

  @Test("because its date has come is nowhere, nor in a cache of what was opened")
  func byDate() async throws {
    let task = try await task(.at(.sample))
    #expect(try await work.destroy(at: .sample - 1) == .sample)
    #expect(await isReadable(task), "not before")
    #expect(try await work.destroy(at: .sample) == nil)
    #expect(await !isReadable(task))
    #expect(await store.task(task.id)?.seal == nil)
  }

  @Test("takes the texts of steps with it that were taken away before")
  func formerSteps() async throws {
    var task = try await task(.whenDone)
    var step = TodoSubtask(id: UUID(), name: "")
    (step.name, step.seal) = (nil, .sample(1))
    let name = SealedItem(step.id, .sample(1), in: task).name
    try await records.restore { [NewRecord(name: name, bytes: [4])] }
    var former = task
    former.subtasks = [step]
    try await store.update([former])
    task.modifiedAt = .sample + 1
    try await work.apply([TaskChange(before: former, after: task)], as: "subtask delete", at: .sample)
    #expect(try await records.record(name) == [4], "an undo brings it back")
    _ = try await work.complete([task], at: .sample + 2)
    #expect(try await records.record(name) == nil)
  }
}
