internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// Empties the inbox of what tasks were made of.
protocol InboxRedacting: Sendable {
  /// Empties the items that these tasks were made of.
  ///
  /// - Returns: what the person is told of it.
  /// - Throws: ``AgentInboxError`` where something is still to be read; that is tried again every minute.
  func redact(itemsOf tasks: [UUID]) async throws(AgentInboxError) -> [String]
}

extension InboxRedactionService: InboxRedacting {}

/// The request to protect ordinary tasks.
struct ProtectController: Sendable {
  let tasks: any TaskReading
  let edits: TaskEdits
  let sealing: TextSealing
  let records: SealedRecords
  let confirmed: ConfirmedTextsService
  let inbox: any InboxRedacting

  /// Seals the texts of ordinary tasks. Needs no PIN: like adding, it only takes something out of sight.
  func protect(
    _ references: [String], label: String?, alwaysVerify: Bool, _ destruction: Destruction?,
    _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references).map(\.task)
    let open = named.filter { !$0.isProtected }
    if open.count < named.count, label != nil || alwaysVerify || destruction != nil { throw Self.sealedBefore }
    guard !open.isEmpty else {
      return try await edits.report("unchanged", named, notes: ["Nothing was open to be sealed."])
    }
    let now = edits.now()
    try TaskRules.check(new: destruction, at: now)
    var sealer = try await sealing.sealer(for: open, conversation)
    var changes: [TaskChange] = []
    for task in open {
      var after = task
      (after.alwaysVerify, after.destruction) = (alwaysVerify, destruction)
      after = try await sealing.sealed(after, with: &sealer)
      after.label = label ?? TodoTask.standardLabel
      after.modifiedAt = now
      try TaskRules.check(after)
      changes.append(TaskChange(before: task, after: after))
    }
    guard let recipient = try await sealing.owner.recipient() else {
      throw Failure(.refused, "No PIN has been set yet.")
    }
    let operation = try await records.storing(sealer.records) { [changes] () throws(Failure) in
      try await edits.apply(changes, as: "protect", at: now, rewriting: .sealing(to: recipient))
    }
    await confirmed.recordSealed(changes.compactMap(\.after).flatMap(\.sealedItems), by: sealer.owner)
    await confirmed.recordSteps(of: changes.compactMap(\.after), by: sealer.owner)
    let notes = try await Self.leftovers(open) + copies(of: open)
    return try await redacting(open) { () throws(Failure) in
      await edits.erased(
        try await edits.report("protect", changes.compactMap(\.after), notes: notes, operation: operation),
        "The text is protected")
    }
  }

  /// Passing over what somebody asked for would leave a text that they take for one that serves once.
  private static let sealedBefore = Failure(
    .usage, "A task that is protected already does not take these options.",
    hint: "Change it with vault edit TASK --label, --destroy-on or --always-verify.")

  /// What a protected task still shows.
  private static func leftovers(_ tasks: [TodoTask]) -> [LocalizedText] {
    guard tasks.contains(where: { task in !task.tags.isEmpty || TaskField.plain.contains { task[$0] != nil } }) else {
      return []
    }
    let names = (["Tags"] + TaskField.plain.map(\.name)).map(LocalizedText.init(words:))
    let list: LocalizedText = "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    return ["\(list) stay readable; take them away with vault edit if they tell too much."]
  }

  /// Other tasks that say the same: each time a task that repeats is done, it leaves one behind.
  private func copies(of protected: [TodoTask]) async throws(Failure) -> [LocalizedText] {
    var count = 0
    for task in protected {
      guard let name = task.name else { continue }
      var filter = TaskFilter(state: .any)
      filter.words = name.split(whereSeparator: \.isWhitespace).map(String.init)
      count += try await TaskStoreError.asFailure(await tasks.tasks(TaskQuery(filter)).count { $0.name == name })
    }
    guard count > 0 else { return [] }
    return [
      count == 1
        ? "Another task of the same name stays readable; see vault list --all, and protect or delete what says too much."
        : "\(count) other tasks of the same name stay readable; see vault list --all, and protect or delete what says too much."
    ]
  }

  /// Has the inbox emptied of what tasks were made of that are protected now, and adds to the report of it what came of that.
  private func redacting(
    _ protected: [TodoTask], _ report: () async throws(Failure) -> TaskChangeReport
  ) async throws(Failure) -> TaskChangeReport {
    var (notes, trouble): ([String], Failure?) = ([], nil)
    do { notes = try await inbox.redact(itemsOf: protected.map(\.id)) } catch { trouble = Failure(error) }
    var report = try await report()
    report.$notes += notes.map(LocalizedText.init(words:))
    report.trouble = report.trouble ?? trouble
    return report
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to protect: ProtectController) {
    on(ProtectTasks.self) { (request, conversation) throws(Failure) in
      try await protect.protect(
        request.tasks, label: request.label, alwaysVerify: request.alwaysVerify, request.destruction, conversation)
    }
  }
}
