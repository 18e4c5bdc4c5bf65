internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// The requests about what was done: the history of operations, and taking them back.
struct HistoryController: Sendable {
  let tasks: any TaskReading & OperationsLog
  let edits: TaskEdits
  let records: any SealedRecordRemoving
  let access: any OwnerAccessing
  let confirmed: any ConfirmedTextsRecording

  /// The newest operations.
  ///
  /// - Parameter nameCount: how many tasks of each are named at most.
  func history(_ limit: Int, nameCount: Int = .max) async throws(TaskStoreError) -> [OperationRow] {
    let limit = min(max(1, limit), UndoPolicy.operationCount)
    let nameCount = max(0, nameCount)
    return OperationRow.rows(try await tasks.summaries(limit, showing: nameCount), nameCount)
  }

  /// Leaves the newest operations as they are: undo passes over them from now on. That asks for nobody, for it shows nothing.
  func skipOperations(_ count: Int) async throws(Failure) -> [OperationRow] {
    var skipped: [OperationSummary] = []
    for var operation in try await operationsToUndo(count) {
      try await TaskStoreError.asFailure(await tasks.skip(operation.id))
      operation.isSkipped = true
      skipped.append(OperationSummary(operation, showing: .max))
    }
    return OperationRow.rows(skipped, .max)
  }

  /// Takes back the newest operations, each whole. What concerns sealed texts asks for the owner.
  func undo(_ count: Int, _ conversation: any Conversation) async throws(Failure) -> TaskChangeReport {
    try await undoAll(try await operationsToUndo(count), conversation)
  }

  /// Takes back that very operation. It may be followed by others, as long as these changed other tasks.
  func undo(operation id: Int64, _ conversation: any Conversation) async throws(Failure) -> TaskChangeReport {
    let logged = try await TaskStoreError.asFailure(await tasks.operation(id))
    guard let logged, !logged.operation.isSkipped else {
      throw Failure(
        .usage, "There is no change \(id) that can be taken back.",
        hint: "It was taken back or passed over before, or is too old; vault history --json has those that there are.")
    }
    if let later = logged.followedBy {
      throw Failure(
        .badData, "Change \(later) has changed the same task since: change \(id) can't be taken back before it.",
        hint: "See vault history.")
    }
    return try await undoAll([logged.operation], isNamed: true, conversation)
  }

  /// - Parameter isNamed: whether it is one that was named, which need not be the newest.
  private func undoAll(
    _ operations: [TaskOperation], isNamed: Bool = false, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    var done = Reverted(isNamed: isNamed)
    for operation in operations {
      do throws(Failure) { try await undo(operation, &done, conversation) } catch {
        guard !done.report.lines.isEmpty else { throw error }
        done.report.trouble = Failure(error.code, "Not all of it is taken back. \(error.$message)", hint: error.$hint)
        break
      }
    }
    guard !done.report.lines.isEmpty else {
      throw Failure(
        .badData, "Nothing was taken back: the text that this would bring back was destroyed.",
        hint: isNamed ? "" : "vault undo now takes back the change before.")
    }
    done.report.$notes += Self.notes(ofLost: done.lostCount)
    guard done.isErasing, done.report.trouble == nil else { return done.report }
    return await edits.erased(done.report, "It is taken back")
  }

  private func undo(
    _ operation: TaskOperation, _ done: inout Reverted, _ conversation: any Conversation
  ) async throws(Failure) {
    let (logged, unlock) = try await changes(of: operation, &done.sealedBefore, conversation)
    let changes = try await authenticated(try await fitted(logged, done.isNamed), by: unlock?.owner)
    done.report.$notes += try await revert(operation.id, with: changes, isNamed: done.isNamed, unlock)
    done.isErasing = done.isErasing || changes.contains(where: \.isUnsealing)
    done.lostCount += Set(operation.tasks).subtracting(changes.compactMap(\.id)).count
    for change in changes {
      guard let task = change.before ?? change.after else { continue }
      done.report.lines.append(.init("undo \(operation.action)", try await edits.names.row(task)))
    }
  }

  /// The changes as they are taken back from what the tasks are now.
  private func fitted(_ changes: [TaskChange], _ isNamed: Bool) async throws(Failure) -> [TaskChange] {
    let current = try await TaskStoreError.asFailure(await tasks.tasks(changes.compactMap(\.id)))
    let now = edits.now()
    var fitted: [TaskChange] = []
    for change in changes {
      let present = change.id.flatMap { current[$0] }
      guard let change = change.reverted(from: present, at: now) else {
        throw try await overtaken(change, present, isNamed)
      }
      fitted.append(change)
    }
    return fitted
  }

  /// What a person is told where the task is not as the change had left it.
  private func overtaken(
    _ change: TaskChange, _ present: TodoTask?, _ isNamed: Bool
  ) async throws(Failure) -> Failure {
    guard let task = present ?? change.after ?? change.before else { return Failure(TaskStoreError(.conflict)) }
    let id = try await edits.names.row(task).shortID
    let skip = "vault undo --skip passes over this change, so that vault undo takes back the one before"
    guard present != nil else {
      return Failure(
        .badData, "Something else has deleted \(id) since: this can't be taken back.",
        hint: isNamed ? "See vault history." : "\(skip).")
    }
    return Failure(
      .badData, "Something else has changed in \(id) what this would take back, and that stays.",
      hint: "\(isNamed ? "See" : "\(skip); see") vault show \(id) and vault history.")
  }

  /// What the store's error means where one of the tasks is there no more, or again.
  private func refusal(
    _ error: TaskStoreError, of changes: [TaskChange], _ isNamed: Bool
  ) async throws(Failure) -> Failure {
    guard error.code == .conflict, let change = changes.first(where: { $0.id.map(error.ids.contains) ?? false }),
      let id = change.id
    else { return Failure(error) }
    let present = try await TaskStoreError.asFailure(await tasks.task(id))
    return try await overtaken(change, present, isNamed)
  }

  /// The changes, with the texts that they bring back marked as the owner's where that is proven.
  private func authenticated(
    _ changes: [TaskChange], by owner: OwnerService.Verified?
  ) async throws(Failure) -> [TaskChange] {
    guard let owner else { return changes }
    let current = try await TaskStoreError.asFailure(await tasks.tasks(changes.compactMap(\.id)))
    var marked: [TaskChange] = []
    for var change in changes {
      if let target = change.before, let present = current[target.id] {
        change.before = try target.authenticated(like: present, by: owner)
      }
      marked.append(change)
    }
    return marked
  }

  private static func notes(ofLost count: Int) -> [LocalizedText] {
    guard count > 0 else { return [] }
    return [
      count == 1
        ? "A task could not be taken back: the text was destroyed."
        : "\(count) tasks could not be taken back: the text was destroyed."
    ]
  }

  /// - Returns: what is to be told: once the store has taken it back, nothing makes that fail any more.
  private func revert(
    _ operation: Int64, with changes: [TaskChange], isNamed: Bool, _ unlock: OwnerService.Unlock?
  ) async throws(Failure) -> [LocalizedText] {
    let isErasing = changes.contains(where: \.isUnsealing)
    do { try await tasks.undo(operation, changes, erasing: isErasing) } catch {
      throw try await refusal(error, of: changes, isNamed)
    }
    let dropped = changes.map(\.inverse).flatMap(\.droppedItems)
    var notes: [LocalizedText] = []
    if let error = await records.removeUnreferenced(dropped.map(\.name)) {
      notes.append("A sealed text that is not needed any more is removed later. \(error.$message)")
    }
    await confirmed.recordAsking(
      changes.compactMap(\.before), by: unlock?.owner, wasAsked: unlock?.wasVerified ?? false)
    // Those of which no other version is left.
    let kept = Set(changes.compactMap(\.before).flatMap(\.sealedItems).map(\.id))
    let opened = dropped.filter { !kept.contains($0.id) } + changes.flatMap(\.unconfirmedReplacedItems)
    // What an operation says of former texts is no proof: by a ticket none leaves the list.
    guard let unlock, unlock.wasVerified, !opened.isEmpty else { return notes }
    do throws(Failure) { try await confirmed.removeConfirmed(opened, of: unlock.owner) } catch {
      notes.append("Protecting it again will ask for the PIN. \(error.$message)")
    }
    return notes
  }

  /// What an operation changed, and the owner where that concerns sealed texts, with whether they were verified for it.
  ///
  /// - Parameter known: the owner, where a sealed operation just before had them verified. Nothing else waits for a person with
  ///   their key in its hands.
  private func changes(
    of operation: TaskOperation, _ known: inout OwnerService.Unlock?, _ conversation: any Conversation
  ) async throws(Failure) -> ([TaskChange], OwnerService.Unlock?) {
    let subject = operation.tasks.count == 1 ? operation.tasks[0] : nil
    switch operation.record {
    case .open(let changes):
      known = nil
      guard changes.contains(where: \.concernsSealedTexts) else { return (changes, nil) }
      try await access.askForPassphrase(conversation)
      let unlock = try await access.open("undo", subject, conversation) { () throws(Failure) in
        let asks = changes.contains { $0.tookMoreVerification || !$0.unconfirmedReplacedItems.isEmpty }
        let unlock = try await access.unlocked(conversation, always: asks)
        // What the operation says of itself whoever writes the task database writes.
        guard !unlock.wasVerified, try await asksAlways(changes, unlock.owner) else { return unlock }
        return try await access.unlocked(conversation, always: true)
      }
      return (changes, unlock)
    case .sealed:
      try await access.askForPassphrase(conversation)
      return try await access.open("undo", subject, conversation) { () throws(Failure) in
        let unlock = try await ownerOnce(&known, conversation)
        return (try operation.changes(openedBy: unlock.owner), unlock)
      }
    }
  }

  /// Whether one of the changes, taken back, would have a text ask no more that the list says asks.
  private func asksAlways(_ changes: [TaskChange], _ owner: OwnerService.Verified) async throws(Failure) -> Bool {
    for task in changes.compactMap(\.before) where task.isProtected && !task.alwaysVerify {
      if try await confirmed.asksAlways(task, owner) { return true }
    }
    return false
  }

  /// The owner, verified afresh, unless they are known and the vault was not locked since.
  private func ownerOnce(
    _ known: inout OwnerService.Unlock?, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerService.Unlock {
    let locks = conversation.lockCount
    if let known, known.locks == locks { return known }
    known = nil
    let unlock = OwnerService.Unlock(
      owner: try await access.verifyAfresh(conversation), wasVerified: true, locks: locks)
    known = unlock
    return unlock
  }

  /// The newest operations that undo does not pass over, one at least.
  private func operationsToUndo(_ wanted: Int) async throws(Failure) -> [TaskOperation] {
    let count = min(max(1, wanted), UndoPolicy.operationCount)
    var newest = try await newestOperations(count)
    // Few are skipped, and one may be large: all are read only where those are not enough.
    if newest.contains(where: \.isSkipped) { newest = try await newestOperations(UndoPolicy.operationCount) }
    let found = newest.filter { !$0.isSkipped }.prefix(count)
    guard !found.isEmpty else { throw Failure(.usage, "There is nothing to take back.") }
    return Array(found)
  }

  private func newestOperations(_ count: Int) async throws(Failure) -> [TaskOperation] {
    try await TaskStoreError.asFailure(await tasks.history(count))
  }
}

/// What an undo has done so far.
private struct Reverted {
  /// Whether it is one operation that was named.
  let isNamed: Bool
  var report = TaskChangeReport([])
  /// How many tasks could not be taken back.
  var lostCount = 0
  /// Whether a text is protected again.
  var isErasing = false
  /// The owner, where the operation before was a sealed one.
  var sealedBefore: OwnerService.Unlock?
}

extension TaskChange {
  /// Whether a text asks at every reveal since, so that taking it back is what a reveal is.
  fileprivate var tookMoreVerification: Bool {
    before.map { $0.isProtected && !$0.alwaysVerify } ?? false && after?.alwaysVerify == true
  }

  /// Whether it opened a protected text, so that taking it back must leave that nowhere.
  fileprivate var isUnsealing: Bool { before?.isProtected == true && after?.isProtected == false }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to history: HistoryController) {
    on(UndoOperations.self) { (request, conversation) throws(Failure) in
      try await history.undo(request.count, conversation)
    }
    on(UndoOperation.self) { (request, conversation) throws(Failure) in
      try await history.undo(operation: request.operation, conversation)
    }
    on(ListHistory.self) { (request) throws(TaskStoreError) in
      try await history.history(request.limit, nameCount: request.nameCount ?? .max)
    }
    on(SkipOperations.self) { (request) throws(Failure) in try await history.skipOperations(request.count) }
  }
}
