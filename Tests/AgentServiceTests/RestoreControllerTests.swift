import AgentAPI
import Backup
import CredentialStore
import Foundation
import Localization
import OwnerVerification
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to take a whole backup in")
struct RestoreControllerTests {
  private static let everything = [
    "open backup", "compare owners", "confirmed 2", "log adopted", "vault adopted", "new PIN",
  ]

  /// A vault with two tasks, one of them protected.
  private func source() async throws -> ProtectedStage {
    let source = try await ProtectedStage()
    _ = try await source.addProtected("the combination is 12")
    try await source.store.create(TodoTask(id: UUID(), name: "Milk", createdAt: .sample))
    return source
  }

  /// Another one, of the same owner once it is theirs.
  private func target(_ source: ProtectedStage, failingAt event: String? = nil) async throws -> ProtectedStage {
    try await ProtectedStage(of: owner(of: source, failingAt: event))
  }

  private func owner(of source: ProtectedStage, failingAt event: String? = nil) throws -> RecordingOwner {
    try RecordingOwner(.verifies, source.owner.owner, hasHeader: false, failingAt: event)
  }

  /// A backup of the owner's with any contents.
  private func write(_ contents: BackupContents, of owner: RecordingOwner, to path: String) throws {
    try BackupFile.write(try BackupCodec.encode(contents, deriving: owner.owner.backupKey), to: path)
  }

  @Test("takes texts, tasks, list and log in, makes the vault the owner's last, and asks for a PIN")
  func restores() async throws {
    let source = try await source()
    let path = try await source.backedUp()
    let target = try await target(source)
    let conversation = try ScriptedConversation("a new PIN")
    let answer = try await target.restore().restore(from: path, conversation)
    #expect(answer == "2 tasks are restored. The PIN is good.")
    #expect(target.owner.events == Self.everything)
    #expect(await target.store.all() == source.store.all())
    for item in await source.store.all().flatMap(\.sealedItems) {
      #expect(try await target.records.record(item.name) == source.records.record(item.name))
    }
    #expect(conversation.progress.map(\.activity) == ["Restoring texts"])
  }

  @Test("brings back which reminders were shown and until when they were put off")
  func reminders() async throws {
    let source = try await source()
    var states: [ReminderState] = []
    for (index, task) in await source.store.all().enumerated() {
      let state = ReminderState(
        task: task.id, subtask: index == 0 ? UUID() : nil, delivered: .sample,
        snoozedUntil: index == 0 ? .sample + 600 : nil)
      await source.store.setReminderState(state)
      states.append(state)
    }
    let target = try await target(source)
    _ = try await target.restore().restore(from: try await source.backedUp(), ScriptedConversation("a new PIN"))
    #expect(Set(await target.store.reminderStates()) == Set(states))
  }

  /// Whoever reminds, and what it knows of reminders: it looks at what is there whenever it may.
  private actor Watch: ReminderHolding, ReminderStateStore {
    let store: InMemoryTaskStore
    private var isHeld = false
    private(set) var problems: [String] = []

    init(_ store: InMemoryTaskStore) { self.store = store }

    func hold() async {
      isHeld = true
      if await !store.all().isEmpty { problems.append("a task was there before the hold") }
    }

    func release() async {
      isHeld = false
      if await store.all().count != 2 { problems.append("not all tasks were there at the release") }
    }

    func reminderStates() async throws(TaskStoreError) -> [ReminderState] { await store.reminderStates() }

    func setReminderState(_ mark: ReminderState) async throws(TaskStoreError) {
      if !isHeld { problems.append("a mark that a round may remove") }
      if await store.task(mark.task) != nil { problems.append("a task before its mark") }
      await store.setReminderState(mark)
    }

    func removeReminderState(task: UUID, subtask: UUID?) async throws(TaskStoreError) {
      await store.removeReminderState(task: task, subtask: subtask)
    }
  }

  @Test("shows no reminder once more, wherever it is stopped: what is known of reminders comes before the tasks")
  func order() async throws {
    let source = try await source()
    for task in await source.store.all() {
      await source.store.setReminderState(
        ReminderState(task: task.id, subtask: nil, delivered: .sample, snoozedUntil: .sample + 600))
    }
    let target = try await target(source)
    let watch = Watch(target.store)
    _ = try await target.restore(marks: watch, watch)
      .restore(from: try await source.backedUp(), ScriptedConversation("a new PIN"))
    #expect(await watch.problems == [])
    #expect(await target.store.reminderStates().count == 2)
  }

  @Test("stands also where nobody gives a PIN, or a lock comes first")
  func withoutPIN() async throws {
    let source = try await source()
    let path = try await source.backedUp()
    let conversations = [try ScriptedConversation(), try ScriptedConversation("a new PIN") { $0.lock() }]
    for conversation in conversations {
      let target = try await target(source)
      let answer = try await target.restore().restore(from: path, conversation)
      #expect(answer.hasSuffix("Until you set a PIN with vault pin set, the recovery code unlocks this vault."))
      #expect(target.owner.events == Self.everything)
    }
    let target = try await target(source, failingAt: "new PIN")
    await #expect(throws: RecordingOwner.fault) {
      try await target.restore().restore(from: path, SilentConversation())
    }
    #expect(await target.store.all() == source.store.all())
  }

  @Test("refuses a vault that has an owner, and a file that is not a backup, before anything is asked")
  func refusedAtOnce() async throws {
    let owned = try await ProtectedStage()
    let refusal = await #expect(throws: Failure.self) {
      try await owned.restore().restore(from: "/nowhere", SilentConversation())
    }
    #expect(refusal?.code == .refused && owned.owner.events.isEmpty)

    let target = try await target(owned)
    let path = target.path("shopping")
    try Data("milk".utf8).write(to: URL(fileURLWithPath: path))
    let failure = await #expect(throws: Failure.self) {
      try await target.restore().restore(from: path, SilentConversation())
    }
    #expect(failure?.code == .badData && failure?.message.contains(path) == true)
    #expect(target.owner.events.isEmpty)
  }

  @Test("takes nothing in without the recovery code, nor for another owner than the one who made the backup")
  func otherOwner() async throws {
    let source = try await source()
    let path = try await source.backedUp()
    for (presence, events) in [
      (RecordingOwner.Presence.absent, ["open backup"]), (.verifies, ["open backup", "compare owners"]),
    ] {
      let target = try await ProtectedStage(of: RecordingOwner(presence, hasHeader: false))
      let names = await target.credentials.names()
      await #expect(throws: Failure.self) { try await target.restore().restore(from: path, SilentConversation()) }
      #expect(target.owner.events == events)
      #expect(await target.store.all().isEmpty)
      #expect(await target.credentials.names() == names)
    }
  }

  @Test("changes nothing of a vault that has tasks of its own")
  func ownTasks() async throws {
    let source = try await source()
    let path = try await source.backedUp()
    let target = try await target(source)
    let mine = TodoTask(id: UUID(), name: "Tea", createdAt: .sample)
    try await target.store.create(mine)
    let names = await target.credentials.names()
    let failure = await #expect(throws: Failure.self) {
      try await target.restore().restore(from: path, SilentConversation())
    }
    #expect(failure?.message == "This vault has tasks already.")
    #expect(target.owner.events == ["open backup", "compare owners"])
    #expect(await target.store.all() == [mine])
    #expect(await target.credentials.names() == names)
  }

  @Test("changes nothing for a backup with a record that is not a text of its tasks")
  func foreignRecord() async throws {
    let target = try await ProtectedStage(of: RecordingOwner(.verifies, hasHeader: false))
    let path = target.path("vault.backup")
    let contents = BackupContents(
      createdAt: .sample, ownerHeader: target.owner.owner.header.encoded(),
      records: [.init(name: CredentialName.deviceKey.rawValue, sealed: [1])], tasks: [])
    try write(contents, of: target.owner, to: path)
    let names = await target.credentials.names()
    let failure = await #expect(throws: Failure.self) {
      try await target.restore().restore(from: path, SilentConversation())
    }
    #expect(failure?.message == "The backup holds a record that is not a text of its tasks.")
    #expect(target.owner.events == ["open backup", "compare owners"])
    #expect(await target.credentials.names() == names)
  }

  @Test(
    "can be run again after a stop, which leaves nobody the owner",
    arguments: ["confirmed 2", "log adopted", "vault adopted"])
  func stopped(event: String) async throws {
    let source = try await source()
    let path = try await source.backedUp()
    let target = try await target(source, failingAt: event)
    await #expect(throws: RecordingOwner.fault) {
      try await target.restore().restore(from: path, SilentConversation())
    }
    #expect(target.owner.events == Array(Self.everything[...(Self.everything.firstIndex(of: event) ?? 0)]))
    let again = try owner(of: source)
    _ = try await target.restore(again).restore(from: path, SilentConversation())
    #expect(again.events == Self.everything)
    #expect(await target.store.all() == source.store.all())
  }
}
