import AgentAPI
import Foundation
import OwnerVerification
import StoreTesting
import Synchronization
import TaskStore
import Testing
import VaultModel

@testable import AgentService

/// Whose ways to prove who they are change, and who locks: each call is recorded among what the owner is asked.
private struct RecordingManager: OwnerManaging, VaultLocking, EverywhereUnlocking {
  let access: RecordingOwner
  let timeoutSeconds = 300

  func setPIN(_ conversation: any Conversation, recovery: Bool, confirm: Bool) throws(Failure) -> String {
    try access.step("set, recovery \(recovery), confirmed \(confirm)")
    return "A guess costs 1 s."
  }

  func changePIN(_ conversation: any Conversation) throws(Failure) -> String {
    try access.step("change")
    return "A guess costs 2 s."
  }

  func removePIN(_ conversation: any Conversation) throws(Failure) { try access.step("remove") }
  func createRecoveryCode(_ conversation: any Conversation) throws(Failure) { try access.step("code") }

  func use(_ method: OwnerHeader.Method, _ conversation: any Conversation) throws(Failure) {
    try access.step("use \(method)")
  }

  func lock(_ reason: LockReason) { access.record("lock \(reason)") }
  func forgetWrapped() { access.record("forget") }

  func askForPassphrase(_ conversation: any Conversation) throws(Failure) {
    try access.askForPassphrase(conversation)
  }

  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value { try await access.log(action, task, conversation, body) }

  func unlocked(_ conversation: any Conversation, always: Bool) throws(Failure) -> OwnerService.Unlock {
    try access.unlocked(conversation, always: always)
  }

  func unlocked(
    _ conversation: any Conversation, always: Bool, everywhere: Bool
  ) throws(Failure) -> OwnerService.Unlock {
    access.record("everywhere \(everywhere)")
    return try access.unlocked(conversation, always: always)
  }

  func verifyAfresh(_ conversation: any Conversation) throws(Failure) -> OwnerService.Verified {
    try access.verifyAfresh(conversation)
  }
}

@Suite("Requests about the owner's ways to prove who they are")
struct OwnerControllerTests {
  private func controller(_ owner: RecordingOwner) -> OwnerController {
    OwnerController(owner: RecordingManager(access: owner), access: owner)
  }

  @Test("stand in the access log, and say what was done and what a guess costs")
  func changes() async throws {
    let owner = try RecordingOwner()
    let conversation = try ScriptedConversation()
    let set = try await controller(owner).setPIN(recovery: true, confirm: false, conversation)
    #expect(set == "The PIN is set. A guess costs 1 s.")
    #expect(try await controller(owner).changePIN(conversation) == "The PIN is changed. A guess costs 2 s.")
    #expect(try await controller(owner).removePIN(conversation).contains("the recovery code unlocks"))
    #expect(try await controller(owner).createRecoveryCode(conversation).contains("destroy those"))
    #expect(
      owner.events == [
        "log pin set of several", "set, recovery true, confirmed false", "granted",
        "log pin change of several", "change", "granted", "log pin remove of several", "remove", "granted",
        "log recovery create of several", "code", "granted",
      ])
  }

  @Test("choose the system or the PIN")
  func methods() async throws {
    let owner = try RecordingOwner()
    let system = try await controller(owner).useVerification(.pam, ScriptedConversation())
    #expect(system.contains("the first unlock of a session takes the PIN"))
    #expect(try await controller(owner).useVerification(.pin, ScriptedConversation()).hasPrefix("The PIN unlocks"))
    #expect(owner.events.filter { $0.hasPrefix("use") } == ["use system", "use pin"])
  }

  @Test("that fail are not told as done")
  func failures() async throws {
    let owner = try RecordingOwner(failingAt: "change")
    await #expect(throws: RecordingOwner.fault) { _ = try await controller(owner).changePIN(ScriptedConversation()) }
    #expect(owner.events == ["log pin change of several", "change"])
  }
}

@Suite("Requests to unlock and to lock")
struct LockControllerTests {
  private func controller(_ owner: RecordingOwner) -> LockController {
    LockController(owner: RecordingManager(access: owner), access: RecordingManager(access: owner))
  }

  @Test("verify the owner for every terminal, and say when it locks")
  func unlocks() async throws {
    let owner = try RecordingOwner(.verifies)
    let said = try await controller(owner).unlock(everywhere: true, ScriptedConversation())
    #expect(said == "Unlocked. It locks 300 s after the last reveal, or with vault lock.")
    #expect(owner.events == ["log unlock of several", "everywhere true", "unlock", "granted"])
  }

  @Test("whom nobody verifies unlocks nothing")
  func refusal() async throws {
    let owner = try RecordingOwner()
    await #expect(throws: RecordingOwner.refusal) {
      _ = try await controller(owner).unlock(everywhere: true, ScriptedConversation())
    }
    #expect(!owner.events.contains("granted"))
  }

  @Test("lock without a question, forget the kept key only when asked to, and lock before the end")
  func locks() async throws {
    let owner = try RecordingOwner()
    #expect(await controller(owner).lock(forget: false) == "Locked.")
    #expect(await controller(owner).lock(forget: true).contains("takes the PIN or the recovery code"))
    #expect(await controller(owner).stop() == "The agent has locked and ends.")
    #expect(owner.events == ["lock command", "lock command", "forget", "lock stopping"])
  }
}

@Suite("Requests about settings that weaken a guard")
struct SettingsControllerTests {
  /// An owner whose word is kept.
  private final class Confirming: SettingsConfirming {
    private let word = Mutex(OwnerConfirmation.given(ConfirmedSettings()))

    func claimedWord() -> OwnerConfirmation { word.withLock { $0 } }

    func confirm(_ settings: ConfirmedSettings, _ conversation: any Conversation) throws(Failure) {
      word.withLock { $0 = .given(settings) }
    }
  }

  private func controller(_ owner: Confirming, _ access: RecordingOwner, seconds: Int) throws -> SettingsController {
    var asked = VaultSettings.defaults
    asked.unlockTimeoutSeconds = seconds
    return SettingsController(policy: try SettingsPolicy(asked), owner: owner, access: access)
  }

  @Test("name what the PIN is given for before it is asked for, and have it count from then on")
  func confirms() async throws {
    let (owner, access) = (Confirming(), try RecordingOwner())
    let conversation = try ScriptedConversation()
    let controller = try controller(owner, access, seconds: 3600)
    func timeout() async -> SettingRow? { await controller.rows().first { $0.key == "unlock-timeout" } }
    let before = await timeout()
    #expect(before?.value == "300" && before?.asked == "3600")
    #expect(try await controller.confirm(conversation).hasPrefix("Confirmed."))
    #expect(conversation.told == ["To be confirmed: unlock-timeout 3600"])
    #expect(access.events == ["log settings confirm of several", "granted"])
    let after = await timeout()
    #expect(after?.value == "3600" && after?.isConfirmed == true)
  }

  @Test("say so where nothing is set that needs it")
  func nothing() async throws {
    let conversation = try ScriptedConversation()
    _ = try await controller(Confirming(), try RecordingOwner(), seconds: 300).confirm(conversation)
    #expect(conversation.told == ["Nothing is set that needs it; what you confirmed before counts no more."])
  }
}

@Suite("The request to take tasks in")
struct ImportControllerTests {
  private func imported(_ text: String, to stage: ProtectedStage) async throws -> String {
    let controller = ImportController(
      tasks: stage.store, edits: stage.edits, sealing: stage.sealing, records: stage.records,
      confirmed: stage.confirmed)
    return try await controller.importTasks(from: nil, format: "todotxt", ScriptedConversation(text, ""))
  }

  @Test("takes a file part by part, as one operation, and says what became of it")
  func takesIn() async throws {
    let stage = try await ProtectedStage()
    let said = try await imported("Buy milk +home\nCall Ada @phone\n", to: stage)
    #expect(said.hasPrefix("2 tasks are added, 0 brought up to date, 0 left as they are."))
    #expect(Set(await stage.store.all().compactMap(\.name)) == ["Buy milk", "Call Ada"])
    #expect(await stage.store.history(5).count == 1)
    #expect(stage.owner.events.isEmpty, "nobody is asked for what is not protected")
  }

  @Test("changes nothing where the file can't be read")
  func refuses() async throws {
    let stage = try await ProtectedStage()
    let controller = ImportController(
      tasks: stage.store, edits: stage.edits, sealing: stage.sealing, records: stage.records,
      confirmed: stage.confirmed)
    let failure = await #expect(throws: Failure.self) {
      _ = try await controller.importTasks(from: nil, format: "json", ScriptedConversation("{", ""))
    }
    #expect(failure?.code == .badData)
    #expect(await stage.store.all().isEmpty)
  }
}
