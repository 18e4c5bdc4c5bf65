internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Seals the texts of ordinary tasks. Needs no PIN: like adding, it only takes something out of sight.
  func protect(
    _ references: [String], label: String?, alwaysVerify: Bool, _ destruction: Destruction?,
    _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await names.named(references).map(\.task)
    let open = named.filter { !$0.isProtected }
    if open.count < named.count, label != nil || alwaysVerify || destruction != nil { throw Self.sealedBefore }
    guard !open.isEmpty else {
      return try await edits.report("unchanged", named, notes: ["Nothing was open to be sealed."])
    }
    let now = Date()
    try TaskRules.check(new: destruction, at: now)
    var sealer = try await sealer(for: open, conversation)
    var changes: [TaskChange] = []
    for task in open {
      var after = task
      (after.alwaysVerify, after.destruction) = (alwaysVerify, destruction)
      after = try await sealed(after, with: &sealer)
      after.label = label ?? TodoTask.standardLabel
      after.modifiedAt = now
      try TaskRules.check(after)
      changes.append(TaskChange(before: task, after: after))
    }
    guard let recipient = try await keeper.recipient() else { throw Failure(.refused, "No PIN has been set yet.") }
    try await records.storing(sealer.records) { [changes] () throws(Failure) in
      try await edits.apply(changes, as: "protect", at: now, rewriting: .sealing(to: recipient))
    }
    await noteSealed(changes.compactMap(\.after).flatMap(\.sealedItems), by: sealer.owner)
    await noteSteps(of: changes.compactMap(\.after), by: sealer.owner)
    let notes = try await Self.leftovers(open) + copies(of: open)
    return try await redacting(open) { () throws(Failure) in
      await edits.erased(
        try await edits.report("protect", changes.compactMap(\.after), notes: notes), "The text is protected")
    }
  }

  /// Passing over what somebody asked for would leave a text that they take for one that serves once.
  private static let sealedBefore = Failure(
    .usage, "A task that is protected already does not take these options.",
    hint: "Change it with vault edit TASK --label, --destroy-on or --always-verify.")

  /// What was sealed to the owner before, and came out without them, is theirs again only when they say so. What comes from a
  /// terminal that is unlocked is theirs at once.
  ///
  /// - Parameter action: what the access log calls it.
  func sealer(
    for tasks: [TodoTask], as action: String = "protect", _ conversation: any Conversation
  ) async throws(Failure) -> TextSealer {
    let plain = try await sealer(conversation)
    let ids = tasks.flatMap { [$0.id] + $0.subtasks.map(\.id) }
    guard try await credentials.isClaimed(ids) else {
      return plain.marking(await keeper.unlockHeld(by: conversation)?.owner)
    }
    let subject = tasks.count == 1 ? tasks[0].id : nil
    let owner = try await log(action, subject, conversation) { () throws(Failure) in
      try await unlocked(conversation).owner
    }
    return plain.marking(owner)
  }

  /// The task with its texts sealed, as new versions; they are among the sealer's records.
  func sealed(_ task: TodoTask, with sealer: inout TextSealer) async throws(Failure) -> TodoTask {
    var after = task
    let text = [task.name, task.notes].compactMap { $0 }.joined(separator: "\n")
    after.seal = try sealer.seal(
      try Self.secret(text), id: task.id, version: try await records.firstFreeVersion(of: task.id), in: task)
    (after.name, after.notes) = (nil, nil)
    for index in after.subtasks.indices {
      let step = after.subtasks[index]
      after.subtasks[index].seal = try sealer.seal(
        try Self.secret(step.name ?? ""), id: step.id, version: try await records.firstFreeVersion(of: step.id),
        in: task)
      after.subtasks[index].name = nil
    }
    return after
  }

  private static func secret(_ text: String) throws(Failure) -> SharedSecret {
    do { return SharedSecret(try SecretBytes(Array(text.utf8))) } catch {
      throw Failure(.tryLater, "There is not enough memory.")
    }
  }

  /// What a protected task still shows.
  private static func leftovers(_ tasks: [TodoTask]) -> [String] {
    tasks.contains { !$0.tags.isEmpty || $0.project != nil }
      ? ["Tags and project stay readable; take them away with vault edit if they tell too much."] : []
  }

  /// Other tasks that say the same: each time a task that repeats is done, it leaves one behind.
  private func copies(of protected: [TodoTask]) async throws(Failure) -> [String] {
    var count = 0
    for task in protected {
      guard let name = task.name else { continue }
      var filter = TaskFilter(state: .any)
      filter.words = name.split(whereSeparator: \.isWhitespace).map(String.init)
      do { count += try await tasks.tasks(TaskQuery(filter)).count { $0.name == name } } catch { throw Failure(error) }
    }
    guard count > 0 else { return [] }
    let what = count == 1 ? "Another task of the same name stays" : "\(count) other tasks of the same name stay"
    return ["\(what) readable; see vault list --all, and protect or delete what tells too much."]
  }

  /// Opens the seals for good. Asks for the PIN or the recovery code, whatever tickets there are.
  func unprotect(_ references: [String], _ conversation: any Conversation) async throws(Failure) -> TaskChangeReport {
    let named = try await names.named(references).map(\.task)
    let sealed = named.filter(\.isProtected)
    guard !sealed.isEmpty else { return try await edits.report("unchanged", named, notes: ["Nothing was sealed."]) }
    try await credentials.askForPassphrase(conversation)
    let locks = conversation.lockCount
    let (changes, owner) = try await log("unprotect", sealed.count == 1 ? sealed[0].id : nil, conversation) {
      () throws(Failure) in
      let owner = try await keeper.verifyAfresh(conversation)
      var changes: [TaskChange] = []
      for task in sealed {
        let current = try await names.current(task)
        changes.append(TaskChange(before: current, after: try await opened(current, owner)))
      }
      return (changes, owner)
    }
    var former = CalendarSnapshots(changes.compactMap(\.id))
    try await find(&former, owner)
    guard conversation.lockCount == locks else { throw .lockedMeanwhile }
    try await edits.apply(former.attached(to: changes), as: "unprotect", at: Date())
    try await removeConfirmed(changes.flatMap(\.droppedItems), of: owner)
    // They were verified for this.
    await recordAskingNoMore(changes.flatMap(\.droppedItems), by: owner)
    let notes = try await names.unconfirmedNotes(changes.compactMap(\.before)) + former.notes
    return try await edits.report("unprotect", changes.compactMap(\.after), notes: notes)
  }

  /// Looks for what protecting took away: it is sealed with the operation as long as that can be taken back.
  private func find(_ former: inout CalendarSnapshots, _ owner: OwnerService.Verified) async throws(Failure) {
    guard room.kind == .icalendar else { return }
    let operations: [TaskOperation]
    do { operations = try await tasks.history(TaskMaintenance.undoCount) } catch { throw Failure(error) }
    for operation in operations where former.concerns(operation) {
      guard case .sealed = operation.record else { continue }
      do throws(Failure) { former.take(try operation.changes(openedBy: owner)) } catch {
        former.lose(operation, error)
      }
    }
  }

  /// The task with its text in the open, for an owner who was verified for it. The first line is its name, the rest its notes.
  func opened(_ task: TodoTask, _ owner: OwnerService.Verified) async throws(Failure) -> TodoTask {
    guard let item = task.sealedText else { throw Failure(.badData, "This task is not protected.") }
    var after = task
    let lines = try Self.text(try await open(item, of: owner, wasAsked: true)).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    after.name = lines.first.map(String.init) ?? ""
    after.notes = lines.count > 1 && !lines[1].allSatisfy(\.isWhitespace) ? String(lines[1]) : nil
    if after.name?.allSatisfy(\.isWhitespace) ?? true { after.name = task.label ?? TodoTask.standardLabel }
    for index in after.subtasks.indices {
      let subtask = after.subtasks[index]
      guard let seal = subtask.seal else { continue }
      let step = SealedItem(subtask.id, seal, in: task)
      after.subtasks[index].name = try Self.text(try await open(step, of: owner, wasAsked: true))
      after.subtasks[index].seal = nil
    }
    (after.label, after.seal, after.destruction, after.alwaysVerify) = (nil, nil, nil, false)
    after.modifiedAt = Date()
    try TaskRules.check(after)
    return after
  }

  private static func text(_ secret: SharedSecret) throws(Failure) -> String {
    guard let text = secret.bytes.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
      throw Failure(
        .badData, "The protected text is no text that a task could show (not UTF-8).",
        hint: "Print it with vault reveal TASK --plain.")
    }
    return text
  }
}
