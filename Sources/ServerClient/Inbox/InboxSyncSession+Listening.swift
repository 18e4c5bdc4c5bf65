internal import FoundationEssentials
internal import ServerAPI

extension InboxSyncSession {
  /// What the stream is read with.
  struct Listening: Sendable {
    let clock: any Clock<Duration>
    /// For how long no byte may come.
    let silence: Duration
    /// Whenever the user has decided something.
    let decisions: AsyncStream<Void>
    /// The user's channels, where somebody keeps them.
    let channels: ChannelSyncSession?
    /// Whenever another channel is open, or none.
    let opened: AsyncStream<UUID?>
    /// Called once the stream is open.
    let isLive: @Sendable () async -> Void
  }

  /// How long after an acknowledgement the next one goes out, so that many pushes at once cost few requests.
  static let acknowledgementPause = Duration.milliseconds(100)

  /// Reads the event stream until it ends. What comes is stored, then acknowledged, the newest position alone.
  func listen(_ listening: Listening) async throws(StepFailure) {
    let position = try await local { try await $0.position() }
    let stream = try await call { (api, session) async throws(ServerClientError) in
      try await api.events(after: position, at: session.origin, token: session.token)
    }
    await listening.isLive()
    let (stored, continuation) = AsyncStream<Int64>.makeStream(bufferingPolicy: .bufferingNewest(1))
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await read(stream, after: position, listening, continuation) }
        group.addTask { try await acknowledge(stored, listening.clock) }
        group.addTask { try await reportDecisions(listening.decisions) }
        if let channels = listening.channels {
          group.addTask { try await channels.run() }
          group.addTask { await channels.follow(listening.opened) }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch { throw StepFailure(error) }
  }

  private func reportDecisions(_ decisions: AsyncStream<Void>) async throws {
    var isFirst = true
    for await _ in decisions {
      try await sendDecisions()
      try await sendRedactions(unsyncedOnly: !isFirst)
      isFirst = false
    }
  }

  private func acknowledge(_ stored: AsyncStream<Int64>, _ clock: any Clock<Duration>) async throws {
    for await sequence in stored {
      try await acknowledge(through: sequence)
      try await clock.sleep(for: Self.acknowledgementPause)
    }
  }

  private func read(
    _ stream: EventStream<ServerEvent>, after position: SequencePosition, _ listening: Listening,
    _ continuation: AsyncStream<Int64>.Continuation
  ) async throws {
    let reader = StreamReader(self, after: position, continuation, listening.channels?.errands)
    do throws(ServerClientError) {
      try await stream.run(silence: listening.silence, clock: listening.clock) {
        (events) async throws(ServerClientError) in
        try await reader.ingest(events)
      }
    } catch {
      throw await reader.failure ?? .failed(error)
    }
  }
}

/// Stores what comes from a stream, one batch after the other.
private actor StreamReader {
  private let link: InboxSyncSession
  private var order: InboxOrder
  private let continuation: AsyncStream<Int64>.Continuation
  private let errands: PendingChannelWork?
  /// Why something could not be stored.
  private(set) var failure: StepFailure?

  init(
    _ link: InboxSyncSession, after position: SequencePosition, _ continuation: AsyncStream<Int64>.Continuation,
    _ errands: PendingChannelWork?
  ) {
    self.link = link
    self.errands = errands
    order = InboxOrder(after: position)
    self.continuation = continuation
  }

  func ingest(_ events: [ServerEvent]) async throws(ServerClientError) {
    let before = order.position.sequence
    let portions = try order.ingest(events)
    do { try await link.store(portions) } catch {
      failure = error
      throw ServerClientError(.stateUnavailable)
    }
    for event in events { if case .news(let news) = event { errands?.add(news) } }
    if order.position.sequence > before { continuation.yield(order.position.sequence) }
  }
}
