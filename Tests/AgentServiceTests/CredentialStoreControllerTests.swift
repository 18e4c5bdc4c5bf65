import AgentAPI
import Foundation
import Localization
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService
@testable import CredentialStore

@Suite("Requests about the credential store")
struct CredentialStoreControllerTests {
  private func controller(
    _ stores: ScriptedCredentialStores, configured: CredentialStoreKind? = nil, lostTexts: LostTextFinder? = nil
  ) -> CredentialStoreController {
    let tasks = InMemoryTaskStore()
    let none = LostTextFinder(
      names: TaskNames(tasks: tasks), records: SealedRecords(InMemoryCredentialStore(), state: tasks))
    return CredentialStoreController(
      inspector: stores.inspector(configured: configured), lostTexts: lostTexts ?? none, stores: stores,
      owner: stores.owner, access: stores.owner)
  }

  private func stores(
    _ presence: RecordingOwner.Presence = .verifies, hasHeader: Bool = true, failingAt event: String? = nil
  ) throws -> ScriptedCredentialStores {
    ScriptedCredentialStores(owner: try RecordingOwner(presence, hasHeader: hasHeader, failingAt: event))
  }

  @Test("tell which store, why and where, and ask nothing")
  func status() async throws {
    var stores = try stores(.absent)
    var status = try await controller(stores).status()
    #expect(status.kind == .file && status.reason == "chosen at the first write" && status.count == 3)
    #expect(status.location == "/vault/credentials.db" && !status.wasChecked)
    #expect(try await controller(stores, configured: .file).status().reason == "chosen in the configuration")

    stores = try self.stores(.absent)
    stores.canOpenFile = false
    #expect(try await controller(stores).status().count == nil)
    stores.chosen = .secretService
    status = try await controller(stores).status()
    #expect(status.location == "org.freedesktop.secrets, collection Login" && status.count == nil)
    stores.keyring = SecretServiceStatus(busName: "bus", busAddress: "", collectionLabel: "Mine", isLocked: true)
    #expect(try await controller(stores).status().location == "bus, collection Mine, locked")
    stores.keyring = nil
    let lost = try await controller(stores).status().location
    #expect(lost.hasPrefix("not reachable: The ") && !lost.contains("unavailable: "))
    stores.chosen = nil
    status = try await controller(stores).status()
    #expect(status.kind == nil && status.reason == "nothing has been stored yet" && status.location.isEmpty)
    #expect(stores.owner.events.isEmpty)
  }

  @Test("name damaged records, and protected tasks whose texts are lost, each once")
  func check() async throws {
    let stage = try await ProtectedStage()
    let (gone, damaged) = (try await stage.addProtected("one"), try await stage.addProtected("two"))
    try await stage.records.removeAll(of: [gone])
    let record = try #require(await stage.store.task(damaged)?.sealedText?.name)
    let records = SealedRecords(
      DamagedCredentialStore(inner: stage.credentials, damaged: [record]), state: stage.store)
    let finder = LostTextFinder(names: stage.edits.names, records: records)
    let lost = try await finder.lost()
    #expect(lost.count == 2 && lost.allSatisfy { $0.isDamaged == ($0.task.id == damaged) })

    var stores = try stores(.absent)
    stores.report.recordCount = 9
    stores.report.damaged = [CredentialFileReport.DamagedRecord(id: "0f", name: record)]
    stores.report.problems = ["a page is gone"]
    let status = try await controller(stores, lostTexts: finder).check()
    #expect(status.damaged == ["0f", "a page is gone", "text of task \(gone)"])
    #expect(status.count == 9 && status.wasChecked && status.kind == .file)
    #expect(stores.owner.events == ["checked"])
  }

  @Test("count the keyring's records only where none is damaged, and check nothing where nothing was stored")
  func checkKeyring() async throws {
    var stores = try stores(.absent)
    stores.chosen = .secretService
    #expect(try await controller(stores).check().count == 3)
    stores.damagedItems = ["/item/7"]
    let status = try await controller(stores).check()
    #expect(status.count == nil && status.damaged == ["/item/7"])
    #expect(stores.owner.events == ["checked", "counted", "checked"])
    stores.chosen = nil
    #expect(try await !controller(stores).check().wasChecked)
  }

  @Test("accept an older file first, and then forget what was noted of newer ones; the keyring has no age")
  func acceptRollback() async throws {
    let stores = try stores(.absent)
    #expect(try await controller(stores).acceptRollback().contains("is accepted"))
    #expect(stores.owner.events == ["rollback accepted", "notes forgotten", "generation forgotten"])

    let full = try self.stores(failingAt: "notes forgotten")
    await #expect(throws: RecordingOwner.fault) { try await controller(full).acceptRollback() }
    #expect(full.owner.events == ["rollback accepted", "notes forgotten"])

    var newer = try self.stores()
    newer.trouble = CredentialStoreError(.rolledBack)
    let (refused, owner) = (controller(newer), newer.owner)
    let failure = await #expect(throws: Failure.self) { try await refused.acceptRollback() }
    #expect(failure?.code == .badData && owner.events == ["rollback accepted"])

    newer.chosen = .secretService
    let keyring = controller(newer)
    let refusal = await #expect(throws: Failure.self) { try await keyring.acceptRollback() }
    #expect(refusal?.code == .usage && owner.events == ["rollback accepted"])
  }

  @Test("move everything after a fresh verification, or for a vault without an owner")
  func migrate() async throws {
    let stores = try stores()
    let conversation = try ScriptedConversation()
    let answer = try await controller(stores, configured: .secretService).migrate(to: .secretService, conversation)
    #expect(answer == "3 credentials are in secret-service now.")
    #expect(stores.owner.events == ["log migrate of several", "verify", "granted", "moved to secret-service"])
    #expect(conversation.progress.map(\.activity) == ["copying"] && conversation.progress[0].total == 3)

    let ownerless = try self.stores(.absent, hasHeader: false)
    _ = try await controller(ownerless).migrate(to: .file, conversation)
    #expect(ownerless.owner.events == ["log migrate of several", "granted", "moved to file"])
  }

  @Test("move nothing for a ticket, to a store that there is not, or against the configuration")
  func refusals() async throws {
    let conversation = try SilentConversation()
    let ticket = try stores(.holdsTicket)
    await #expect(throws: RecordingOwner.refusal) {
      try await controller(ticket).migrate(to: .secretService, conversation)
    }
    #expect(ticket.owner.events == ["log migrate of several", "verify"])

    let owned = try stores()
    let unknown = await #expect(throws: Failure.self) {
      try await controller(owned).migrate(to: .unknown, conversation)
    }
    #expect(unknown?.code == .usage && owned.owner.events.isEmpty)
    let configured = await #expect(throws: Failure.self) {
      try await controller(owned, configured: .file).migrate(to: .secretService, conversation)
    }
    #expect(configured?.code == .configuration && configured?.message == "The configuration says file.")
    #expect(owned.owner.events == ["log migrate of several", "verify", "granted"])
  }

  @Test("say why a move stopped")
  func stopped() async throws {
    var stores = try stores()
    stores.trouble = CredentialStoreError(.diskFull)
    let (controller, owner) = (controller(stores), stores.owner)
    let failure = await #expect(throws: Failure.self) {
      try await controller.migrate(to: .secretService, SilentConversation())
    }
    #expect(failure?.code == .inputOutput && owner.events.last == "moved to secret-service")
  }
}
