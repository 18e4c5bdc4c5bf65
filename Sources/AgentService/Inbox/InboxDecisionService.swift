internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import Logging
internal import ServerAPI
internal import ServerClient
internal import TaskStore
internal import VaultModel
internal import Waiting

/// What the user does about items, at a terminal or with a notification's buttons. One decision at a time, so that those that meet
/// agree.
struct InboxDecisionService: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let sync: any SyncPhaseReading & DecisionSending
  let taskService: TaskService
  let logger: Logger
  private let mutex = AsyncMutex()

  init(
    owners: any InboxOwnerResolving, store: InboxStore, sync: any SyncPhaseReading & DecisionSending,
    taskService: TaskService, logger: Logger
  ) {
    (self.owners, self.store, self.sync) = (owners, store, sync)
    (self.taskService, self.logger) = (taskService, logger)
  }

  /// Looks at an item, which counts as read and as opened from then on.
  func show(_ number: Int64, as identity: InboxIdentity?) async throws(Failure) -> InboxRow {
    let owner = try await owners.owner(of: number, as: identity)
    try await InboxStoreError.asFailure(await store.open(number, at: Date(), for: owner))
    await sync.sendDecisions()
    return try await row(try await entry(number, owner), owner)
  }

  /// Declines an item.
  func reject(
    _ number: Int64, as identity: InboxIdentity?, byNotification isByNotification: Bool = false
  ) async throws(Failure) -> InboxRow {
    await mutex.lock()
    defer { mutex.unlock() }
    let owner = try await owners.owner(of: number, as: identity)
    // The sender of what proposes nothing waits for no answer.
    if let kind = try await undecided(number, owner, for: .reject).payload?.kind, !kind.wantsDecision {
      let what = kind.topic == nil ? "proposes no task" : "is a hint (\(kind.name))"
      throw Failure(
        .usage, "Item \(number) \(what): there is nothing to decide.",
        hint: "vault inbox read \(number) makes it read, vault inbox delete \(number) deletes it.")
    }
    try await mark(number, .rejected, byNotification: isByNotification, owner)
    let row = try await row(try await confirmedEntry(number, owner), owner)
    logger.notice("an item was declined", metadata: ["item": "\(number)"])
    return row
  }

  /// Makes a task of an item, once, however often it is accepted.
  ///
  /// - Parameters:
  ///   - isByNotification: whether a notification's button was pressed.
  ///   - verify: asks who the user is, where the item wants that; it is given the item as it is now.
  func accept(
    _ number: Int64, as identity: InboxIdentity?, byNotification isByNotification: Bool = false,
    verify: @Sendable (InboxRow) async throws(Failure) -> Void
  ) async throws(Failure) -> InboxRow {
    let owner = try await owners.owner(of: number, as: identity)
    let asked = try await proposal(number, owner)
    let seen = identity ?? InboxIdentity(asked.entry, of: owner)
    if asked.payload.needsVerification { try await verify(try await row(asked.entry, owner)) }
    await mutex.lock()
    defer { mutex.unlock() }
    let (entry, payload) = try await proposal(number, owner)
    guard seen.isStill(InboxIdentity(entry, of: owner)) else { throw .anotherItem(number) }
    let now = Date()
    let accepted = AcceptedTask(payload, push: entry.push, at: now)
    // Before the decision is noted: should the agent end between both, accepting again makes no second one.
    try await add(accepted.task, at: now)
    try await mark(number, .accepted, byNotification: isByNotification, owner)
    var row = try await row(try await confirmedEntry(number, owner), owner)
    row.notes = Self.notes(accepted.due)
    if row.state == .rejected {
      row.notes.append("Another device had declined it before, which stands; the task stays.")
    }
    return row
  }

  private func proposal(
    _ number: Int64, _ owner: InboxOwner
  ) async throws(Failure) -> (entry: InboxEntry, payload: PushPayload) {
    let entry = try await undecided(number, owner, for: .accept)
    guard let payload = entry.payload, payload.kind.wantsDecision else {
      throw Failure(.usage, "Item \(number) proposes no task.", hint: "Look at it with vault inbox show \(number).")
    }
    return (entry, payload)
  }

  private func add(_ accepted: TodoTask, at now: Date) async throws(Failure) {
    var task = accepted
    // A reminder needs a due date.
    if task.dueDate == nil { task.notify = false }
    guard try await taskService.task(task.id) == nil else { return }
    do throws(Failure) {
      try TaskRules.check(task)
      try await taskService.apply([TaskChange(before: nil, after: task)], as: "accept", at: now)
    } catch { throw error.naming(task.id, (task.name ?? "").onOneLine) }
  }

  private static func notes(_ due: AcceptedTask.Due) -> [String] {
    switch due {
    case .kept: []
    case .missing: ["It has no due date, so nothing will remind you."]
    case .past: ["Its due date has passed: the task is overdue."]
    case .unreadable: ["Its due date can't be read and was left out, so nothing will remind you."]
    }
  }
}

// MARK: Rows

extension InboxDecisionService {
  /// Items as people see them, with the tasks that were made of them here.
  func rows(_ entries: some Sequence<InboxEntry>, _ owner: InboxOwner) async throws(Failure) -> [InboxRow] {
    let now = Date()
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    var rows: [InboxRow] = []
    for entry in entries {
      rows.append(InboxRow(entry, of: owner, at: now, task: try await shortID(ofTaskFrom: entry), nicknames))
    }
    return rows
  }

  private func row(_ entry: InboxEntry, _ owner: InboxOwner) async throws(Failure) -> InboxRow {
    let nicknames = try await InboxStoreError.asFailure(await store.nicknames(for: owner))
    return InboxRow(entry, of: owner, at: Date(), task: try await shortID(ofTaskFrom: entry), nicknames)
  }

  /// Nil unless its task is on this machine, which it is also where the item was rejected elsewhere first.
  private func shortID(ofTaskFrom entry: InboxEntry) async throws(Failure) -> String? {
    guard entry.state.isDecision else { return nil }
    let id = AcceptedTask.id(ofPush: entry.push)
    guard try await taskService.task(id) != nil else { return nil }
    return try await TaskStoreError.asFailure(await taskService.tasks.shortIDs(of: [id]))[id]
  }
}

// MARK: States

extension InboxDecisionService {
  /// An item that may still be decided so.
  @discardableResult
  private func undecided(
    _ number: Int64, _ owner: InboxOwner, for decision: Decision
  ) async throws(Failure) -> InboxEntry {
    let entry = try await entry(number, owner)
    guard !entry.isRedacted else {
      throw Failure(
        .usage, "Item \(number) was redacted: its text is gone.", hint: "Ask its sender to send it again.")
    }
    guard !entry.isReplaced else {
      throw Failure(.usage, "A newer item took the place of item \(number).", hint: "See vault inbox.")
    }
    guard !entry.isExpired(at: Date()) else { throw Self.expired(number) }
    guard entry.state.isDecision, entry.state != InboxState(decision) else { return entry }
    throw Failure(.usage, Self.decided(number, entry))
  }

  private static func decided(_ number: Int64, _ entry: InboxEntry) -> LocalizedText {
    switch (entry.state, entry.stateDevice) {
    case (.accepted, let device?): "Item \(number) was accepted on \(device) already; the first decision stands."
    case (.accepted, nil): "Item \(number) was accepted already; the first decision stands."
    case (.rejected, let device?): "Item \(number) was declined on \(device) already; the first decision stands."
    case (.rejected, nil): "Item \(number) was declined already; the first decision stands."
    default: "Item \(number) was decided already; the first decision stands."
    }
  }

  private static func expired(_ number: Int64) -> Failure {
    Failure(.usage, "Item \(number) has expired.", hint: "Ask its sender to send it again.")
  }

  /// How long the server's word on a decision is waited for.
  private static let wordPatience = Duration.seconds(2)

  /// The item after a decision. Where its time may run out, and there is a connection, the server's word is waited for a moment: it
  /// may come too late there.
  private func confirmedEntry(_ number: Int64, _ owner: InboxOwner) async throws(Failure) -> InboxEntry {
    let entry = try await entry(number, owner)
    guard entry.isUnsynced, entry.expiresAt != nil, await sync.phase == .live else { return entry }
    let changes = await store.changes(for: owner)
    if try await self.entry(number, owner).isUnsynced {
      await BoundedWait.wait(for: changes, atMost: Self.wordPatience) { [store] _ in
        await (try? store.entry(number, for: owner).isUnsynced) != true
      }
    }
    let confirmed = try await self.entry(number, owner)
    guard !confirmed.isOver else { throw Self.expired(number) }
    return confirmed
  }

  private func mark(
    _ number: Int64, _ state: InboxState, byNotification isByNotification: Bool = false, _ owner: InboxOwner
  ) async throws(Failure) {
    _ = try await InboxStoreError.asFailure(
      await store.mark(number, as: state, at: Date(), byNotification: isByNotification, for: owner))
    await sync.sendDecisions()
  }

  private func entry(_ number: Int64, _ owner: InboxOwner) async throws(Failure) -> InboxEntry {
    try await InboxStoreError.asFailure(await store.entry(number, for: owner))
  }
}
