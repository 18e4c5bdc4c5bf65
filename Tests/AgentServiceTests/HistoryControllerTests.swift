import AgentAPI
import CredentialStore
import Foundation
import OwnerVerification
import StoreTesting
import Synchronization
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about what was done")
struct HistoryControllerTests {
  /// A credential store that says what was removed from it.
  private final class Records: SealedRecordRemoving {
    private let removed = Mutex<[CredentialName]>([])
    var names: [CredentialName] { removed.withLock { $0 } }
    func removeUnreferenced(_ names: [CredentialName]) -> Failure? {
      removed.withLock { $0 += names }
      return nil
    }
  }

  private let store = InMemoryTaskStore()
  private let records = Records()
  private var edits: TaskEdits { TaskEdits(store) { .sample + 60 } }

  private func controller(_ owner: RecordingOwner) -> HistoryController {
    HistoryController(tasks: store, edits: edits, records: records, access: owner, confirmed: owner)
  }

  private func undo(_ count: Int = 1, _ presence: RecordingOwner.Presence = .absent) async throws -> TaskChangeReport {
    try await controller(RecordingOwner(presence)).undo(count, SilentConversation())
  }

  private func add(_ tasks: TodoTask...) async throws {
    try await edits.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "add", at: .sample)
  }

  private func add(_ name: String) async throws -> TodoTask {
    let task = TodoTask(id: UUID(), name: name, createdAt: .sample)
    try await add(task)
    return task
  }

  private func rename(_ task: TodoTask, _ name: String) async throws {
    _ = try await edits.edit([task.id.uuidString]) { (task) throws(Failure) in
      var after = task
      after.name = name
      return after
    }
  }

  /// Has the task's text replaced by the next version.
  private func replaceText(of task: TodoTask) async throws -> TodoTask {
    var after = task
    after.seal = .sample((task.seal?.version ?? 0) + 1)
    try await edits.apply([TaskChange(before: task, after: after)], as: "edit", at: .sample)
    return after
  }

  @Test("show the newest operations first, as many as are wanted, one at least")
  func history() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    let controller = try controller(RecordingOwner())
    #expect(try await controller.history(10).map(\.action) == ["edit", "add"])
    #expect(try await controller.history(1).map(\.action) == ["edit"])
    #expect(try await controller.history(-5).count == 1)
  }

  @Test("name as many tasks as are wanted, count the others, and look for sealed texts among them, too")
  func names() async throws {
    let tasks = ["Milk", "Tea", "Oats"].map { TodoTask(id: UUID(), name: $0, createdAt: .sample) }
    let key = TodoTask(id: UUID(), label: "Key", seal: .sample(1), createdAt: .sample)
    try await edits.apply((tasks + [key]).map { TaskChange(before: nil, after: $0) }, as: "import", at: .sample)
    let controller = try controller(RecordingOwner())
    let all = try #require(try await controller.history(1).first)
    #expect(all.tasks.count == 4 && all.taskCount == nil && all.needsVerification)
    let some = try #require(try await controller.history(1, nameCount: 2).first)
    #expect(some.tasks == Array(all.tasks.prefix(2)) && some.taskCount == 4 && some.needsVerification)
  }

  @Test("name no more tasks than a message holds")
  func manyNames() async throws {
    let name = String(repeating: "n", count: 4000)
    let tasks = (0..<1200).map { _ in TodoTask(id: UUID(), name: name, createdAt: .sample) }
    try await edits.apply(tasks.map { TaskChange(before: nil, after: $0) }, as: "import", at: .sample)
    let rows = try await controller(RecordingOwner()).history(1)
    #expect(rows.map(\.taskCount) == [1200] && rows[0].tasks.count > 100)
    #expect(try WireJSON.encode(ReplyMessage(rows)).count < AgentProtocol.maximumMessageByteCount)
  }

  @Test("take back the newest operations, each whole, and say of which tasks")
  func undoes() async throws {
    let milk = try await add("Milk")
    let pair = ["Tea", "Oats"].map { TodoTask(id: UUID(), name: $0, createdAt: .sample) }
    try await add(pair[0], pair[1])
    try await rename(milk, "Oat milk")
    let report = try await undo(2)
    #expect(report.lines.map(\.action) == ["undo edit", "undo add", "undo add"] && report.trouble == nil)
    #expect(Set(report.lines.compactMap(\.task.name)) == ["Milk", "Tea", "Oats"])
    #expect(await store.all().map(\.name) == ["Milk"])
    #expect(await store.task(milk.id) == milk)
  }

  @Test("leave what somebody else has changed of the task since, and change it at the time it is made")
  func partly() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    var changed = try #require(await store.task(milk.id))
    (changed.notes, changed.modifiedAt) = ("two litres", .sample + 30)
    try await store.update([changed])
    _ = try await undo()
    let task = try #require(await store.task(milk.id))
    #expect(task.name == "Milk" && task.notes == "two litres" && task.modifiedAt == .sample + 60)
  }

  @Test("take nothing back over what somebody else has done since, and name the way past it")
  func overtaken() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    var changed = try #require(await store.task(milk.id))
    changed.name = "Soy milk"
    try await store.update([changed])
    let failure = await #expect(throws: Failure.self) { try await undo() }
    #expect(failure?.code == .badData && failure?.hint.contains("vault undo --skip") == true)
    #expect(await store.task(milk.id)?.name == "Soy milk")

    await store.delete(milk.id)
    let gone = await #expect(throws: Failure.self) { try await undo() }
    #expect(gone?.message.contains("deleted") == true)
  }

  @Test("take back one operation by its number, though others have followed, and never another in its place")
  func byNumber() async throws {
    let controller = try controller(RecordingOwner())
    let milk = try await add("Milk")
    let tea = try await add("Tea")
    let report = try await controller.undo(operation: 1, SilentConversation())
    #expect(report.lines.map(\.task.id) == [milk.id] && report.operation == nil)
    #expect(await store.all() == [tea])
    _ = try await undo()
    _ = try await add("Oats")
    #expect(try await controller.history(9).map(\.id) == [3], "2 was taken back, and is nobody's now")
    for gone in [1, 2, 9] as [Int64] {
      let failure = await #expect(throws: Failure.self) {
        try await controller.undo(operation: gone, SilentConversation())
      }
      #expect(failure?.code == .usage && failure?.message.contains("\(gone)") == true)
    }
    #expect(await store.all().map(\.name) == ["Oats"])
  }

  @Test("do not take back an operation by its number that was passed over, or whose task a later one has changed")
  func byNumberOvertaken() async throws {
    let controller = try controller(RecordingOwner())
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    let failure = await #expect(throws: Failure.self) {
      try await controller.undo(operation: 1, SilentConversation())
    }
    #expect(failure?.code == .badData && failure?.message.contains("Change 2") == true)
    _ = try await controller.skipOperations(1)
    await #expect(throws: Failure.self) { try await controller.undo(operation: 2, SilentConversation()) }
    #expect(await store.task(milk.id)?.name == "Oat milk")
  }

  @Test("pass over what was skipped, and say when nothing is left")
  func skip() async throws {
    let milk = try await add("Milk")
    try await rename(milk, "Oat milk")
    let controller = try controller(RecordingOwner())
    let skipped = try await controller.skipOperations(1)
    #expect(skipped.map(\.action) == ["edit"] && skipped.allSatisfy(\.isSkipped))
    #expect(try await controller.history(10).map(\.isSkipped) == [true, false])
    _ = try await controller.skipOperations(1)
    let failure = await #expect(throws: Failure.self) { try await undo() }
    #expect(failure?.code == .usage)
    #expect(await store.task(milk.id)?.name == "Oat milk")
  }

  @Test("stop at what the owner would have to be asked for, where there is none, and say that not all is done")
  func absent() async throws {
    _ = try await add("Tea")
    let sealed = TodoTask.sealed()
    try await add(sealed)
    let changed = try await replaceText(of: sealed)
    _ = try await add("Milk")
    let report = try await undo(4)
    #expect(report.lines.map(\.action) == ["undo add"])
    #expect(report.trouble?.code == .refused && report.trouble?.message.hasPrefix("Not all of it") == true)
    #expect(await store.task(sealed.id) == changed)
    #expect(await store.all().count == 2)
    await #expect(throws: RecordingOwner.refusal) { try await undo() }
    #expect(records.names.isEmpty)
  }

  @Test(
    "ask for the passphrase first, write down who asks before the owner is asked, and remove what nothing refers to")
  func asking() async throws {
    let owner = try RecordingOwner(.holdsTicket)
    let sealed = try TodoTask.sealed().confirmed(by: owner.owner)
    try await add(sealed)
    let changed = try await replaceText(of: sealed)
    _ = try await controller(owner).undo(1, SilentConversation())
    #expect(
      owner.events == ["passphrase", "log undo of one", "unlock", "granted", "asking of 1, not asked"],
      "what an operation says of former texts takes none off the list by a ticket")
    #expect(await store.task(sealed.id)?.seal?.version == 1)
    #expect(records.names == changed.sealedItems.map(\.name))
  }

  @Test("verify the owner where a text that is brought back was not confirmed, and confirm it anew")
  func unconfirmed() async throws {
    let owner = try RecordingOwner(.verifies)
    let sealed = TodoTask.sealed()
    try await add(sealed)
    _ = try await replaceText(of: sealed)
    _ = try await controller(owner).undo(1, SilentConversation())
    #expect(
      owner.events
        == [
          "passphrase", "log undo of one", "unlock always", "granted", "asking of 1, asked", "no longer confirmed: 1",
        ])
  }

  @Test("open sealed operations for the owner alone, who is verified once for all that follow each other")
  func sealedOperations() async throws {
    let owner = try RecordingOwner(.verifies)
    var task = try await add("The combination is 12")
    try await rename(task, "The combination is 34")
    task = try #require(await store.task(task.id))
    var sealed = task
    (sealed.name, sealed.label, sealed.seal) = (nil, "Safe", .sample(1))
    try await edits.apply(
      [TaskChange(before: task, after: sealed)], as: "protect", at: .sample,
      rewriting: .sealing(to: SealingRecipient(owner.owner.verified)))
    #expect(try await controller(owner).history(9).allSatisfy { $0.tasks == [nil] && $0.needsVerification })
    let refused = try RecordingOwner()
    await #expect(throws: RecordingOwner.refusal) {
      try await controller(refused).undo(1, SilentConversation())
    }
    #expect(refused.events == ["passphrase", "log undo of one", "verify"])
    let report = try await controller(owner).undo(2, SilentConversation())
    #expect(report.lines.map(\.action) == ["undo protect", "undo edit"])
    #expect(await store.task(task.id)?.name == "The combination is 12")
    #expect(owner.events.count { $0 == "verify" } == 1)
    #expect(owner.events.count { $0 == "log undo of one" } == 2, "each is written down")
  }
}
