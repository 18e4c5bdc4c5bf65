internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore

/// The vault's own records and its tasks, which may live in another place.
struct TaskRoom: Sendable {
  /// The vault's own records, reminder marks among them; always the database.
  let database: SQLiteTaskStore
  /// The tasks.
  let tasks: any TaskStore
  /// Where they are.
  let kind: TaskStoreKind
  private let paths: VaultPaths
  private let settings: VaultSettings

  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` when the tasks were moved to another place than the configured one.
  init(settings: VaultSettings, paths: VaultPaths) async throws(Failure) {
    do { database = try SQLiteTaskStore(path: paths.data + "/tasks.db") } catch { throw Failure(error) }
    let recorded = try await database.recorded(String.self, .taskStore).flatMap { TaskStoreKind(rawValue: $0) }
    if let wanted = settings.taskStore, let recorded, wanted != recorded {
      throw Failure(
        .configuration, "The tasks were moved to \(recorded.rawValue), and task-store says \(wanted.rawValue).",
        hint: "Set task-store (VAULT_TASK_STORE) to \(recorded.rawValue), or take it away.")
    }
    self.settings = settings
    self.paths = paths
    kind = settings.taskStore ?? recorded ?? .sqlite
    tasks = try Self.store(kind, database, settings, paths)
  }

  /// The store of the other kind, opened for a move.
  func other() throws(Failure) -> any TaskStore {
    try Self.store(kind == .sqlite ? .icalendar : .sqlite, database, settings, paths)
  }

  private static func store(
    _ kind: TaskStoreKind, _ database: SQLiteTaskStore, _ settings: VaultSettings, _ paths: VaultPaths
  ) throws(Failure) -> any TaskStore {
    guard kind == .icalendar else { return database }
    do {
      return try ICalendarTaskStore(
        directory: settings.calendarDirectory ?? paths.data + "/calendar", logPath: paths.data + "/operations.db")
    } catch { throw Failure(error) }
  }
}

extension VaultStateKey {
  /// Where the tasks were moved to; absent before the first move.
  static let taskStore = VaultStateKey("task-store")
}
