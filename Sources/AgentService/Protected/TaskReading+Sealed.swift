internal import TaskStore
internal import VaultModel

extension TaskFilter {
  /// All protected tasks, done or not.
  static let sealed: TaskFilter = {
    var filter = TaskFilter(state: .any)
    filter.isProtected = true
    return filter
  }()
}

extension TaskReading {
  /// All protected tasks, by when they were made.
  func sealed() async throws(TaskStoreError) -> [TodoTask] { try await tasks(TaskQuery(.sealed, order: .created)) }
}
