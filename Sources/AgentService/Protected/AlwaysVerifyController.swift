internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// The request that texts ask at every reveal, or no more.
struct AlwaysVerifyController: Sendable {
  let edits: TaskEdits
  let access: any OwnerAccessing
  let confirmed: ConfirmedTextsService
  let opener: TextOpener
  let records: SealedRecords

  /// Changes whether protected texts ask at every reveal. A seal says so itself, lest a changed task store makes it ask less
  /// often; so the texts are sealed anew. What takes the question away is asked for as a reveal is: whatever tickets there are.
  func setAlwaysVerify(
    _ isOn: Bool, of references: [String], _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references).map(\.task)
    guard named.allSatisfy(\.isProtected) else {
      throw Failure(
        .usage, "Only a protected task asks before it shows its text.",
        hint: "Protect it first: vault protect TASK --always-verify")
    }
    let changing = named.filter { $0.alwaysVerify != isOn }
    guard !changing.isEmpty else { return try await edits.report("unchanged", named) }
    try await access.askForPassphrase(conversation)
    let subject = changing.count == 1 ? changing[0].id : nil
    let (changes, new, owner) = try await access.open("edit", subject, conversation) { () throws(Failure) in
      let unlock = try await unlocked(toChangeAsking: changing, isOn, conversation)
      var sealer = TextSealer(unlock.owner)
      var changes: [TaskChange] = []
      for task in changing {
        let before = try await edits.names.current(task)
        let after = try await resealed(before, alwaysVerify: isOn, of: unlock, with: &sealer)
        changes.append(TaskChange(before: before, after: after))
      }
      guard conversation.lockCount == unlock.locks else { throw Failure.lockedMeanwhile }
      return (changes, sealer.records, unlock.owner)
    }
    let operation = try await records.storing(new) { () throws(Failure) in
      try await edits.apply(changes, as: "edit", at: edits.now())
    }
    await confirmed.recordAsking(changes.compactMap(\.after), by: owner, wasAsked: !isOn)
    return try await edits.report("edit", changes.compactMap(\.after), operation: operation)
  }

  /// Asks afresh where the question is taken away, and where a row says that its text does not ask and the owner has said that it does.
  private func unlocked(
    toChangeAsking tasks: [TodoTask], _ isOn: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerService.Unlock {
    let unlock = try await access.unlocked(conversation, always: !isOn)
    guard !unlock.wasVerified else { return unlock }
    for task in tasks where try await confirmed.asksAlways(task, unlock.owner) {
      return try await access.unlocked(conversation, always: true)
    }
    return unlock
  }

  private func resealed(
    _ task: TodoTask, alwaysVerify: Bool, of unlock: OwnerService.Unlock, with sealer: inout TextSealer
  ) async throws(Failure) -> TodoTask {
    var after = task
    (after.alwaysVerify, after.modifiedAt) = (alwaysVerify, edits.now())
    var seals: [UUID: SealReference] = [:]
    for item in task.sealedItems {
      let version = try await records.nextFreeVersion(of: item.id, after: item.seal.version)
      let text = try await opener.open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
      // Nobody was shown it here: what is not confirmed yet stays so.
      let unconfirmed = try await confirmed.isConfirmed(item, of: unlock.owner) ? nil : item.seal
      seals[item.id] = try sealer.seal(text, id: item.id, version: version, in: after, unconfirmed: unconfirmed)
    }
    after.seal = seals[task.id]
    for index in after.subtasks.indices { after.subtasks[index].seal = seals[after.subtasks[index].id] }
    return after
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to asking: AlwaysVerifyController) {
    on(SetAlwaysVerify.self) { (request, conversation) throws(Failure) in
      try await asking.setAlwaysVerify(request.isOn, of: request.tasks, conversation)
    }
  }
}
