internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore

/// The vault's own records and its tasks, which may live in another place.
struct TaskRoom {
  /// The vault's own records, reminder marks among them; always the database.
  let database: SQLiteTaskStore
  /// The tasks.
  let tasks: any TaskStore

  init(settings: VaultSettings, paths: VaultPaths) throws(Failure) {
    do throws(TaskStoreError) {
      database = try SQLiteTaskStore(path: paths.data + "/tasks.db")
      switch settings.taskStore {
      case .sqlite: tasks = database
      case .icalendar:
        tasks = try ICalendarTaskStore(
          directory: settings.calendarDirectory ?? paths.data + "/calendar", logPath: paths.data + "/operations.db")
      }
    } catch { throw Failure(error) }
  }
}
