import Foundation
import ServerAPI
import ServerClient
import Synchronization

/// An inbox in memory that notes everything it is told.
actor MemoryKeeper: InboxReplica {
  struct Refused: Error {}

  struct Contents: Sendable {
    var items: [InboxItem] = []
    var changes: [InboxChange] = []
    var gaps: [ClosedRange<Int64>] = []
    var setBacks: [Sequences] = []
    var pending: [PendingDecision] = []
    var decided: [DecisionOutcome] = []
    /// But for the epoch.
    var position = SequencePosition()
    var epoch: Epoch?
    /// Numbers of items that came although they did not follow.
    var disorder: [Int64] = []
    /// How many things are refused before the next one is kept.
    var refusals = 0
    /// The pushes that the server is to redact.
    var redactions: [UUID] = []
    /// What was told and kept, in order.
    var log: [String] = []

    var sequences: [Int64] { items.map(\.sequence) }
  }

  private(set) var contents = Contents()
  private let followed = Mutex<MemoryChannels?>(nil)

  /// Keeps the user's channels from the next connection on, where somebody does.
  nonisolated var channels: (any ChannelReplica)? { followed.withLock { $0 } }

  /// Has channels kept as well.
  nonisolated func follow(_ channels: MemoryChannels) { followed.withLock { $0 = channels } }

  private var dropsPending = false
  private var watchers: [Int: AsyncStream<Contents>.Continuation] = [:]
  private var gate: CheckedContinuation<Void, Never>?
  private var isGateClosed = false

  func position() -> SequencePosition {
    var position = contents.position
    position.epoch = contents.epoch
    return position
  }

  func recordStatus(of server: Sequences) {
    contents.epoch = contents.epoch ?? server.epoch
    tell()
  }

  func newestPush() -> UUID? { contents.items.last?.push }

  func redactions(unsyncedOnly: Bool) -> [UUID] { contents.redactions }

  func redacted(_ outcomes: [Redaction]) {
    contents.redactions.removeAll { push in outcomes.contains { $0.push == push } }
    contents.log.append("redacted \(outcomes.count)")
    tell()
  }

  func store(_ items: [InboxItem], bounds: SequenceBounds?) async throws {
    await passGate()
    try refuse()
    for item in items {
      if item.sequence != contents.position.sequence + 1 { contents.disorder.append(item.sequence) }
      contents.position.sequence = item.sequence
    }
    contents.items += items
    contents.log.append("kept \(items.count)")
    tell()
  }

  func store(_ changes: [InboxChange]) throws {
    try refuse()
    for change in changes {
      if change.change <= contents.position.change { contents.disorder.append(-change.change) }
      contents.position.change = change.change
    }
    contents.changes += changes
    tell()
  }

  func recordGap(_ missing: ClosedRange<Int64>) throws {
    try refuse()
    contents.gaps.append(missing)
    contents.position.sequence = missing.upperBound
    tell()
  }

  func handleServerRollback(to sequences: Sequences) {
    contents.setBacks.append(sequences)
    (contents.position, contents.epoch) = (SequencePosition(), sequences.epoch)
    contents.log.append("set back")
    contents.items = []
    contents.changes = []
    if dropsPending { contents.pending = [] }
    tell()
  }

  func pendingDecisions() -> [PendingDecision] { contents.pending }

  func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) {
    contents.pending.removeAll { $0 == decision }
    contents.decided.append(outcome)
    tell()
  }
}

extension MemoryKeeper {
  /// Puts the inbox in a state that a test wants.
  func change(_ body: @Sendable (inout Contents) -> Void) { body(&contents) }

  /// Forgets what is pending with the numbers that it is about.
  func dropPendingWhenSetBack() { dropsPending = true }

  /// Waits for something to be so.
  func until(_ condition: @Sendable (Contents) -> Bool) async -> Contents {
    let (stream, continuation) = AsyncStream<Contents>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = (watchers.keys.max() ?? 0) + 1
    watchers[number] = continuation
    defer { watchers[number] = nil }
    continuation.yield(contents)
    for await contents in stream where condition(contents) { return contents }
    return contents
  }

  /// Has the next items wait.
  func closeGate() { isGateClosed = true }

  func openGate() {
    isGateClosed = false
    gate?.resume()
    gate = nil
  }

  private func passGate() async { if isGateClosed { await withCheckedContinuation { gate = $0 } } }

  private func refuse() throws {
    guard contents.refusals == 0 else {
      contents.refusals -= 1
      throw Refused()
    }
  }

  private func tell() { for watcher in watchers.values { watcher.yield(contents) } }
}
