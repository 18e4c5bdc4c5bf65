internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  /// Moves all tasks to a store of the named kind: copied first, compared, then removed where they were. Stopped on the way, it
  /// is run again. Sealed texts stay where they are, in the credential store.
  func migrateTasks(to name: String, _ conversation: any Conversation) async throws(Failure) -> Reply {
    guard let kind = TaskStoreKind(rawValue: name) else {
      throw Failure(.usage, "There is no task store \u{201C}\(name)\u{201D}.", hint: "There are: sqlite, icalendar.")
    }
    let other = try room.other()
    let (source, target) = kind == room.kind ? (other, tasks) : (tasks, other)
    try await refuseUnkeepable(from: source, in: target, kind)
    let count: Int
    let unread: [String]
    do throws(TaskStoreError) {
      let moving = try await source.all()
      unread = try await source.knownHealth().brokenFiles
      try await copy(moving, to: target, conversation)
      try await compare(moving, with: target)
      try await room.database.setState(Array("\"\(kind.rawValue)\"".utf8), for: .taskStore)
      // What was done before can't be taken back in another place.
      _ = try await source.expireHistory(before: .distantFuture, keeping: 0)
      for task in moving { try await source.delete(task.id) }
      count = moving.count
    } catch { throw Failure(error) }
    let moved =
      count == 0 && kind == room.kind ? "The tasks are in \(kind.rawValue) already." : summary(of: count, in: kind)
    return .done(message: ([moved] + Self.warning(of: unread)).joined(separator: "\n"))
  }

  private func summary(of count: Int, in kind: TaskStoreKind) -> String {
    "\(count == 1 ? "1 task is" : "\(count) tasks are") in \(kind.rawValue) now."
      + " What was done before can't be taken back any more."
      + (settings.taskStore.map { $0 != kind } ?? false
        ? " Set task-store (VAULT_TASK_STORE) to \(kind.rawValue) before the next command." : "")
  }

  /// Names the calendar files that could not be read, each with its reason: what is in them was not moved.
  private static func warning(of files: [String]) -> [String] {
    guard !files.isEmpty else { return [] }
    let count = files.count == 1 ? "1 calendar file is" : "\(files.count) calendar files are"
    var lines = ["Warning: \(count) not read whole; what could not be read was not moved, and stays where it is:"]
    lines += files.prefix(maximumNameCount).map { "  \($0)" }
    if files.count > maximumNameCount { lines.append("  and \(files.count - maximumNameCount) more") }
    return lines
  }

  /// How many tasks or files are named.
  private static let maximumNameCount = 20

  /// Names the tasks that the other store can't keep, before anything is moved.
  private func refuseUnkeepable(
    from source: any TaskStore, in target: any TaskStore, _ kind: TaskStoreKind
  ) async throws(Failure) {
    let refusals: [TaskRefusal]
    let shortIDs: [UUID: String]
    do throws(TaskStoreError) {
      refusals = try await target.refusals(of: try await source.all())
      shortIDs = try await source.shortIDs(of: refusals.map(\.id))
    } catch { throw Failure(error) }
    guard !refusals.isEmpty else { return }
    var names = refusals.prefix(Self.maximumNameCount).map { "\(shortIDs[$0.id] ?? $0.id.text) (\($0.reason))" }
    if refusals.count > names.count { names.append("and \(refusals.count - names.count) more") }
    throw Failure(
      .badData,
      "\(refusals.count == 1 ? "1 task" : "\(refusals.count) tasks") can't be kept in \(kind.rawValue), so nothing was"
        + " moved: \(names.joined(separator: ", ")).",
      hint: "Give each another name, notes or tags with vault edit, or delete it; then run this again.")
  }

  private func copy(
    _ moving: [TodoTask], to target: any TaskStore, _ conversation: any Conversation
  ) async throws(TaskStoreError) {
    for (index, task) in moving.enumerated() {
      let known = try await target.task(task.id)
      if known == nil { try await target.create(task) } else if known != task { try await target.update(task) }
      if index % 100 == 0 {
        conversation.report(Progress(activity: "Copying tasks", completed: index, total: moving.count))
      }
    }
  }

  private func compare(_ moving: [TodoTask], with target: any TaskStore) async throws(TaskStoreError) {
    for task in moving where try await target.task(task.id) != task {
      throw TaskStoreError(.failed, "a task did not arrive as it was; nothing was removed", ids: [task.id])
    }
  }
}
