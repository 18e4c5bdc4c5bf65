import AgentAPI
import Foundation
import Localization
import OwnerVerification
import ServerClient
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

  func setPIN(_ conversation: any Conversation, recovery: Bool, confirm: Bool) throws(Failure) -> LocalizedText {
    try access.step("set, recovery \(recovery), confirmed \(confirm)")
    return "A guess costs 1 s."
  }

  func changePIN(_ conversation: any Conversation) throws(Failure) -> LocalizedText {
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

  @Test("take PINs as long as clients are told that they have to be")
  func shortestPIN() { #expect(PINPolicy.minimumCharacterCount == AgentProtocol.minimumPINCharacterCount) }

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
    let said = try await controller(owner).unlock(everywhere: true, goesOn: false, ScriptedConversation())
    #expect(said == "Unlocked. It locks 300 s after the last reveal, or with vault lock.")
    #expect(owner.events == ["log unlock of several", "everywhere true", "unlock", "granted"])
  }

  @Test("whom nobody verifies unlocks nothing")
  func refusal() async throws {
    let owner = try RecordingOwner()
    await #expect(throws: RecordingOwner.refusal) {
      _ = try await controller(owner).unlock(everywhere: true, goesOn: false, ScriptedConversation())
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

@Suite("Requests about settings")
struct SettingsControllerTests {
  /// Where a configuration file lies that goes with the test.
  private final class Place {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("vault-settings-\(UUID().uuidString)").path

    var text: String? { try? String(contentsOfFile: file, encoding: .utf8) }

    func write(_ text: String) throws { try text.write(toFile: file, atomically: false, encoding: .utf8) }

    deinit { unlink(file) }
  }

  private let place = Place()

  /// An owner whose word is kept.
  private final class Confirming: SettingsConfirming {
    private let word = Mutex(OwnerConfirmation.given(ConfirmedSettings()))
    private let refuses: Bool

    init(refuses: Bool = false) { self.refuses = refuses }

    func claimedWord() -> OwnerConfirmation { word.withLock { $0 } }

    func confirm(
      _ conversation: any Conversation, _ update: @escaping @Sendable (inout ConfirmedSettings) -> Void
    ) throws(Failure) {
      if refuses { throw RecordingOwner.refusal }
      word.withLock { word in
        guard case .given(var settings) = word else { return }
        update(&settings)
        word = .given(settings)
      }
    }
  }

  private func controller(_ owner: Confirming, _ access: RecordingOwner, seconds: Int) throws -> SettingsController {
    var asked = VaultSettings.defaults
    asked.unlockTimeoutSeconds = seconds
    return SettingsController(
      policy: try SettingsPolicy(asked), owner: owner, access: access,
      file: ConfigurationFile(path: place.file, environment: [:]))
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

extension SettingsControllerTests {
  private func changing(
    _ key: String, _ value: String?, _ owner: Confirming = Confirming(), _ asked: VaultSettings = .defaults
  ) async throws -> [String] {
    let access = try RecordingOwner()
    let controller = SettingsController(
      policy: try SettingsPolicy(asked), owner: owner, access: access,
      file: ConfigurationFile(path: place.file, environment: [:]))
    _ = try await controller.change(ChangeSetting(key: key, value: value), ScriptedConversation())
    return access.events
  }

  @Test("change one key, and leave what else stands in the file as it is")
  func changes() async throws {
    try place.write(#"{"unknown": 1.50, "log-level":"debug", "inbox-days": 30}"#)
    #expect(try await changing("quiet-hours", "22:00-07:00").isEmpty, "nobody is asked for what weakens nothing")
    #expect(try await changing("inbox-days", "40").isEmpty)
    #expect(
      place.text
        == "{\n  \"unknown\": 1.50,\n  \"log-level\": \"debug\",\n  \"quiet-hours\": \"22:00-07:00\",\n  \"inbox-days\": 40\n}\n"
    )
    #expect(try await changing("log-level", nil).isEmpty)
    #expect(place.text?.contains("log-level") == false)
  }

  @Test("make the file where there is none")
  func makes() async throws {
    #expect(try await changing("unlock-timeout", "60").isEmpty)
    #expect(place.text == "{\n  \"unlock-timeout\": 60\n}\n")
  }

  @Test("have the owner confirm what weakens a guard, and nothing that somebody else has set")
  func confirmsOneKey() async throws {
    var asked = VaultSettings.defaults
    asked.serverURL = "https://other.example.org"
    let owner = Confirming()
    #expect(
      try await changing("unlock-timeout", "3600", owner, asked) == ["log settings confirm of several", "granted"])
    var expected = ConfirmedSettings()
    expected.unlockTimeoutSeconds = 3600
    #expect(owner.claimedWord() == .given(expected))
    #expect(try await changing("unlock-timeout", "1800", owner).isEmpty, "the owner has confirmed more than that")
  }

  @Test("have the owner confirm that windows keep a text while another one is in front, and not that they hide it")
  func confirmsKeeping() async throws {
    let owner = Confirming()
    #expect(try await changing("hide-when-left", "off", owner) == ["log settings confirm of several", "granted"])
    var expected = ConfirmedSettings()
    expected.keepsLeftTexts = true
    #expect(owner.claimedWord() == .given(expected))
    #expect(try await changing("hide-when-left", "on", owner).isEmpty)
  }

  @Test("have the owner confirm another server than that of the stored login, and no other")
  func confirmsServer() async throws {
    let (owner, access) = (Confirming(), try RecordingOwner())
    let policy = try SettingsPolicy(.defaults)
    _ = policy.resolve(stored: try ServerOrigin("https://a.example.org"), owner.claimedWord())
    let controller = SettingsController(
      policy: policy, owner: owner, access: access, file: ConfigurationFile(path: place.file, environment: [:]))
    func set(_ server: String?) async throws {
      _ = try await controller.change(ChangeSetting(key: "server-url", value: server), ScriptedConversation())
    }
    try await set("https://a.example.org")
    try await set(nil)
    #expect(access.events.isEmpty && owner.claimedWord() == .given(ConfirmedSettings()))
    try await set("https://b.example.org")
    #expect(access.events == ["log settings confirm of several", "granted"])
    guard case .given(let confirmed) = owner.claimedWord() else { return }
    #expect(confirmed.server != nil && confirmed.authorities == nil && confirmed.unlockTimeoutSeconds == 0)
  }

  @Test("write nothing where the owner refuses")
  func refused() async throws {
    let owner = Confirming(refuses: true)
    await #expect(throws: Failure.self) { _ = try await changing("unlock-timeout", "3600", owner) }
    #expect(place.text == nil)
  }

  @Test("say that the owner has confirmed a value that could not be written then")
  func confirmedAndUnwritten() async throws {
    // What is replaced is written beside it first, where a directory lies now.
    let taken = place.file + ".new"
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: taken) }
    let failure = await #expect(throws: Failure.self) { _ = try await changing("unlock-timeout", "3600") }
    #expect(failure?.message.hasSuffix("You have confirmed the value, which is not set.") == true)
    #expect(failure?.hint.contains("vault settings confirm") == true)
  }

  @Test(
    "refuse a value that a key does not take, and keys that are not changed this way",
    arguments: [
      ("unlock-timeout", "5"), ("unlock-timeout", "1e3"), ("unlock-timeout", "300}"), ("quiet-hours", "later"),
      ("inbox-days", ""),
      ("server-url", "ftp://example.org"), ("log-level", "LOUD"), ("task-store", "icalendar"),
      ("credential-store", "file"), ("file-key", "passphrase"), ("ca-file", "/etc/passwd"), ("calendar-dir", "/tmp"),
      ("no-such-key", "1"), ("quiet-hours", String(repeating: "2", count: 2000)),
    ])
  func refuses(_ key: String, _ value: String) async throws {
    try place.write("{}")
    await #expect(throws: Failure.self) { _ = try await changing(key, value) }
    #expect(place.text == "{}")
    #expect(!FileManager.default.fileExists(atPath: place.file + ".trial"))
  }

  @Test("refuse what the environment sets, and a file that is a link or no JSON")
  func refusesPlaces() async throws {
    var asked = VaultSettings.defaults
    asked.sources[.quietHours] = .environment
    await #expect(throws: Failure.self) { _ = try await changing("quiet-hours", "off", Confirming(), asked) }
    try place.write("not JSON")
    await #expect(throws: Failure.self) { _ = try await changing("quiet-hours", "off") }
    #expect(place.text == "not JSON")
    unlink(place.file)
    try FileManager.default.createSymbolicLink(atPath: place.file, withDestinationPath: "/nowhere/config.json")
    await #expect(throws: Failure.self) { _ = try await changing("quiet-hours", "off") }
    #expect(place.text == nil)
  }
}

@Suite("The request to take tasks in")
struct ImportControllerTests {
  private func imported(_ text: String, to stage: ProtectedStage) async throws -> Acknowledgement {
    let controller = ImportController(
      tasks: stage.store, edits: stage.edits, sealing: stage.sealing, records: stage.records,
      confirmed: stage.confirmed)
    return try await controller.importTasks(from: nil, format: "todotxt", ScriptedConversation(text, ""))
  }

  @Test("takes a file part by part, as one operation, and says what became of it")
  func takesIn() async throws {
    let stage = try await ProtectedStage()
    let said = try await imported("Buy milk +home\nCall Ada @phone\n", to: stage)
    #expect(said.message == "Imported 2 tasks.", "nothing is said of what did not happen")
    #expect(Set(await stage.store.all().compactMap(\.name)) == ["Buy milk", "Call Ada"])
    #expect(await stage.store.history(5).map(\.id) == [said.operation])
    #expect(stage.owner.events.isEmpty, "nobody is asked for what is not protected")
  }

  @Test(
    "takes what one operation can't hold in the order of the ids, so that each writes to a part of the store of its own"
  )
  func takesInOrder() async throws {
    let stage = try await ProtectedStage()
    let lines = (0...10_000).map { "Task \($0)\n" }.joined()
    let said = try await imported(lines, to: stage)
    #expect(said.message.hasPrefix("Imported 10001 tasks.") && said.operation == nil)
    let operations = await stage.store.history(5).sorted { $0.id < $1.id }
    #expect(operations.map(\.tasks.count) == [10_000, 1])
    let (first, second) = (try #require(operations[0].tasks.max()), try #require(operations[1].tasks.min()))
    #expect(first < second)
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
