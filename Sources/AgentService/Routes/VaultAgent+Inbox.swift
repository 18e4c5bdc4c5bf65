internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Logging
internal import ServerAPI
internal import ServerClient
internal import TaskStore
internal import VaultModel

extension VaultAgent {
  func answer(_ request: InboxRequest, _ conversation: any Conversation) async throws(Failure) -> Reply {
    switch request {
    case .list(let limit, let before): .inbox(try await list(limit, before))
    case .show(let number): .inboxItem(try await showItem(number))
    case .accept(let number): .inboxItem(try await accept(number, conversation))
    case .reject(let number): .inboxItem(try await reject(number))
    case .devices: .devices(try await devices())
    case .push(let draft): .pushed(try await push(draft))
    }
  }

  /// How many items nobody has looked at; nil while there is no inbox to look at.
  func unreadCount() async -> Int? {
    do { return try await inbox.store.counts(for: inbox.owner()).unread } catch { return nil }
  }

  private func list(_ limit: Int, _ before: Int64?) async throws(Failure) -> InboxListing {
    let owner = try await inbox.owner()
    let now = Date()
    do throws(InboxStoreError) {
      let entries = try await inbox.store.entries(before: before, limit: limit + 1, for: owner)
      let rows = entries.prefix(limit).map { InboxRow($0, at: now) }
      return InboxListing(
        items: rows, unreadCount: try await inbox.store.counts(for: owner).unread, hasMore: entries.count > limit)
    } catch { throw Failure(error) }
  }

  private func showItem(_ number: Int64) async throws(Failure) -> InboxRow {
    let owner = try await inbox.owner()
    try await mark(number, .read, owner)
    return try await row(number, owner)
  }

  private func reject(_ number: Int64) async throws(Failure) -> InboxRow {
    let owner = try await inbox.owner()
    try await undecided(number, owner, for: .rejected)
    try await mark(number, .rejected, owner)
    let row = try await row(number, owner)
    logger.notice("Declined: \(Self.oneLine(row.title))", metadata: ["item": "\(number)"])
    return row
  }

  /// Makes the task before the decision is noted: should the agent end between both, accepting again makes no second one.
  private func accept(_ number: Int64, _ conversation: any Conversation) async throws(Failure) -> InboxRow {
    let owner = try await inbox.owner()
    let entry = try await undecided(number, owner, for: .accepted)
    guard let payload = entry.payload, payload.kind == .task else {
      throw Failure(.usage, "Item \(number) proposes no task.", hint: "Look at it with vault inbox show \(number).")
    }
    if payload.needsVerification { _ = try await keeper.verifyAfresh(conversation) }
    let now = Date()
    let accepted = AcceptedTask(payload, push: entry.push, at: now)
    var task = accepted.task
    // A reminder needs a due date.
    if task.dueDate == nil { task.notify = false }
    try await add(accepted: task, at: now)
    try await mark(number, .accepted, owner)
    var row = try await row(number, owner)
    row.task = try await shortID(of: task.id)
    row.notes = Self.notes(accepted.due)
    return row
  }

  private func add(accepted task: TodoTask, at now: Date) async throws(Failure) {
    do { guard try await tasks.task(task.id) == nil else { return } } catch { throw Failure(error) }
    try TaskRules.check(task)
    try await apply([TaskChange(before: nil, after: task)], as: "accept", at: now)
  }

  private func shortID(of task: UUID) async throws(Failure) -> String? {
    do { return try await tasks.shortIDs(of: [task])[task] } catch { throw Failure(error) }
  }

  private static func notes(_ due: AcceptedTask.Due) -> [String] {
    switch due {
    case .kept: []
    case .missing: ["It has no due date, so nothing will remind you."]
    case .past: ["Its due date has passed and was left out, so nothing will remind you."]
    case .unreadable: ["Its due date can't be read and was left out, so nothing will remind you."]
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

// MARK: States

extension VaultAgent {
  /// An item that may still be decided so.
  @discardableResult
  private func undecided(
    _ number: Int64, _ owner: InboxOwner, for decision: InboxState
  ) async throws(Failure) -> InboxEntry {
    let entry: InboxEntry
    do { entry = try await inbox.store.entry(number, for: owner) } catch { throw Failure(error) }
    guard !entry.isExpired(at: Date()) || entry.state.isDecision else {
      throw Failure(.usage, "Item \(number) has expired.", hint: "Ask its sender to send it again.")
    }
    guard entry.state.isDecision, entry.state != decision else { return entry }
    let place = entry.stateDevice.map { " on \($0)" } ?? ""
    throw Failure(.usage, "Item \(number) was \(entry.state.rawValue)\(place) already; the first decision stands.")
  }

  private func mark(_ number: Int64, _ state: InboxState, _ owner: InboxOwner) async throws(Failure) {
    do { _ = try await inbox.store.mark(number, as: state, at: Date(), for: owner) } catch { throw Failure(error) }
    await inbox.sync.sendDecisions()
  }

  private func row(_ number: Int64, _ owner: InboxOwner) async throws(Failure) -> InboxRow {
    do { return InboxRow(try await inbox.store.entry(number, for: owner), at: Date()) } catch { throw Failure(error) }
  }
}

// MARK: Sending

extension VaultAgent {
  private func devices() async throws(Failure) -> [DeviceRow] {
    let own: String
    do { own = try await inbox.device.token() } catch {
      throw Failure(.inputOutput, "The vault's own records can't be read.", hint: "vault doctor tells more.")
    }
    let devices = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.devices(at: origin, token: token)
    }
    return devices.map {
      DeviceRow(
        token: $0.token, name: $0.name, platform: $0.platform, lastSeenAt: $0.lastSeenAt, isThisOne: $0.token == own)
    }
  }

  private func push(_ draft: PushDraft) async throws(Failure) -> PushReport {
    let recipient = try draft.recipient.map { (text) throws(Failure) in try Self.recipient(text) }
    // One push, however often a lost answer has it sent.
    let key = UUID().uuidString
    let push = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.push(draft.payload, to: recipient, idempotencyKey: key, at: origin, token: token)
    }
    var report = PushReport(id: push.id, inboxCount: push.inboxCount, decision: .open)
    guard let seconds = draft.waitSeconds else { return report }
    let deadline = ContinuousClock.now + .seconds(seconds)
    while report.decision == .open, ContinuousClock.now < deadline {
      do { try await Task.sleep(for: .milliseconds(500)) } catch { throw Failure(.tryLater, "It was not waited for.") }
      report.decision = try await decision(about: push.id)
    }
    return report
  }

  private func decision(about push: UUID) async throws(Failure) -> PushReport.Decision {
    let status = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.status(ofPush: push, at: origin, token: token)
    }
    let states = Set(status.deliveries.map(\.state))
    if states.contains(.accepted) { return .accepted }
    if states.contains(.rejected) { return .rejected }
    return !states.isEmpty && states.isSubset(of: [.expired]) ? .expired : .open
  }

  private static func recipient(_ text: String) throws(Failure) -> Recipient {
    if text == "everyone" { return .everyone }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count == 2 ? parts[1] : nil) {
    case ("alias", let id?): if let id = UUID(uuidString: id) { return .alias(id) }
    case ("channel", let id?): if let id = UUID(uuidString: id) { return .channel(id) }
    case ("device", let token?): if DeviceToken.isValid(token) { return .device(token) }
    default: break
    }
    throw Failure(
      .usage, "\u{201C}\(text.prefix(80))\u{201D} is no recipient.",
      hint: "Give alias:ID, device:TOKEN, channel:ID or everyone.")
  }
}
