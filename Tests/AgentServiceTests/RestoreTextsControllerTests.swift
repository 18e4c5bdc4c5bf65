import AgentAPI
import Backup
import CredentialStore
import Foundation
import OwnerVerification
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("The request to give tasks their lost texts back")
struct RestoreTextsControllerTests {
  private func item(_ id: UUID, _ stage: ProtectedStage) async throws -> SealedItem {
    try #require(await stage.store.task(id)?.sealedText)
  }

  @Test("brings back what is gone and what was exchanged, and leaves the rest")
  func brings() async throws {
    let stage = try await ProtectedStage()
    let ids = [
      try await stage.addProtected("one"), try await stage.addProtected("two"), try await stage.addProtected("three"),
    ]
    let path = try await stage.backedUp()
    let other = try #require(try await stage.records.record(item(ids[2], stage).name))
    let exchanged = try await item(ids[1], stage).name
    try await stage.records.removeAll(of: [ids[0]])
    try await stage.records.restore { [NewRecord(name: exchanged, bytes: other)] }
    let before = stage.owner.events.count
    let answer = try await stage.restoreTexts().restoreTexts(from: path, SilentConversation())
    #expect(answer == "2 texts are back: \u{201C}Safe\u{201D}, \u{201C}Safe\u{201D}. Nothing else was changed.")
    #expect(Array(stage.owner.events[before...]) == ["log restore texts of several", "verify", "granted"])
    for (id, text) in zip(ids, ["one", "two", "three"]) { #expect(try await stage.revealed(id) == [text]) }
    let again = try await stage.restoreTexts().restoreTexts(from: path, SilentConversation())
    #expect(again == "Nothing was taken out of the backup. No protected text is lost here.")
  }

  @Test("brings back what is damaged, and tells what is not in the backup")
  func damaged() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("one")
    let path = try await stage.backedUp()
    let later = try await stage.addProtected("two")
    let names: Set = [try await item(id, stage).name, try await item(later, stage).name]
    let records = SealedRecords(
      DamagedCredentialStore(inner: stage.credentials, damaged: names), state: stage.store)
    let controller = RestoreTextsController(
      lostTexts: LostTextFinder(names: stage.edits.names, records: records), records: records, owner: stage.owner,
      access: stage.owner)
    let answer = try await controller.restoreTexts(from: path, SilentConversation())
    #expect(
      answer == "1 text is back: \u{201C}Safe\u{201D}. Nothing else was changed. 1 text is lost and not in this backup."
    )
  }

  @Test("refuses another vault's backup, and a vault without a PIN, before anybody is asked")
  func others() async throws {
    let (stage, other) = (try await ProtectedStage(), try await ProtectedStage())
    let path = try await other.backedUp()
    let failure = await #expect(throws: Failure.self) {
      try await stage.restoreTexts().restoreTexts(from: path, SilentConversation())
    }
    #expect(failure?.message == "That backup is of another vault." && stage.owner.events.isEmpty)

    let nobody = try RecordingOwner(.verifies, other.owner.owner, hasHeader: false)
    await #expect(throws: RecordingOwner.noPIN) {
      try await other.restoreTexts(nobody).restoreTexts(from: path, SilentConversation())
    }
    #expect(nobody.events.isEmpty)
  }

  @Test("brings nothing back for a ticket", arguments: [RecordingOwner.Presence.absent, .holdsTicket])
  func unverified(presence: RecordingOwner.Presence) async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("one")
    let path = try await stage.backedUp()
    try await stage.records.removeAll(of: [id])
    let other = try RecordingOwner(presence, stage.owner.owner)
    await #expect(throws: RecordingOwner.refusal) {
      try await stage.restoreTexts(other).restoreTexts(from: path, SilentConversation())
    }
    #expect(other.events == ["log restore texts of several", "verify"])
    #expect(try await stage.lostTexts.lost().map(\.task.id) == [id])
  }

  @Test("names ten of the tasks whose texts are back")
  func message() {
    #expect(RestoredTexts(back: ["Safe"], missing: 0).message.hasPrefix("1 text is back: \u{201C}Safe\u{201D}."))
    let many = RestoredTexts(back: (1...12).map { "Safe \($0)" }, missing: 3).message
    #expect(many.contains("\u{201C}Safe 10\u{201D} and 2 more."))
    #expect(many.hasSuffix("3 texts are lost and not in this backup."))
  }
}
