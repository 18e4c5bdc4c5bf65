internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// The requests about the subtasks of a task.
struct SubtaskController: Sendable {
  let edits: TaskEdits
  let sealing: TextSealing
  let records: SealedRecords
  let confirmed: ConfirmedTextsService

  /// Makes steps done.
  func complete(_ numbers: [Int], _ seen: [UUID]?, of task: String) async throws(Failure) -> TaskChangeReport {
    try await setDone(true, numbers, seen, of: task)
  }

  /// Opens steps again.
  func reopen(_ numbers: [Int], _ seen: [UUID]?, of task: String) async throws(Failure) -> TaskChangeReport {
    try await setDone(false, numbers, seen, of: task)
  }

  /// Removes steps.
  func delete(
    _ numbers: [Int], _ seen: [UUID]?, of task: String, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    try await rearrange(numbers, seen, of: task, as: "subtask delete", conversation) { (after, indices) in
      for index in indices.reversed() { after.subtasks.remove(at: index) }
    }
  }

  /// Puts a step at another place.
  func move(
    _ number: Int, _ seen: UUID?, of task: String, to place: Int, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    try await rearrange([number], seen.map { [$0] }, of: task, as: "subtask move", conversation) {
      (after, indices) throws(Failure) in
      let to = try TaskEdits.indices([place], of: after)[0]
      after.subtasks.insert(after.subtasks.remove(at: indices[0]), at: to)
    }
  }

  /// Adds a step at the end; of a protected task its text is asked for.
  func add(
    _ draft: SubtaskDraft, to reference: String, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let task = try await edits.names.named(reference).task
    var subtask = TodoSubtask(
      id: UUID(), name: draft.name, dueDate: draft.due?.date, isAllDay: draft.due?.isAllDay ?? false,
      notify: draft.notify)
    guard task.isProtected else {
      return try await edits.edit([reference], as: "subtask add") { (task) throws(Failure) in
        var after = task
        after.subtasks.append(subtask)
        return after
      }
    }
    guard draft.name.isEmpty else { throw .protectedArgument }
    var sealer = try await sealing.sealer(conversation)
    let text = try await sealing.askForText("Protected subtask", conversation)
    subtask.name = nil
    sealer = sealer.marking(await sealing.owner.unlockHeld(by: conversation)?.owner)
    subtask.seal = try sealer.seal(text, id: subtask.id, in: task)
    var change: TaskChange?
    let report = try await records.storing(sealer.records) { [subtask] () throws(Failure) in
      try await edits.edit([task.id.hexDigits], as: "subtask add") { (current) throws(Failure) in
        guard current.hasSameSeals(as: task) else { throw .changedMeanwhile }
        var after = current
        after.subtasks.append(subtask)
        change = TaskChange(before: current, after: after)
        return after
      }
    }
    await confirmed.recordSealed(subtask.seal.map { [SealedItem(subtask.id, $0, in: task)] } ?? [], by: sealer.owner)
    await recordSteps(of: change, conversation)
    return report
  }

  /// Records the steps that a change has given to a task, where the owner made it at a terminal that is unlocked. What the task was and
  /// is then is what the change saw and wrote: whatever others wrote before and since is not the owner's.
  private func recordSteps(of change: TaskChange?, _ conversation: any Conversation) async {
    guard let before = change?.before, let after = change?.after, after.isProtected,
      let owner = await sealing.owner.unlockHeld(by: conversation)?.owner
    else { return }
    await confirmed.recordSteps(of: [after], insteadOf: [before.id: before], by: owner)
  }

  /// Changes a step; `asksText` asks for the new text of a protected task's.
  func edit(
    _ number: Int, _ seen: UUID?, of reference: String, _ edit: SubtaskEdit, asksText: Bool,
    _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let task = try await edits.names.named(reference).task
    let seen = seen.map { [$0] }
    let index = try TaskEdits.indices([number], seen, of: task)[0]
    guard task.isProtected else {
      return try await edits.editSubtasks([number], seen, of: reference, as: "subtask edit") { (after, indices) in
        after.subtasks[indices[0]] = edit.applied(to: after.subtasks[indices[0]])
      }
    }
    guard edit.name == nil else { throw .protectedArgument }
    guard asksText else {
      return try await replaceSubtask(edit.applied(to: task.subtasks[index]), at: index, of: task)
    }
    let unlocked = try await sealing.ownersSealer(for: task, conversation)
    var sealer = unlocked.sealer
    let text = try await sealing.askForText("Protected subtask", conversation, unlessLockedSince: unlocked.locks)
    var subtask = edit.applied(to: task.subtasks[index])
    subtask.seal = try sealer.seal(
      text, id: subtask.id,
      version: try await records.nextFreeVersion(of: subtask.id, after: subtask.seal?.version ?? 0), in: task)
    let report = try await records.storing(sealer.records) { [subtask] () throws(Failure) in
      try await replaceSubtask(subtask, at: index, of: task, isMarked: true)
    }
    await confirmed.recordSealed(subtask.seal.map { [SealedItem(subtask.id, $0, in: task)] } ?? [], by: sealer.owner)
    return report
  }

  /// - Parameter isMarked: whether the step was marked over what the task said of its seals.
  private func replaceSubtask(
    _ subtask: TodoSubtask, at index: Int, of task: TodoTask, isMarked: Bool = false
  ) async throws(Failure) -> TaskChangeReport {
    try await edits.edit([task.id.hexDigits], as: "subtask edit") { (current) throws(Failure) in
      var after = current
      guard index < after.subtasks.count, after.subtasks[index].id == subtask.id,
        !isMarked || current.hasSameSeals(as: task)
      else { throw .changedMeanwhile }
      after.subtasks[index] = subtask
      return after
    }
  }

  /// Takes steps away or moves them, as ``TaskEdits/editSubtasks(_:of:as:_:)``.
  private func rearrange(
    _ numbers: [Int], _ seen: [UUID]?, of reference: String, as action: String, _ conversation: any Conversation,
    _ edit: (inout TodoTask, _ indices: [Int]) throws(Failure) -> Void
  ) async throws(Failure) -> TaskChangeReport {
    var change: TaskChange?
    let report = try await edits.editSubtasks(numbers, seen, of: reference, as: action) {
      (after, indices) throws(Failure) in
      let before = after
      try edit(&after, indices)
      change = TaskChange(before: before, after: after)
    }
    await recordSteps(of: change, conversation)
    return report
  }

  private func setDone(
    _ isDone: Bool, _ numbers: [Int], _ seen: [UUID]?, of reference: String
  ) async throws(Failure) -> TaskChangeReport {
    try await edits.editSubtasks(numbers, seen, of: reference, as: isDone ? "subtask done" : "subtask undone") {
      (after, indices) in
      for index in indices { after.subtasks[index].isDone = isDone }
    }
  }
}

extension Failure {
  static let protectedArgument = Failure(
    .usage,
    "A protected text is not given as an argument: arguments are readable in the process list and in the"
      + " shell's history.", hint: "Leave it out; it is asked for. Clear this line from your history.")

  static let changedMeanwhile = Failure(
    .tryLater, "Somebody changed the task in the meantime.", hint: "Look at it with vault show, then try again.")
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to subtasks: SubtaskController) {
    on(AddSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.add(request.subtask, to: request.task, conversation)
    }
    on(EditSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.edit(
        request.number, request.seen, of: request.task, request.changes, asksText: request.asksText, conversation)
    }
    on(CompleteSubtasks.self) { (request) throws(Failure) in
      try await subtasks.complete(request.numbers, request.seen, of: request.task)
    }
    on(ReopenSubtasks.self) { (request) throws(Failure) in
      try await subtasks.reopen(request.numbers, request.seen, of: request.task)
    }
    on(DeleteSubtasks.self) { (request, conversation) throws(Failure) in
      try await subtasks.delete(request.numbers, request.seen, of: request.task, conversation)
    }
    on(MoveSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.move(request.number, request.seen, of: request.task, to: request.to, conversation)
    }
  }
}
