internal import AgentAPI
internal import TaskStore
internal import VaultModel

extension TaskPage {
  /// What a client sees of a snapshot: as many of its tasks as fit one message.
  init(_ snapshot: TaskSnapshot) {
    let rows = TaskRules.page(snapshot.tasks).map { task in
      NamedTask(shortID: snapshot.shortIDs[task.id] ?? task.id.hexDigits, task: task).row
    }
    self.init(rows: rows, total: snapshot.total)
  }
}
