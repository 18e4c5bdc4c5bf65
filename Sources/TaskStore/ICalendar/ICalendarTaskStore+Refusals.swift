public import VaultModel

extension ICalendarTaskStore {
  /// Works each task out as if it were written: what RFC 5545 has no way to say is found without a file being touched.
  public func refusals(of tasks: [TodoTask]) -> [TaskRefusal] {
    tasks.compactMap { task in
      do throws(TaskStoreError) {
        try task.checkStorable()
        _ = try CalendarPlan([TaskChange(before: nil, after: task)], contents, directory)
        return nil
      } catch { return TaskRefusal(task.id, reason: error.detail) }
    }
  }
}
