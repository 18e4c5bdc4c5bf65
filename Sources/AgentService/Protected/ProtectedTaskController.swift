internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// The requests that give a task a protected text.
struct ProtectedTaskController: Sendable {
  let edits: TaskEdits
  let sealing: TextSealing
  let records: SealedRecords
  let confirmed: ConfirmedTextsService

  /// Adds a protected task, whose text is asked for.
  func add(
    _ draft: TaskDraft, hasSubtasks: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> TaskRow {
    guard !draft.hasText else { throw .protectedArgument }
    let now = edits.now()
    try TaskRules.check(new: draft.destruction, at: now)
    var sealer = try await sealing.sealer(conversation)
    var task = TodoTask(
      id: UUID(), label: draft.label ?? TodoTask.standardLabel, seal: SealReference(version: 0, digest: []),
      alwaysVerify: draft.alwaysVerify, createdAt: now)
    draft.apply(to: &task)
    try TaskRules.check(task)
    if let rule = task.recurrence { try Recurrence.check(rule, from: task.dueDate ?? now) }
    let text = try await sealing.askForText("Protected text", conversation)
    // What comes from a terminal that is unlocked is the owner's; anything else they have yet to confirm.
    sealer = sealer.marking(await sealing.owner.unlockHeld(by: conversation)?.owner)
    try await sealing.seal(text, hasSubtasks: hasSubtasks, into: &task, with: &sealer)
    let row = try await records.storing(sealer.records) { [task] () throws(Failure) in
      try await edits.add(task, at: now)
    }
    await confirmed.recordSealed(task.sealedItems, by: sealer.owner)
    await confirmed.recordSteps(of: [task], by: sealer.owner)
    return row
  }

  /// Asks for a new text in place of the old one, which stays until that can't be taken back any more.
  func editText(
    of reference: String, hasSubtasks: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let task = try await edits.names.named(reference).task
    guard task.isProtected else {
      throw Failure(.usage, "That task is not protected.", hint: "Change it with vault edit TASK --name or --notes.")
    }
    let unlocked = try await sealing.ownersSealer(for: task, conversation)
    var sealer = unlocked.sealer
    let text = try await sealing.askForText(
      "New text of \(task.label ?? TodoTask.standardLabel)", conversation, unlessLockedSince: unlocked.locks)
    var after = unlocked.task
    after.modifiedAt = edits.now()
    try await sealing.seal(text, hasSubtasks: hasSubtasks, into: &after, with: &sealer)
    try TaskRules.check(after)
    let operation = try await records.storing(sealer.records) { [after] () throws(Failure) in
      try await edits.apply([TaskChange(before: unlocked.task, after: after)], as: "edit", at: after.modifiedAt)
    }
    await confirmed.recordSealed(after.sealedItems.filter(\.seal.hasOwnerMAC), by: sealer.owner)
    if hasSubtasks { await confirmed.recordSteps(of: [after], by: sealer.owner) }
    return try await edits.report("edit", [after], operation: operation)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to protected: ProtectedTaskController) {
    on(AddProtectedTask.self) { (request, conversation) throws(Failure) in
      try await protected.add(request.draft, hasSubtasks: request.hasSubtasks, conversation)
    }
    on(EditText.self) { (request, conversation) throws(Failure) in
      try await protected.editText(of: request.task, hasSubtasks: request.hasSubtasks, conversation)
    }
  }
}
