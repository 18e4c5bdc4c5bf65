internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Reminders
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// Which of the stores the tasks are in, and the way to the others.
protocol TaskStoreSelecting: Sendable {
  /// Which store is in use.
  var kind: TaskStoreKind { get }
  /// Which store the settings ask for; nil where they leave that open.
  var configuredKind: TaskStoreKind? { get }

  /// The store of a kind; opened where it is not the one in use.
  func store(of kind: TaskStoreKind) throws(Failure) -> any TaskStore

  /// The files of a kind, where other programs share them.
  func files(of kind: TaskStoreKind) -> ForeignFiles?

  /// Has the agent open the store of a kind from its next start on.
  func select(_ kind: TaskStoreKind) async throws(TaskStoreError)
}

/// What keeps notes on tasks, and must not take those that are moved for removed ones.
protocol ReminderHolding: Sendable {
  func hold() async
  func release() async
}

extension ReminderService: ReminderHolding {}

/// The request to move all tasks to one store.
struct MigrationController: Sendable {
  let stores: any TaskStoreSelecting
  let reminders: any ReminderHolding

  /// Moves all tasks to a store of the named kind: copied first, compared, then removed where they were. Stopped on the way, it
  /// is run again. Sealed texts stay where they are, in the credential store.
  ///
  /// - Parameter isAgreed: whether the person has said already that what the other store can't keep may go.
  /// - Returns: what became of it, as sentences.
  func migrate(
    to name: String, isAgreed: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> String {
    // After a move the agent ends; the next one goes on with the reminders of the other store.
    await reminders.hold()
    do throws(Failure) { return try await move(to: name, isAgreed: isAgreed, conversation) } catch {
      await reminders.release()
      throw error
    }
  }

  private func move(
    to name: String, isAgreed: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> String {
    guard let kind = TaskStoreKind(rawValue: name) else {
      let names = TaskStoreKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "There is no task store \u{201C}\(name)\u{201D}.", hint: "There are: \(names).")
    }
    let target = try stores.store(of: kind)
    // Where the target is in use already, a move that was stopped may have left tasks in any other store.
    let sources = kind == stores.kind ? TaskStoreKind.allCases.filter { $0 != kind } : [stores.kind]
    var count = 0
    var warnings: [String] = []
    for other in sources {
      let (source, files) = (try stores.store(of: other), stores.files(of: other))
      try await refuseUnkeepable(from: source, in: target, kind)
      if !isAgreed { try await askForLosses(of: source, files, in: kind, conversation) }
      var changed = 0
      do throws(TaskStoreError) {
        let moving = try await source.all()
        let unread = try await source.knownHealth().brokenFiles
        try await copy(moving, to: target, conversation)
        try await compare(moving, with: target)
        try await stores.select(kind)
        // What was done before can't be taken back in another place.
        _ = try await source.expireHistory(before: .distantFuture, keeping: 0)
        // What another program changed while it was copied stays where it is.
        for task in moving {
          if try await source.task(task.id) == task { try await source.delete(task.id) } else { changed += 1 }
        }
        count += moving.count
        warnings += Self.warning(ofChanged: changed, kind) + Self.warning(of: unread, files)
      } catch { throw Failure(error) }
    }
    let moved =
      count == 0 && kind == stores.kind ? "The tasks are in \(kind.rawValue) already." : summary(of: count, in: kind)
    return ([moved] + warnings).joined(separator: "\n")
  }

  private func summary(of count: Int, in kind: TaskStoreKind) -> String {
    "\(count == 1 ? "1 task is" : "\(count) tasks are") in \(kind.rawValue) now."
      + " What was done before can't be taken back any more."
      + (stores.configuredKind.map { $0 != kind } ?? false
        ? " Set task-store (VAULT_TASK_STORE) to \(kind.rawValue) before the next command." : "")
  }

  private static func warning(ofChanged count: Int, _ kind: TaskStoreKind) -> [String] {
    guard count > 0 else { return [] }
    return [
      "Warning: \(count == 1 ? "1 task was" : "\(count) tasks were") changed by another program meanwhile, and not removed:"
        + " vault tasks migrate --to \(kind.rawValue) brings them up to date."
    ]
  }

  /// Names the files that could not be read, each with its reason: what is in them was not moved.
  private static func warning(of unread: [String], _ files: ForeignFiles?) -> [String] {
    guard let files, !unread.isEmpty else { return [] }
    let count = unread.count == 1 ? "1 \(files.name) file is" : "\(unread.count) \(files.name) files are"
    var lines = ["Warning: \(count) not read whole; what could not be read was not moved, and stays where it is:"]
    lines += unread.prefix(maximumNameCount).map { "  \($0)" }
    if unread.count > maximumNameCount { lines.append("  and \(unread.count - maximumNameCount) more") }
    return lines
  }

  /// How many tasks or files are named.
  private static let maximumNameCount = 20

  /// Names the tasks that the target can't keep, before anything is moved.
  private func refuseUnkeepable(
    from source: any TaskStore, in target: any TaskStore, _ kind: TaskStoreKind
  ) async throws(Failure) {
    guard let target = target as? any ForeignTaskStore else { return }
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

  /// Names what other programs wrote into the tasks and only their files keep, and asks whether that may go.
  private func askForLosses(
    of source: any TaskStore, _ files: ForeignFiles?, in kind: TaskStoreKind, _ conversation: any Conversation
  ) async throws(Failure) {
    guard let files, let source = source as? any ForeignTaskStore else { return }
    let losses: [TaskLoss]
    let tasks: [UUID: TodoTask]
    let shortIDs: [UUID: String]
    do throws(TaskStoreError) {
      losses = try await source.losses()
      tasks = try await source.tasks(losses.prefix(Self.maximumNameCount).map(\.id))
      shortIDs = try await source.shortIDs(of: losses.prefix(Self.maximumNameCount).map(\.id))
    } catch { throw Failure(error) }
    guard !losses.isEmpty else { return }
    var lines = ["\(losses.count == 1 ? "1 task has" : "\(losses.count) tasks have") what \(kind.rawValue) can't keep:"]
    for loss in losses.prefix(Self.maximumNameCount) {
      let title = tasks[loss.id].flatMap { $0.name ?? $0.label } ?? ""
      lines.append("  \(shortIDs[loss.id] ?? loss.id.text)  \(Self.short(title)): \(Self.names(of: loss.parts))")
    }
    if losses.count > Self.maximumNameCount { lines.append("  and \(losses.count - Self.maximumNameCount) more") }
    lines.append("The move removes the files of the tasks, and with them that.")
    try await agree(lines.joined(separator: "\n"), files, conversation)
    do throws(TaskStoreError) {
      guard try await source.losses() == losses else { throw TaskStoreError(.conflict) }
    } catch { throw Failure(error) }
  }

  private func agree(_ text: String, _ files: ForeignFiles, _ conversation: any Conversation) async throws(Failure) {
    let copy = "Copy \(files.directory) first if you want to have it later"
    guard conversation.isInteractive else {
      throw Failure(.badData, "Nothing was moved. \(text)", hint: "\(copy); then run this again with --yes.")
    }
    try await conversation.notify(LocalizedText(verbatim: "\(text)\n\(copy)."))
    let answer = try await conversation.ask(Prompt(.agreement, text: "Move them all the same? [y/N]"))
    let isYes = answer?.bytes.withUnsafeBytes { $0.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false } ?? false
    guard isYes else { throw Failure(.refused, "Cancelled; nothing was moved.") }
  }

  /// How much of a task's name is told, and how many parts of it.
  private static let (maximumTitleCount, maximumPartCount) = (60, 12)

  private static func short(_ title: String) -> String {
    title.count <= maximumTitleCount ? title : "\(title.prefix(maximumTitleCount - 1))…"
  }

  private static func names(of parts: [String]) -> String {
    let more = parts.count > maximumPartCount ? ["and \(parts.count - maximumPartCount) more"] : []
    return (parts.prefix(maximumPartCount) + more).joined(separator: ", ")
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

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to migration: MigrationController) {
    on(MigrateTasks.self) { (request, conversation) throws(Failure) in
      Acknowledgement(
        LocalizedText(
          verbatim: try await migration.migrate(to: request.to, isAgreed: request.isAgreed, conversation)))
    }
  }
}
