internal import AgentAPI
internal import TaskStore

extension RequestRouter {
  /// Requests about what was done, and about reminders.
  mutating func route(to history: HistoryController, _ reminders: ReminderController) {
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
    on(SetReminders.self) { (request) throws(Failure) in
      try await reminders.notify(request.tasks, subtask: request.subtask, isOn: request.isOn)
    }
    on(SnoozeReminders.self) { (request) throws(Failure) in
      try await reminders.snooze(request.tasks, subtask: request.subtask, until: request.until)
    }
    on(ListReminders.self) { (request) throws(Failure) in try await reminders.reminders(request.limit) }
  }
}
