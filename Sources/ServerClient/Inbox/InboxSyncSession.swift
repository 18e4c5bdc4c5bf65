internal import ServerAPI

/// Joins the inbox of a registered device to its server's: the steps of ``SyncState``.
struct InboxSyncSession: Sendable {
  let auth: AuthClient
  /// The session that the device was registered with.
  let session: OpenedSession
  /// The device's token.
  let device: String
  let replica: any InboxReplica

  /// Asks the server with the session that the device was registered with.
  func call<Value: Sendable>(
    _ body: @Sendable (VaultServerAPI, OpenedSession) async throws(ServerClientError) -> Value
  ) async throws(StepFailure) -> Value {
    let registered = session.token
    let value: Value?
    do throws(ServerClientError) {
      value = try await auth.whileLoggedIn { (api, session) async throws(ServerClientError) in
        // A new login may be another user's, and has to be registered in any case.
        session.token === registered ? try await body(api, session) : nil
      }
    } catch { throw .failed(error) }
    guard let value else { throw .sessionIsNew }
    return value
  }

  /// Asks the replica.
  func local<Value>(_ body: (any InboxReplica) async throws -> Value) async throws(StepFailure) -> Value {
    do { return try await body(replica) } catch {
      throw .failed(ServerClientError(.stateUnavailable, "the inbox on this machine could not be read or written"))
    }
  }

  func compare() async throws(StepFailure) -> SyncState.Outcome {
    let sequences = try await sequences()
    let position = try await local { try await $0.position() }
    if position.gap(to: sequences) == .otherNumbering { return .compared(position, sequences) }
    try await local { try await $0.recordStatus(of: sequences) }
    return .compared(try await local { try await $0.position() }, sequences)
  }

  func sequences() async throws(StepFailure) -> Sequences {
    try await call { (api, session) async throws(ServerClientError) in
      try await api.sequences(at: session.origin, token: session.token)
    }
  }

  /// Sends the server what the user decided, in order, until nothing is left but what it can't be told now.
  func sendDecisions() async throws(StepFailure) {
    var former: [PendingDecision] = []
    while true {
      let pending = try await local { try await $0.pendingDecisions() }
      guard !pending.isEmpty, pending != former else { return }
      for decision in pending where !former.contains(decision) {
        let outcome = try await send(decision)
        try await local { try await $0.decided(decision, outcome) }
      }
      former = pending
    }
  }

  private func send(_ decision: PendingDecision) async throws(StepFailure) -> DecisionOutcome {
    try await call { (api, session) async throws(ServerClientError) in
      do throws(ServerClientError) {
        let change = try await api.setState(
          decision.state, ofItem: decision.sequence, device: device, at: session.origin, token: session.token)
        return change.map { .stands($0) } ?? .recorded
      } catch {
        switch error.code {
        case .notFound: return .noItem
        case .expired: return .expired
        case .invalidInput, .forbidden: return .refused
        default: throw error
        }
      }
    }
  }

  func acknowledge() async throws(StepFailure) {
    let sequence = try await local { try await $0.position() }.sequence
    if sequence > 0 { try await acknowledge(through: sequence) }
  }

  func acknowledge(through sequence: Int64) async throws(StepFailure) {
    try await call { (api, session) async throws(ServerClientError) in
      try await api.acknowledge(through: sequence, device: device, at: session.origin, token: session.token)
    }
  }

  func store(_ portions: [InboxOrder.Portion]) async throws(StepFailure) {
    for portion in portions {
      try await local { replica in
        switch portion {
        case .items(let items, let bounds): try await replica.store(items, bounds: bounds)
        case .changes(let changes): try await replica.store(changes)
        case .gap(let missing): try await replica.recordGap(missing)
        }
      }
    }
  }
}
