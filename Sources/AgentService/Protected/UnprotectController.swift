internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// The request to take protection away.
struct UnprotectController: Sendable {
  /// The log of a ``TaskStore/ForeignTaskStore``, whose operations keep former states of its files; nil for another store's.
  let foreignLog: (any OperationsLog)?
  let edits: TaskEdits
  let access: any OwnerAccessing
  let confirmed: ConfirmedTextsService
  let opener: TextOpener

  /// Opens the seals for good. Asks for the PIN or the recovery code, whatever tickets there are.
  func unprotect(_ references: [String], _ conversation: any Conversation) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references).map(\.task)
    let sealed = named.filter(\.isProtected)
    guard !sealed.isEmpty else { return try await edits.report("unchanged", named, notes: ["Nothing was sealed."]) }
    try await access.askForPassphrase(conversation)
    let locks = conversation.lockCount
    let (changes, owner) = try await access.open("unprotect", sealed.count == 1 ? sealed[0].id : nil, conversation) {
      () throws(Failure) in
      let owner = try await access.verifyAfresh(conversation)
      var changes: [TaskChange] = []
      for task in sealed {
        let current = try await edits.names.current(task)
        changes.append(TaskChange(before: current, after: try await opener.opened(current, owner)))
      }
      return (changes, owner)
    }
    var former = CalendarSnapshots(changes.compactMap(\.id))
    try await find(&former, owner)
    guard conversation.lockCount == locks else { throw .lockedMeanwhile }
    let operation = try await edits.apply(former.attached(to: changes), as: "unprotect", at: edits.now())
    try await confirmed.removeConfirmed(changes.flatMap(\.droppedItems), of: owner)
    // They were verified for this.
    await confirmed.recordAskingNoMore(changes.flatMap(\.droppedItems), by: owner)
    let notes = try await edits.names.unconfirmedNotes(changes.compactMap(\.before)) + former.notes
    return try await edits.report("unprotect", changes.compactMap(\.after), notes: notes, operation: operation)
  }

  /// Looks for what protecting took away: it is sealed with the operation as long as that can be taken back.
  private func find(_ former: inout CalendarSnapshots, _ owner: OwnerService.Verified) async throws(Failure) {
    guard let foreignLog else { return }
    let operations = try await TaskStoreError.asFailure(await foreignLog.history(UndoPolicy.operationCount))
    for operation in operations where former.concerns(operation) {
      guard case .sealed = operation.record else { continue }
      do throws(Failure) { former.ingest(try operation.changes(openedBy: owner)) } catch {
        former.lose(operation, error)
      }
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to unprotect: UnprotectController) {
    on(UnprotectTasks.self) { (request, conversation) throws(Failure) in
      try await unprotect.unprotect(request.tasks, conversation)
    }
  }
}
