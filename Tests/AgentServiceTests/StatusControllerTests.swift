import AgentAPI
import CivilTime
import Foundation
import Localization
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to show how the vault stands")
struct StatusControllerTests {
  /// A login, an inbox and notices that are as a test has them.
  private struct Fixed: AccountStatusReading, UnreadCounting, NoticeSource {
    var texts: [LocalizedText] = []
    var failure: Failure?

    func storeTrouble() -> Failure? { nil }
    func status() -> AccountStatus { AccountStatus(state: .loggedIn, email: "ada@example.org") }
    func unreadCount() -> Int? { 3 }
    func unreadChannels() -> [UnreadChannel]? { nil }
    func notices() throws(Failure) -> [LocalizedText] {
      if let failure { throw failure }
      return texts
    }
  }

  private let tasks = InMemoryTaskStore()

  private func controller(_ owner: RecordingOwner, _ sources: Fixed...) -> StatusController {
    StatusController(
      owner: owner, tasks: TaskCounter(tasks: tasks, zone: .utc) { .sample },
      stores: ScriptedCredentialStores(owner: owner), account: Fixed(), inbox: Fixed(), sources: sources)
  }

  private func add(_ name: String, due: Date?, isDone: Bool = false) async throws {
    var task = TodoTask(id: UUID(), name: name, dueDate: due, createdAt: .sample)
    task.isDone = isDone
    try await tasks.create(task)
  }

  @Test("puts together what the lock, the tasks, the login and the inbox say, and what is to be known in its order")
  func together() async throws {
    // 17:46:40 UTC.
    let now = Date.sample
    try await add("over", due: now - 1)
    try await add("done", due: now - 1, isDone: true)
    try await add("this evening", due: now + 3600)
    try await add("at its last second", due: now + 6 * 3600 + 13 * 60 + 19)
    try await add("tomorrow", due: now + 6 * 3600 + 13 * 60 + 20)
    try await add("some day", due: nil)
    try await tasks.create(.sealed())
    let owner = try RecordingOwner(.holdsTicket)
    let status = try await controller(owner, Fixed(texts: ["one", "two"]), Fixed(), Fixed(texts: ["three"]))
      .status(SilentConversation())
    #expect(status.isUnlocked && status.unlockedUntil == .sample && status.hasPIN && !status.hasRecoveryCode)
    #expect(status.verification == .pin && status.store == .file && status.account.email == "ada@example.org")
    #expect(status.openTaskCount == 6 && status.overdueTaskCount == 1 && status.todayTaskCount == 2)
    #expect(status.protectedTaskCount == 1 && status.unreadCount == 3 && status.unreadChannels == nil)
    #expect(status.notices == ["one", "two", "three"])
    #expect(owner.events.isEmpty, "it asks nobody")
  }

  @Test("knows a vault without an owner, and fails where something can't be read")
  func nothing() async throws {
    let owner = try RecordingOwner(hasHeader: false)
    let status = try await controller(owner).status(SilentConversation())
    #expect(!status.isUnlocked && !status.hasPIN && !status.hasRecoveryCode && status.notices.isEmpty)
    let failure = Failure(.inputOutput, "The task database failed.")
    await #expect(throws: failure) {
      try await controller(owner, Fixed(texts: ["one"]), Fixed(failure: failure)).status(SilentConversation())
    }
  }
}
