internal import FoundationEssentials
internal import Inbox
internal import ServerAPI
internal import ServerClient

/// One user's inbox in the agent's database, as the connection to the server fills it.
struct StoreInboxReplica: InboxReplica {
  let store: InboxStore
  let owner: InboxOwner
  /// What becomes of the owner's decisions that the server does not take.
  let late: any LateDecisionHandling
  /// Told whenever something was kept: it may have been redacted elsewhere.
  let redactions: Trigger
  /// Told whenever something has come that may be a hint that there is a comment or a like.
  let news: Trigger
  /// Whose outcome somebody waits for.
  let awaited: AwaitedFeedback

  var feedback: (any FeedbackReplica)? {
    StoreFeedbackReplica(store: store, owner: owner, awaited: awaited, news: news, notify: late.notify)
  }

  var channels: (any ChannelReplica)? { StoreChannelReplica(store: store, owner: owner) }

  func recordStatus(of server: Sequences) async throws {
    try await store.recordBeginning(server.inbox, of: server.epoch, for: owner)
  }

  func position() async throws -> SequencePosition { try await store.position(of: owner) }

  func store(_ items: [InboxItem], bounds: SequenceBounds?) async throws {
    guard let first = items.first, let last = items.last else { return }
    // Where nothing is said of the bounds, these items are what there is.
    let bounds = bounds ?? SequenceBounds(first: first.sequence, highest: last.sequence)
    try await store.ingest(InboxPage(items: items, bounds: bounds), for: owner)
    try await tellVanished()
    redactions.wake()
    if items.contains(where: \.mayBeHint) { news.wake() }
  }

  func store(_ changes: [InboxChange]) async throws {
    let position = try await store.position(of: owner)
    for change in try await store.ingest(changes, after: position.change, for: owner) {
      late.notifyOverruled(by: change)
    }
    if changes.contains(where: { $0.redacted == true || $0.replaced == true }) { redactions.wake() }
  }

  func recordGap(_ missing: ClosedRange<Int64>) async throws {
    try await store.ingest(
      SequenceBounds(first: missing.upperBound + 1, highest: missing.upperBound), for: owner)
    try await tellVanished()
  }

  func handleServerRollback(to sequences: Sequences) async throws {
    // Its numbers stand for other items from now on: all are fetched anew.
    try await store.restart(owner, to: sequences)
    try await tellVanished()
  }

  /// Tells what was here and is not there any more, once all that is there is here again.
  private func tellVanished() async throws {
    let count = try await store.finishFetchingAnew(for: owner)
    guard count > 0 else { return }
    late.notify(
      count == 1
        ? "The server was put back to an earlier day: an item of your inbox is not there any more. A task that you made of it stays."
        : "The server was put back to an earlier day: \(count) items of your inbox are not there any more. Tasks that you made of them stay."
    )
  }

  func newestPush() async throws -> UUID? { try await store.newestPush(for: owner) }

  func redactions(unsyncedOnly: Bool) async throws -> [UUID] {
    try await store.redactions(unsyncedOnly: unsyncedOnly, for: owner)
  }

  func redacted(_ outcomes: [Redaction]) async throws { try await store.recordOutcomes(of: outcomes, for: owner) }

  func pendingDecisions() async throws -> [PendingDecision] {
    let shown = try await store.unsyncedDisplays(for: owner).map { PendingDecision(sequence: $0, state: .displayed) }
    return try await shown + store.unsyncedDecisions(for: owner)
  }

  func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) async throws {
    if decision.state == .displayed { return try await store.acknowledgeDisplay(decision.sequence, for: owner) }
    switch outcome {
    case .stands(let change):
      if let standing = try await store.applyServerState(change, for: owner) { late.notifyOverruled(by: standing) }
    case .expired:
      // The server had taken it, and was put back to a time before: what was done then holds here.
      guard try await !store.isDecided(decision.sequence, for: owner) else {
        try await store.recordMissing(decision.sequence, for: owner)
        return redactions.wake()
      }
      let entry = try await store.entry(decision.sequence, for: owner)
      // The task goes before the decision, so that nothing is forgotten should the agent end between both.
      // Where that fails, the decision stays unsynced, and comes again with the next connection; what is pushed does not wait for it.
      guard await late.revert(entry) else { return }
      try await store.recordExpiry(of: decision.sequence, for: owner)
      redactions.wake()
    case .recorded, .noItem, .refused:
      try await store.recordMissing(decision.sequence, for: owner)
      redactions.wake()
    }
  }
}

extension InboxItem {
  /// As the payload of a hint has it.
  private static let subjectKey = Array(#""subject""#.utf8)

  /// Whether it is a person's and may name what it is about. It is not parsed for that: there may be many, and to ask in vain costs little.
  fileprivate var mayBeHint: Bool { sender?.kind == .person && payload?.utf8.contains(Self.subjectKey) ?? false }
}
