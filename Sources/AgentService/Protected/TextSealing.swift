internal import AgentAPI
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

/// Whom texts are sealed to, and whose they are at once.
protocol SealingOwner: Sendable {
  /// Whom new texts are sealed to; nil before the first PIN.
  func recipient() async throws(Failure) -> SealingRecipient?

  /// What a client that holds a ticket may use; nil for any other. Asks nobody.
  func unlockHeld(by conversation: any Conversation) async -> OwnerService.Unlock?
}

extension OwnerService: SealingOwner {}

/// Gives out what seals the texts of tasks, and asks for the texts.
struct TextSealing: Sendable {
  let owner: any SealingOwner
  let access: any OwnerAccessing
  let confirmed: ConfirmedTextsService
  let names: TaskNames
  let records: SealedRecords

  /// A sealer for this vault's owner.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/refused`` before the first PIN.
  func sealer(_ conversation: any Conversation) async throws(Failure) -> TextSealer {
    try await access.askForPassphrase(conversation)
    guard let recipient = try await owner.recipient() else {
      throw Failure(
        .refused, "Protected tasks need a PIN, and none has been set yet.", hint: "Set one with vault pin set.")
    }
    return TextSealer(recipient, by: conversation.client.executable)
  }

  /// A sealer for new versions of a task's texts, which only the owner may put in place of the old ones.
  ///
  /// - Returns: it, the task as it is after the unlock, and how many locks there had been then.
  func ownersSealer(
    for task: TodoTask, _ conversation: any Conversation
  ) async throws(Failure) -> (sealer: TextSealer, task: TodoTask, locks: UInt64) {
    try await access.askForPassphrase(conversation)
    let (unlock, task) = try await access.open("edit", task.id, conversation) { () throws(Failure) in
      let unlock = try await access.unlocked(conversation, always: task.alwaysVerify)
      let current = try await names.current(task)
      if !unlock.wasVerified, try await confirmed.asksAlways(current, unlock.owner) { throw Failure.changedMeanwhile }
      return (unlock, current)
    }
    return (TextSealer(unlock.owner), task, unlock.locks)
  }

  /// Asks for a text that is to be sealed.
  func askForText(
    _ what: LocalizedText, _ conversation: any Conversation, unlessLockedSince locks: UInt64? = nil
  ) async throws(Failure) -> SharedSecret {
    let prompt = Prompt(.protectedText, text: what, deadlineSeconds: 600)
    let text = try await conversation.answer(to: prompt, unlessLockedSince: locks)
    guard !text.bytes.isEmpty else { throw Failure(.usage, "The protected text is empty.") }
    return text
  }

  /// What was sealed to the owner before, and came out without them, is theirs again only when they say so. What comes from a
  /// terminal that is unlocked is theirs at once.
  ///
  /// - Parameter action: what the access log calls it.
  func sealer(
    for tasks: [TodoTask], as action: String = "protect", _ conversation: any Conversation
  ) async throws(Failure) -> TextSealer {
    let plain = try await sealer(conversation)
    let ids = tasks.flatMap { [$0.id] + $0.subtasks.map(\.id) }
    guard try await confirmed.isClaimed(ids) else {
      return plain.marking(await owner.unlockHeld(by: conversation)?.owner)
    }
    let subject = tasks.count == 1 ? tasks[0].id : nil
    let verified = try await access.open(action, subject, conversation) { () throws(Failure) in
      try await access.unlocked(conversation, always: false).owner
    }
    return plain.marking(verified)
  }

  /// Seals the text, and its steps where it has some, as the next versions of a task's items.
  func seal(
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

  /// The task with its texts sealed, as new versions; they are among the sealer's records.
  func sealed(_ task: TodoTask, with sealer: inout TextSealer) async throws(Failure) -> TodoTask {
    var after = task
    let text = ([task.name] + TaskField.sealed.map { task[$0] }).compactMap { $0 }.joined(separator: "\n")
    after.seal = try sealer.seal(
      try Self.secret(text), id: task.id, version: try await records.firstFreeVersion(of: task.id), in: task)
    after.removeText()
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
}
