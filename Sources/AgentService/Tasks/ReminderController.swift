internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Reminders
internal import TaskStore
internal import VaultModel

/// The requests about reminders: which come, switching them on or off, putting them off.
struct ReminderController: Sendable {
  let tasks: any TaskReading
  let states: any ReminderStateStore
  let edits: TaskEdits

  /// Switches reminders on or off.
  func notify(
    _ references: [String], subtask: Int?, _ seen: UUID? = nil, isOn: Bool
  ) async throws(Failure) -> TaskChangeReport {
    let action = isOn ? "notify on" : "notify off"
    guard let subtask else {
      return try await edits.edit(references, as: action) { (task) throws(Failure) in
        var after = task
        after.notify = isOn
        return after
      }
    }
    guard references.count == 1 else {
      throw Failure(
        .usage, "A subtask is named behind the one task it belongs to.", hint: "Name one task, or no subtask.")
    }
    return try await edits.editSubtasks([subtask], seen.map { [$0] }, of: references[0], as: action) {
      (after, indices) throws(Failure) in
      guard !isOn || !after.subtasks[indices[0]].isDone else {
        throw Self.nothingToRemindOf("That subtask", "vault subtask undone TASK \(subtask)")
      }
      after.subtasks[indices[0]].notify = isOn
    }
  }

  private static func nothingToRemindOf(_ what: String, _ command: String) -> Failure {
    Failure(.usage, "\(what) is done, so there is nothing to remind of.", hint: "Open it again with \(command).")
  }

  /// Puts reminders off, all or none; the due dates stay.
  func snooze(_ references: [String], subtask: Int?, until: Date) async throws(Failure) -> TaskChangeReport {
    let named = try await edits.names.named(references)
    if subtask != nil, named.count > 1 {
      throw Failure(
        .usage, "A subtask is named behind the one task it belongs to.", hint: "Name one task, or no subtask.")
    }
    var marks: [ReminderState] = []
    for one in named { marks.append(try mark(snoozing: one, subtask: subtask, until: until)) }
    for mark in marks { try await TaskStoreError.asFailure(await states.setReminderState(mark)) }
    return TaskChangeReport(named.map { .init("snoozed", $0.row) })
  }

  private func mark(
    snoozing named: NamedTask, subtask: Int?, until: Date
  ) throws(Failure) -> ReminderState {
    guard until > edits.now() else {
      throw Failure(
        .usage, "That time is in the past.",
        hint: "Give a later one, for instance: vault snooze \(named.shortID) \"in 2h\"")
    }
    var subtaskID: UUID?
    if let subtask { subtaskID = named.task.subtasks[try TaskEdits.indices([subtask], of: named.task)[0]].id }
    guard let reminder = named.task.reminders.first(where: { $0.subtask == subtaskID }) else {
      throw Failure(
        .usage, "No reminder is on at \(named.shortID).",
        hint: "Switch it on with vault notify on \(named.shortID)\(subtask.map { " \($0)" } ?? "").")
    }
    guard until > reminder.date else {
      throw Failure(
        .usage, "The reminder of \(named.shortID) comes later than that anyway.",
        hint: "For an earlier one change the due date: vault edit \(named.shortID) --due WHEN")
    }
    var mark = ReminderState(task: named.task.id, subtask: subtaskID, snoozedUntil: until)
    mark.delivered = reminder.date
    return mark
  }

  /// The reminders to come, and those that came and nobody has answered, by when they come.
  func reminders(_ limit: Int) async throws(Failure) -> [ReminderRow] {
    let found: [(reminder: Reminder, snoozedUntil: Date?)]
    let present: [UUID: TodoTask]
    do throws(TaskStoreError) {
      let marks = Dictionary(try await states.reminderStates().map { ([$0.task, $0.subtask], $0) }) { $1 }
      var pending: [(reminder: Reminder, snoozedUntil: Date?)] = []
      for reminder in try await tasks.reminders(until: .distantFuture) {
        let mark = marks[[reminder.task, reminder.subtask]]
        let end = mark?.delivered == reminder.date ? mark?.snoozedUntil : nil
        // Put off for ever: answered.
        if end != .distantFuture { pending.append((reminder, end)) }
      }
      pending.sort { ($0.snoozedUntil ?? $0.reminder.date) < ($1.snoozedUntil ?? $1.reminder.date) }
      found = Array(pending.prefix(min(max(1, limit), AgentProtocol.maximumPageCount)))
      present = try await tasks.tasks(Array(Set(found.map(\.reminder.task))))
    } catch { throw Failure(error) }
    let named = try await edits.names.withShortIDs(Array(present.values))
    let rows = Dictionary(uniqueKeysWithValues: named.map { ($0.task.id, $0) })
    return found.compactMap { reminder, end in
      guard let one = rows[reminder.task] else { return nil }
      let subtask = one.task.subtasks.firstIndex { $0.id == reminder.subtask }.map { $0 + 1 }
      return ReminderRow(task: one.row, subtask: subtask, date: reminder.date, snoozedUntil: end)
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to reminders: ReminderController) {
    on(SetReminders.self) { (request) throws(Failure) in
      try await reminders.notify(request.tasks, subtask: request.subtask, request.seen, isOn: request.isOn)
    }
    on(SnoozeReminders.self) { (request) throws(Failure) in
      try await reminders.snooze(request.tasks, subtask: request.subtask, until: request.until)
    }
    on(ListReminders.self) { (request) throws(Failure) in try await reminders.reminders(request.limit) }
  }
}
