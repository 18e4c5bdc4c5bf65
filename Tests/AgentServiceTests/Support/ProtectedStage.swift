import AgentAPI
import CredentialStore
import Foundation
import Logging
import OwnerVerification
import SecretMemory
import StoreTesting
import Synchronization
import TaskStore
import VaultModel

@testable import AgentService

/// What the controllers of protected tasks stand on: stores in memory, and an owner who is asked.
final class ProtectedStage {
  let store = InMemoryTaskStore()
  let credentials = InMemoryCredentialStore()
  let owner: RecordingOwner
  let inbox = RecordingInbox()
  let records: SealedRecords
  let confirmed: ConfirmedTextsService
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("stage-\(UUID().uuidString)")

  convenience init(_ presence: RecordingOwner.Presence = .verifies) async throws {
    try await self.init(of: RecordingOwner(presence))
  }

  init(of owner: RecordingOwner) async throws {
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.owner = owner
    records = SealedRecords(credentials, state: store)
    let list = ConfirmedListStore(
      credentials, state: store, anchor: CounterAnchorFile(ofConfirmedTextsIn: root.path, vault: "/vault"),
      notices: NoticeQueue())
    try await list.begin(of: owner.owner)
    confirmed = ConfirmedTextsService(list, tasks: store, logger: Logger(label: "test"))
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// Where a file of that name may be; it goes with the stage.
  func path(_ name: String) -> String { root.appendingPathComponent(name).path }

  var edits: TaskEdits { TaskEdits(store) { .sample + 60 } }
  var opener: TextOpener { TextOpener(records: records, confirmed: confirmed) }
  var sealing: TextSealing {
    TextSealing(owner: owner, access: owner, confirmed: confirmed, names: edits.names, records: records)
  }
  var texts: ProtectedTaskController {
    ProtectedTaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }
  var subtasks: SubtaskController {
    SubtaskController(edits: edits, sealing: sealing, records: records, confirmed: confirmed)
  }
  var reveal: RevealController {
    RevealController(names: edits.names, access: owner, confirmed: confirmed, opener: opener, owner: owner)
  }
  var protect: ProtectController {
    ProtectController(
      tasks: store, edits: edits, sealing: sealing, records: records, confirmed: confirmed, inbox: inbox)
  }
  var unprotect: UnprotectController {
    UnprotectController(
      foreignLog: nil, edits: edits, access: owner, confirmed: confirmed, opener: opener)
  }
  var alwaysVerify: AlwaysVerifyController {
    AlwaysVerifyController(edits: edits, access: owner, confirmed: confirmed, opener: opener, records: records)
  }
  var export: ExportController {
    ExportController(tasks: store, names: edits.names, access: owner, opener: opener)
  }

  /// Adds a protected task, as somebody at a locked terminal does.
  func addProtected(_ text: String, hasSubtasks: Bool = false) async throws -> UUID {
    var draft = TaskDraft(name: "")
    draft.label = "Safe"
    let row = try await texts.add(draft, hasSubtasks: hasSubtasks, ScriptedConversation(text))
    return try await edits.names.named(row.shortID).task.id
  }

  /// What a reveal shows.
  func revealed(_ id: UUID) async throws -> [String] {
    let conversation = try ScriptedConversation()
    _ = try await reveal.reveal(id.uuidString, isFollowed: false, conversation)
    return conversation.shown
  }
}

/// An inbox that records which tasks' items were emptied.
final class RecordingInbox: InboxRedacting {
  private let redacted = Mutex<[UUID]>([])
  var tasks: [UUID] { redacted.withLock { $0 } }

  func redact(itemsOf tasks: [UUID]) -> [String] {
    redacted.withLock { $0 += tasks }
    return ["The inbox is emptied."]
  }
}
