internal import AgentAPI
internal import TaskStore

extension RequestRouter {
  /// Requests about tasks and their subtasks.
  mutating func route(to tasks: TaskController, _ stream: TaskStreamController, _ subtasks: SubtaskController) {
    on(AddTask.self) { (request) throws(Failure) in try await tasks.add(request.draft) }
    on(ListTasks.self) { (request) throws(TaskStoreError) in try await tasks.list(request.query) }
    on(StreamTasks.self) { (request, conversation) throws(Failure) in
      try await stream.stream(request.query, conversation)
      return Acknowledgement()
    }
    on(ShowTask.self) { (request) throws(Failure) in try await tasks.show(request.task) }
    on(EditTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.edit(request.tasks, request.changes, conversation)
    }
    on(CompleteTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.complete(request.tasks, conversation)
    }
    on(ReopenTasks.self) { (request) throws(Failure) in try await tasks.reopen(request.tasks) }
    on(DeleteTasks.self) { (request) throws(Failure) in try await tasks.delete(request.tasks) }
    on(AddSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.add(request.subtask, to: request.task, conversation)
    }
    on(EditSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.edit(
        request.number, of: request.task, request.changes, asksText: request.asksText, conversation)
    }
    on(CompleteSubtasks.self) { (request) throws(Failure) in
      try await subtasks.complete(request.numbers, of: request.task)
    }
    on(ReopenSubtasks.self) { (request) throws(Failure) in
      try await subtasks.reopen(request.numbers, of: request.task)
    }
    on(DeleteSubtasks.self) { (request, conversation) throws(Failure) in
      try await subtasks.delete(request.numbers, of: request.task, conversation)
    }
    on(MoveSubtask.self) { (request, conversation) throws(Failure) in
      try await subtasks.move(request.number, of: request.task, to: request.to, conversation)
    }
  }
}
