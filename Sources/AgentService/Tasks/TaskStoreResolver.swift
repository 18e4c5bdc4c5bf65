internal import AgentAPI

/// Which task store is opened: never another one than that which has the tasks.
struct TaskStoreResolver {
  /// What the setting says; nil for nothing.
  let wanted: TaskStoreKind?
  /// Where the tasks were moved to, or were first put; nil while nobody chose.
  let recorded: TaskStoreKind?
  /// Whether something is recorded that can't be read.
  var isRecordDamaged = false
  /// Whether the database has no tasks; matters only while nothing is recorded.
  let isDatabaseEmpty: Bool
  /// Whether a calendar was in use.
  let hasCalendar: Bool

  /// - Throws: ``Failure`` with ``Failure/Code/configuration`` when the setting says otherwise.
  func kind() throws(Failure) -> TaskStoreKind {
    // Both may have tasks, and then only the owner knows.
    if isRecordDamaged, hasCalendar, !isDatabaseEmpty {
      guard let wanted else { throw Self.unknown }
      return wanted
    }
    guard let holder else { return wanted ?? .sqlite }
    if let wanted, wanted != holder { throw Self.conflict(wanted, holder) }
    return holder
  }

  /// Where the tasks are; nil while there are none anywhere, or somebody was free to choose.
  private var holder: TaskStoreKind? {
    if let recorded { return recorded }
    if !isDatabaseEmpty { return .sqlite }
    return hasCalendar ? .icalendar : nil
  }

  private static let unknown = Failure(
    .configuration,
    "The vault's record of where the tasks are (task-store) is damaged, and both stores have been in use.",
    hint: "Set task-store (VAULT_TASK_STORE) to sqlite or icalendar, whichever has your tasks; nothing was lost.")

  private static func conflict(_ wanted: TaskStoreKind, _ holder: TaskStoreKind) -> Failure {
    Failure(
      .configuration, "The tasks are in \(holder.rawValue), and task-store says \(wanted.rawValue).",
      hint: "Set task-store (VAULT_TASK_STORE) to \(holder.rawValue), or take it away;"
        + " vault tasks migrate --to \(wanted.rawValue) then moves them.")
  }
}
