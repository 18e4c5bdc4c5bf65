internal import AgentAPI
internal import CredentialStore
internal import FoundationEssentials
internal import LinuxSystem
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func addProtected(
    _ draft: TaskDraft, hasSubtasks: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    guard draft.name.isEmpty, draft.notes == nil, draft.subtasks.isEmpty else { throw .protectedArgument }
    let now = Date()
    try TaskRules.check(new: draft.destruction, at: now)
    var sealer = try await sealer(conversation)
    var task = TodoTask(
      id: UUID(), label: draft.label ?? TodoTask.standardLabel, seal: SealReference(version: 0, digest: []),
      alwaysVerify: draft.alwaysVerify, createdAt: now)
    draft.take(into: &task)
    try TaskRules.check(task)
    if let rule = task.recurrence { try Recurrence.check(rule, from: task.dueDate ?? now) }
    let text = try await askForText("Protected text", conversation)
    // What comes from a terminal that is unlocked is the owner's; anything else they have yet to confirm.
    sealer = sealer.marking(await keeper.unlockHeld(by: conversation)?.owner)
    try await seal(text, hasSubtasks: hasSubtasks, into: &task, with: &sealer)
    try await records.storing(sealer.records) { [task] () throws(Failure) in
      try await edits.apply([TaskChange(before: nil, after: task)], as: "add", at: now)
    }
    await noteSealed(task.sealedItems, by: sealer.owner)
    await noteSteps(of: [task], by: sealer.owner)
    return .task(try await names.row(task))
  }

  /// Asks for a new text in place of the old one, which stays until that can't be taken back any more.
  func editText(
    of reference: String, hasSubtasks: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let task = try await names.named(reference).task
    guard task.isProtected else {
      throw Failure(.usage, "That task is not protected.", hint: "Change it with vault edit TASK --name or --notes.")
    }
    let unlocked = try await ownersSealer(for: task, conversation)
    var sealer = unlocked.sealer
    let text = try await askForText(
      "New text of \(task.label ?? TodoTask.standardLabel)", conversation, unlessLockedSince: unlocked.locks)
    var after = unlocked.task
    after.modifiedAt = Date()
    try await seal(text, hasSubtasks: hasSubtasks, into: &after, with: &sealer)
    try TaskRules.check(after)
    try await records.storing(sealer.records) { [after] () throws(Failure) in
      try await edits.apply([TaskChange(before: unlocked.task, after: after)], as: "edit", at: after.modifiedAt)
    }
    await noteSealed(after.sealedItems.filter(\.seal.hasOwnersMark), by: sealer.owner)
    if hasSubtasks { await noteSteps(of: [after], by: sealer.owner) }
    return try await edits.report("edit", [after])
  }

  /// Seals the text, and its steps where it has some, as the next versions of a task's items.
  private func seal(
    _ text: SharedSecret, hasSubtasks: Bool, into task: inout TodoTask, with sealer: inout TextSealer
  ) async throws(Failure) {
    let version = try await records.nextFreeVersion(of: task.id, after: task.seal?.version ?? 0)
    guard hasSubtasks else {
      task.seal = try sealer.seal(text, id: task.id, version: version, in: task)
      return
    }
    let list: ChecklistText
    do { list = try ChecklistText(parsing: text.bytes) } catch {
      throw Failure(.tryLater, "There is not enough memory.")
    }
    task.seal = try sealer.seal(list.body, id: task.id, version: version, in: task)
    var steps: [TodoSubtask] = []
    for step in list.steps {
      // A step that was there keeps its place, its date and its reminder; a text says nothing of those.
      var subtask =
        steps.count < task.subtasks.count ? task.subtasks[steps.count] : TodoSubtask(id: UUID(), name: nil)
      subtask.isDone = step.isDone
      subtask.seal = try sealer.seal(
        step.name, id: subtask.id,
        version: try await records.nextFreeVersion(of: subtask.id, after: subtask.seal?.version ?? 0),
        in: task)
      steps.append(subtask)
    }
    task.subtasks = steps
  }
}

// MARK: Revealing

extension VaultAgent {
  /// - Parameter isFollowed: whether the client asks for another text next; what it was shown is confirmed with the last. Nil
  ///   where it does not say what is not confirmed, and then confirms nothing.
  func reveal(
    _ reference: String?, isFollowed: Bool?, _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    let wanted: [NamedTask]
    if let reference {
      let named = try await names.named(reference)
      guard named.task.isProtected else {
        throw Failure(.usage, "That task is not protected.", hint: "Read it with vault show.")
      }
      wanted = [named]
    } else {
      wanted = try await names.withShortIDs(try await names.sealed())
      guard !wanted.isEmpty else { return .done(message: "There are no protected tasks.") }
    }
    for (index, named) in wanted.enumerated() {
      let remaining = wanted.count - index - 1
      try await show(named, remaining: remaining, isFollowed: isFollowed.map { $0 || remaining > 0 }, conversation)
    }
    return .done(message: "")
  }

  /// Shows one text, once the access log says so: what can't be written down is not shown. What the owner was shown they have
  /// confirmed.
  private func show(
    _ named: NamedTask, remaining: Int, isFollowed: Bool?, _ conversation: any Conversation
  ) async throws(Failure) {
    let (text, task, unlock) = try await log("reveal", named.task.id, conversation) { () throws(Failure) in
      var unlock = try await unlocked(conversation, always: named.task.alwaysVerify)
      // The unlock may have confirmed what was shown before.
      let isMarked = named.task.sealedItems.allSatisfy(\.seal.hasOwnersMark)
      let task = isMarked ? named.task : try await names.current(named.task)
      if !unlock.wasVerified, try await asksAlways(task, unlock.owner) {
        unlock = try await unlocked(conversation, always: true)
      }
      let text = try await wholeText(of: task, unlock)
      guard conversation.lockCount == unlock.locks else { throw Failure.lockedMeanwhile }
      return (text, task, unlock)
    }
    try await tellOfChangedSteps(of: task, named.shortID, unlock, conversation)
    let row = TaskRow(shortID: named.shortID, task: task)
    let notice = SecretNotice(kind: .protectedText, task: row, remaining: remaining)
    try await conversation.show(text, as: notice, unlessLockedSince: unlock.locks)
    await keeper.noteReveal()
    guard let isFollowed, conversation.lockCount == unlock.locks else { return }
    await noteShown(task, to: unlock.owner, isFollowed: isFollowed)
  }

  /// The steps of a text are texts of their own, and anybody who writes the vault's files can take some away or move them.
  private func tellOfChangedSteps(
    of task: TodoTask, _ shortID: String, _ unlock: OwnerService.Unlock, _ conversation: any Conversation
  ) async throws(Failure) {
    let texts = try await credentials.confirmedList(of: unlock.owner).texts
    guard texts.items.contains(task.id), texts.steps[task.id] != task.steps else { return }
    try await conversation.tell(
      "\(shortID): its steps are not those that you were shown last: some were added, taken away or moved.",
      unlessLockedSince: unlock.locks)
  }

  /// A protected task's text with its steps, as people read it.
  func wholeText(of task: TodoTask, _ unlock: OwnerService.Unlock) async throws(Failure) -> SharedSecret {
    guard let item = task.sealedText else { throw Failure(.badData, "This task is not protected.") }
    let body = try await open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
    guard !task.subtasks.isEmpty else { return body }
    var steps: [ChecklistText.Step] = []
    for subtask in task.subtasks {
      guard let seal = subtask.seal else { throw Failure(.badData, "A step of this task is not sealed.") }
      let item = SealedItem(subtask.id, seal, in: task)
      let name = try await open(item, of: unlock.owner, wasAsked: unlock.wasVerified)
      steps.append(ChecklistText.Step(name: name, isDone: subtask.isDone))
    }
    do { return SharedSecret(try ChecklistText(body: body, steps: steps).joined()) } catch {
      throw Failure(.tryLater, "There is not enough memory.")
    }
  }

  /// A sealed text, whose record is proven to be the one its task refers to; one that the owner has confirmed is the very one.
  ///
  /// - Parameter wasAsked: whether the owner was verified for it just now: nothing else opens a text that asks every time, whatever
  ///   its row said when it was read first.
  func open(
    _ item: SealedItem, of owner: OwnerService.Verified, wasAsked: Bool
  ) async throws(Failure) -> SharedSecret {
    _ = try await isConfirmed(item, of: owner)
    if !wasAsked {
      let asks = try await credentials.confirmedList(of: owner).texts.asking.contains(item.id)
      guard !item.alwaysVerify, !asks else { throw .changedMeanwhile }
    }
    return try await records.opening(item) { (record) throws(Failure) in
      do throws(OwnerVerificationError) {
        return SharedSecret(
          try ProtectedRecord.open(
            record, digest: item.seal.digest, as: item.context(owner.header.vaultID), by: owner.verified))
      } catch { throw Failure(error) }
    }
  }

  /// The owner's key, by ticket or verification. After a verification the list of confirmed texts is read and proven; the texts
  /// themselves are not. An unlock opens a chapter of the access log, before anything is written down of it.
  func unlocked(
    _ conversation: any Conversation, always: Bool = false, everywhere: Bool = false
  ) async throws(Failure) -> OwnerService.Unlock {
    let unlock = try await keeper.unlock(conversation, always: always, everywhere: everywhere)
    if unlock.wasVerified {
      do throws(Failure) {
        if unlock.wasLocked {
          for notice in try await book.openChapter(of: unlock.owner) { credentials.tellOwner(notice) }
        }
        try await proveList(of: unlock.owner)
      } catch {
        // What is told, and logged, as refused must not leave the vault open.
        await keeper.lock(.command)
        throw error
      }
      await tellTextsOfOthers(than: unlock.owner)
    }
    return unlock
  }
}
