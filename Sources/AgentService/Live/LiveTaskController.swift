internal import AgentAPI
internal import Localization
internal import TaskStore
internal import VaultModel

/// The requests of clients that want to see tasks as they change, for as long as they stay.
struct LiveTaskController: Sendable {
  let tasks: any TaskReading
  /// Pages follow each other at most this often, so that many changes in a row cost little.
  var pause = Duration.milliseconds(50)

  /// Holds the request open, and tells what the query finds at once and after every change, until the client leaves.
  func observe(_ query: TaskQuery, _ conversation: any Conversation) async throws(Failure) {
    var snapshots = await tasks.observe(query.bounded).makeAsyncIterator()
    while let snapshot = try await next(&snapshots) {
      // Waits until it has gone, and then looks at what there is by then.
      try await conversation.notify(.tasks(TaskPage(snapshot)))
      do { try await Task.sleep(for: pause) } catch { return }
    }
  }

  /// Holds the request open, and says at once and after every change of a task that there was one, until the client leaves.
  func watch(_ conversation: any Conversation) async throws(Failure) {
    let changes = await tasks.changes()
    // Whatever changed before the client could hear of it.
    try await conversation.notify(.changed)
    for await _ in changes {
      try await conversation.notify(.changed)
      do { try await Task.sleep(for: pause) } catch { return }
    }
  }

  private func next(_ snapshots: inout TaskSnapshots.AsyncIterator) async throws(Failure) -> TaskSnapshot? {
    try await TaskStoreError.asFailure(await snapshots.next())
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to tasks: LiveTaskController) {
    on(ObserveTasks.self) { (request, conversation) throws(Failure) in
      try await tasks.observe(request.query, conversation)
      return Acknowledgement()
    }
    on(WatchTasks.self) { (_, conversation) throws(Failure) in
      try await tasks.watch(conversation)
      return Acknowledgement()
    }
  }
}
