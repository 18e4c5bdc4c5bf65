public import VaultModel

extension TaskFilter {
  /// All protected tasks, done or not.
  public static let sealed: TaskFilter = {
    var filter = TaskFilter(state: .any)
    filter.isProtected = true
    return filter
  }()
}

extension TaskReading {
  /// All protected tasks, by when they were made.
  ///
  /// - Throws: why they can't be read.
  public func sealed() async throws(TaskStoreError) -> [TodoTask] {
    try await tasks(TaskQuery(.sealed, order: .created))
  }
}
