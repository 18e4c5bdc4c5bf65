internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// The requests about tasks: to add, list and show them, to change their fields, to make them done, to remove them.
struct TaskController: Sendable {
  let tasks: any TaskReading
  let edits: TaskEdits
  let completion: any TaskCompleting
  let access: any OwnerAccessing

  /// Adds an ordinary task.
  func add(_ draft: TaskDraft) async throws(Failure) -> TaskRow {
    let now = edits.now()
    let task = draft.task(id: UUID(), at: now, newID: UUID.init)
    try TaskRules.check(task)
    if let rule = task.recurrence { try Recurrence.check(rule, from: task.dueDate ?? now) }
    return try await edits.add(task, at: now)
  }

  /// The tasks that a query finds, a page of them at most.
  func list(_ query: TaskQuery) async throws(TaskStoreError) -> TaskPage {
    TaskPage(try await tasks.snapshot(of: query.bounded))
  }

  /// One task, with its notes.
  func show(_ reference: String) async throws(Failure) -> TaskRow {
    let named = try await edits.names.named(reference)
    return TaskRow(shortID: named.shortID, task: named.task, isWhole: true)
  }

  /// Changes fields of tasks.
  func edit(
    _ references: [String], _ edit: TaskEdit, _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let owner = try await ownerChangingDestruction(of: references, edit, conversation)
    var silenced = false
    var report = try await edits.edit(references) { (task) throws(Failure) in
      if task.isProtected, edit.changesText {
        throw Failure(
          .usage, "The text of a protected task is not given as an argument.",
          hint: "Change it with vault edit TASK --text, which asks for it.")
      }
      if !task.isProtected, edit.label != nil {
        throw Failure(.usage, "Only a protected task has a label.", hint: "Change its name with --name.")
      }
      try TaskRules.check(new: edit.destruction?.value, at: edits.now())
      var after = edit.applied(to: task)
      if edit.label == .clear { after.label = TodoTask.standardLabel }
      if let rule = edit.recurrence?.value { try Recurrence.check(rule, from: after.dueDate ?? edits.now()) }
      if edit.due == .clear, edit.notify != true { silenced = after.silenceUndated() || silenced }
      guard after.destruction != task.destruction, !task.hasNoOwnerMAC else { return after }
      guard let owner else { throw .changedMeanwhile }
      return try after.authenticated(like: task, by: owner)
    }
    if silenced { report.notes.append("Reminders without a due date are off now.") }
    return report
  }

  /// The owner, where an edit changes when a text is destroyed that they have confirmed: their mark is over that, too.
  private func ownerChangingDestruction(
    of references: [String], _ edit: TaskEdit, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerService.Verified? {
    guard edit.destruction != nil else { return nil }
    let changing = try await edits.names.named(references).map(\.task).filter { task in
      !task.hasNoOwnerMAC && edit.applied(to: task).destruction != task.destruction
    }
    guard !changing.isEmpty else { return nil }
    try await access.askForPassphrase(conversation)
    return try await access.open("edit", changing.count == 1 ? changing[0].id : nil, conversation) {
      () throws(Failure) in
      try await access.unlocked(conversation, always: changing.contains(where: \.alwaysVerify)).owner
    }
  }

  /// Makes tasks done; those that repeat move on.
  func complete(
    _ references: [String], _ conversation: any Conversation
  ) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references).map(\.task)
    let open = named.filter { !$0.isDone }
    guard !open.isEmpty else {
      return try await edits.report("unchanged", named, notes: ["Nothing was open."])
    }
    let now = edits.now()
    let isDestroying = try await completion.destroysText(completing: open, at: now)
    if isDestroying { try await access.askForPassphrase(conversation) }
    let (after, operation) = try await completion.complete(open, at: now)
    let repeating = Set(after.filter { !$0.isDone }.map(\.id))
    let lines = try await edits.names.rows(after).map {
      TaskChangeReport.Line(repeating.contains($0.id) ? "moved" : "done", $0)
    }
    guard isDestroying else { return TaskChangeReport(lines, operation: operation.id) }
    let note: LocalizedText = "The protected text is destroyed."
    return await edits.erased(
      TaskChangeReport(lines, notes: [note], operation: operation.id), "The protected text is destroyed")
  }

  /// Opens tasks that are done again.
  func reopen(_ references: [String]) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references).map(\.task)
    let now = edits.now()
    let changes = named.filter(\.isDone).map { Completion.change(reopening: $0, at: now) }
    guard !changes.isEmpty else { return try await edits.report("unchanged", named, notes: ["Nothing was done."]) }
    let operation = try await edits.apply(changes, as: "undone", at: now)
    return try await edits.report("undone", changes.compactMap(\.after), operation: operation)
  }

  /// Removes tasks. The sealed texts stay until the deletion can't be taken back any more.
  func delete(_ references: [String]) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references)
    let operation = try await edits.apply(
      named.map { TaskChange(before: $0.task, after: nil) }, as: "delete", at: edits.now())
    return TaskChangeReport(named.map { .init("deleted", $0.row) }, operation: operation.id)
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

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to tasks: TaskController) {
    on(AddTask.self) { (request) throws(Failure) in try await tasks.add(request.draft) }
    on(ListTasks.self) { (request) throws(TaskStoreError) in try await tasks.list(request.query) }
    on(ShowTask.self) { (request) throws(Failure) in try await tasks.show(request.task) }
    on(EditTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.edit(request.tasks, request.changes, conversation)
    }
    on(CompleteTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.complete(request.tasks, conversation)
    }
    on(ReopenTasks.self) { (request) throws(Failure) in try await tasks.reopen(request.tasks) }
    on(DeleteTasks.self) { (request) throws(Failure) in try await tasks.delete(request.tasks) }
  }
}
