internal import AgentAPI
internal import Localization

/// Which task store is opened: never another one than that which has the tasks.
struct TaskStoreResolver {
  /// What the setting says; nil for nothing.
  let wanted: TaskStoreKind?
  /// Where the tasks were moved to, or were first put; nil while nobody chose.
  let recorded: TaskStoreKind?
  /// Whether something is recorded that can't be read.
  var isRecordDamaged = false
  /// The kinds that have been in use, the database first; matters only while nothing is recorded.
  let inUse: [TaskStoreKind]

  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` when the setting says otherwise.
  func kind() throws(Failure) -> TaskStoreKind {
    // Each may have tasks, and then only the owner knows.
    if isRecordDamaged, inUse.count > 1 {
      guard let wanted else { throw unknown }
      return wanted
    }
    // Nil while there are no tasks anywhere, or somebody was free to choose.
    guard let holder = recorded ?? inUse.first else { return wanted ?? .sqlite }
    if let wanted, wanted != holder { throw Self.conflict(wanted, holder) }
    return holder
  }

  private var unknown: Failure {
    Failure(
      .configuration,
      "The vault's record of where the tasks are (task-store) is damaged, and \(inUse.count == 2 ? "both" : "several")"
        + " stores have been in use.",
      hint: "Set task-store (VAULT_TASK_STORE) to \(inUse.map(\.rawValue).joined(separator: " or ")), whichever has"
        + " your tasks; nothing was lost.")
  }

  private static func conflict(_ wanted: TaskStoreKind, _ holder: TaskStoreKind) -> Failure {
    Failure(
      .configuration, "The tasks are in \(holder.rawValue), and task-store says \(wanted.rawValue).",
      hint: "Set task-store (VAULT_TASK_STORE) to \(holder.rawValue), or take it away;"
        + " vault tasks migrate --to \(wanted.rawValue) then moves them.")
  }
}
