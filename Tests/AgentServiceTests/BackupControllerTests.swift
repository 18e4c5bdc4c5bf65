import AgentAPI
import Backup
import CredentialStore
import Foundation
import Localization
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to write a backup")
struct BackupControllerTests {
  @Test("writes all tasks and sealed texts for the owner who was asked, and tells which texts are not confirmed")
  func writes() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("Packing\n- [ ] socks", hasSubtasks: true)
    try await stage.store.create(TodoTask(id: UUID(), name: "Milk", createdAt: .sample))
    let before = stage.owner.events.count
    let conversation = try ScriptedConversation()
    let path = stage.path("vault.backup")
    let answer = try await stage.backup.backup(to: path, conversation)
    #expect(answer == "2 tasks are in \(path). Keep it apart from this machine; the recovery code opens it.")
    #expect(
      Array(stage.owner.events[before...]) == [
        "log backup of several", "owner for backup", "granted", "header for backup",
      ])
    #expect(conversation.told.count == 1 && conversation.told[0].contains("not yet confirmed"))
    #expect(conversation.progress.map(\.completed) == [1, 2] && conversation.progress.allSatisfy { $0.total == 2 })

    let backup = try await UnverifiedBackup.read(path)
    let contents = try backup.contents(of: path, for: stage.owner.owner)
    #expect(await contents.tasks == stage.store.all() && backup.warning.isEmpty)
    let items = try #require(await stage.store.task(id)).sealedItems
    #expect(contents.records.map(\.name) == items.map(\.name.rawValue))
    for (record, item) in zip(contents.records, items) {
      #expect(try await stage.records.record(item.name) == record.sealed)
    }
  }

  @Test("refuses a file that is there before anything is asked, and leaves it")
  func existing() async throws {
    let stage = try await ProtectedStage()
    let path = stage.path("mine")
    try Data([7]).write(to: URL(fileURLWithPath: path))
    let failure = await #expect(throws: Failure.self) {
      try await stage.backup.backup(to: path, SilentConversation())
    }
    #expect(failure?.code == .cannotCreate && stage.owner.events.isEmpty)
    #expect(FileManager.default.contents(atPath: path) == Data([7]))
  }

  @Test("writes nothing without the owner")
  func absent() async throws {
    let stage = try await ProtectedStage(.absent)
    await #expect(throws: RecordingOwner.refusal) { _ = try await stage.backedUp() }
    #expect(stage.owner.events == ["log backup of several", "owner for backup"])
    #expect(!FileManager.default.fileExists(atPath: stage.path("vault.backup")))
  }

  @Test("writes nothing where somebody has taken the question away from a text")
  func forgottenAsking() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    _ = try await stage.alwaysVerify.setAlwaysVerify(true, of: [id.uuidString], ScriptedConversation())
    var task = try #require(await stage.store.task(id))
    task.alwaysVerify = false
    try await stage.store.update([task])
    let failure = await #expect(throws: Failure.self) { _ = try await stage.backedUp() }
    #expect(failure?.code == .badData && failure?.hint.contains("--always-verify") == true)
    #expect(stage.owner.events.last == "granted", "its header is not made")
    #expect(!FileManager.default.fileExists(atPath: stage.path("vault.backup")))
  }

  @Test("writes nothing where a text is lost")
  func lost() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    try await stage.records.removeAll(of: [id])
    let failure = await #expect(throws: Failure.self) { _ = try await stage.backedUp() }
    #expect(failure?.code == .badData && failure?.hint == "See vault store check.")
    #expect(!FileManager.default.fileExists(atPath: stage.path("vault.backup")))
  }
}
