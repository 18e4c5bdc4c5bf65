internal import AgentAPI
internal import TaskStore

/// Where task stores register: the one place that says for every kind who opens it.
struct TaskStoreRegistry: Sendable {
  /// The vault's own records.
  let database: SQLiteTaskStore
  let settings: VaultSettings
  let paths: VaultPaths

  /// What the agent knows of a kind.
  subscript(kind: TaskStoreKind) -> TaskStoreRegistration {
    switch kind {
    case .sqlite: .sqlite(database)
    case .icalendar: .icalendar(settings, paths)
    }
  }

  /// The kinds that have been in use.
  func kindsInUse() async throws(Failure) -> [TaskStoreKind] {
    var kinds: [TaskStoreKind] = []
    for kind in TaskStoreKind.allCases where try await self[kind].isInUse() { kinds.append(kind) }
    return kinds
  }
}
