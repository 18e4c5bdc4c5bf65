internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func change(_ command: TaskCommand, _ conversation: any Conversation) async throws(Failure) -> Reply {
    let report =
      switch command {
      case .edit(let tasks, let edit): try await self.edit(tasks, edit, conversation)
      case .editText(let task, let hasSubtasks):
        try await editText(of: task, hasSubtasks: hasSubtasks, conversation)
      case .complete(let tasks): try await complete(tasks, conversation)
      case .reopen(let tasks): try await reopen(tasks)
      case .delete(let tasks): try await delete(tasks)
      case .protect(let tasks, let label, let alwaysVerify, let destruction):
        try await protect(tasks, label: label, alwaysVerify: alwaysVerify, destruction, conversation)
      case .setAlwaysVerify(let tasks, let isOn): try await setAlwaysVerify(isOn, of: tasks, conversation)
      case .unprotect(let tasks): try await unprotect(tasks, conversation)
      case .notify(let tasks, let subtask, let isOn): try await notify(tasks, subtask: subtask, isOn: isOn)
      case .snooze(let tasks, let subtask, let until): try await snooze(tasks, subtask: subtask, until: until)
      case .undo(let count): try await undo(count, conversation)
      case .addSubtask, .editSubtask, .completeSubtasks, .reopenSubtasks, .deleteSubtasks, .moveSubtask:
        try await changeSubtasks(command, conversation)
      }
    return .changed(report)
  }

  /// Applies an edit to each of the tasks, in one operation. Those it leaves as they were are not part of it.
  func edit(
    _ references: [String], as action: String = "edit", _ edit: (TodoTask) throws(Failure) -> TodoTask
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await named(references)
    let now = Date()
    var changes: [TaskChange] = []
    for one in named {
      var after = try edit(one.task)
      guard after != one.task else { continue }
      after.modifiedAt = now
      try TaskRules.check(after)
      changes.append(TaskChange(before: one.task, after: after))
    }
    guard !changes.isEmpty else { return try await report("unchanged", named.map(\.task)) }
    try await apply(changes, as: action, at: now)
    return try await report(action, changes.compactMap(\.after))
  }

  private func edit(
    _ references: [String], _ edit: TaskEdit, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let owner = try await ownerChangingDestruction(of: references, edit, conversation)
    var silenced = false
    var report = try await self.edit(references) { (task) throws(Failure) in
      if task.isProtected, edit.name != nil || edit.notes != nil {
        throw Failure(
          .usage, "The text of a protected task is not given as an argument.",
          hint: "Change it with vault edit TASK --text, which asks for it.")
      }
      if !task.isProtected, edit.label != nil {
        throw Failure(.usage, "Only a protected task has a label.", hint: "Change its name with --name.")
      }
      try TaskRules.check(new: edit.destruction?.value, at: Date())
      var after = edit.applied(to: task)
      if edit.label == .clear { after.label = Self.standardLabel }
      if let rule = edit.recurrence?.value { try Recurrence.check(rule, from: after.dueDate) }
      if edit.due == .clear, edit.notify != true { silenced = after.silenceUndated() || silenced }
      guard after.destruction != task.destruction, !task.isUnmarked else { return after }
      guard let owner else { throw .changedMeanwhile }
      return try marked(after, like: task, by: owner)
    }
    if silenced { report.notes.append("Reminders without a due date are off now.") }
    return report
  }

  /// The owner, where an edit changes when a text is destroyed that they have confirmed: their mark is over that, too.
  private func ownerChangingDestruction(
    of references: [String], _ edit: TaskEdit, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerKeeper.Verified? {
    guard edit.destruction != nil else { return nil }
    let changing = try await named(references).map(\.task).filter { task in
      !task.isUnmarked && edit.applied(to: task).destruction != task.destruction
    }
    guard !changing.isEmpty else { return nil }
    try await credentials.askForPassphrase(conversation)
    return try await log("edit", changing.count == 1 ? changing[0].id : nil, conversation) { () throws(Failure) in
      try await unlocked(conversation, always: changing.contains(where: \.alwaysVerify)).owner
    }
  }

  private func complete(
    _ references: [String], _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await named(references).map(\.task)
    let open = named.filter { !$0.isDone }
    guard !open.isEmpty else {
      return try await report("unchanged", named, notes: ["Nothing was open."])
    }
    let now = Date()
    let isDestroying = try await work.destroysText(completing: open, at: now)
    if isDestroying { try await credentials.askForPassphrase(conversation) }
    let after = try await work.complete(open, at: now)
    let repeating = Set(after.filter { !$0.isDone }.map(\.id))
    let lines = try await rows(after).map {
      TaskChangeReport.Line(repeating.contains($0.id) ? "moved" : "done", $0)
    }
    guard isDestroying else { return TaskChangeReport(lines) }
    let note = "The protected text is destroyed."
    return await erased(TaskChangeReport(lines, notes: [note]), "The protected text is destroyed")
  }

  private func reopen(_ references: [String]) async throws(Failure) -> TaskChangeReport {
    let named = try await named(references).map(\.task)
    let now = Date()
    let changes = named.filter(\.isDone).map { Completion.change(reopening: $0, at: now) }
    guard !changes.isEmpty else { return try await report("unchanged", named, notes: ["Nothing was done."]) }
    try await apply(changes, as: "undone", at: now)
    return try await report("undone", changes.compactMap(\.after))
  }

  /// The sealed texts stay until the deletion can't be taken back any more.
  private func delete(_ references: [String]) async throws(Failure) -> TaskChangeReport {
    let named = try await named(references)
    try await apply(named.map { TaskChange(before: $0.task, after: nil) }, as: "delete", at: Date())
    return TaskChangeReport(named.map { .init("deleted", $0.row) })
  }

  /// The report of a change after which a former text must be nowhere, with the news that it still is somewhere.
  ///
  /// - Parameter change: what was done, the beginning of a sentence.
  func erased(_ report: TaskChangeReport, _ change: String) async -> TaskChangeReport {
    var report = report
    report.trouble = await tasks.dueErasure().map { Failure(unerased: $0, after: change) }
    return report
  }

  func report(_ action: String, _ tasks: [TodoTask], notes: [String] = []) async throws(Failure) -> TaskChangeReport {
    TaskChangeReport(try await rows(tasks).map { .init(action, $0) }, notes: notes)
  }
}

extension TodoTask {
  /// Switches off the reminders that have no due date.
  ///
  /// - Returns: whether there was one.
  fileprivate mutating func silenceUndated() -> Bool {
    guard dueDate == nil else { return false }
    var wasOn = notify
    notify = false
    for index in subtasks.indices where subtasks[index].notify && subtasks[index].dueDate == nil {
      subtasks[index].notify = false
      wasOn = true
    }
    return wasOn
  }
}
