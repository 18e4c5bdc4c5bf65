public import FoundationEssentials
public import ServerAPI

/// Keeps the inbox on this machine equal to the server's while somebody is logged in, and the machine awake.
///
/// Everything is stored before it is acknowledged. What a cut connection took away is fetched again by number, so that nothing is
/// lost, and nothing is stored twice. A locked vault stays connected.
public actor InboxSync {
  /// What it is made of.
  public struct Dependencies: Sendable {
    /// The login; its retries are run elsewhere (``AuthClient/runRetries()``).
    public var auth: AuthClient
    /// What this device is.
    public var memory: any DeviceRegistrationStore
    /// Which servers are to be notified that this device was left.
    public var deregistrations: any DeregistrationStore
    /// Called with the outcome of that, where it failed.
    public var reportTrouble: @Sendable (DeregistrationIssue) -> Void = { _ in }
    /// How this device is registered.
    public var registration: DeviceRegistration
    /// The inbox of a user of a server.
    public var replica: @Sendable (ServerOrigin, Account) async throws -> any InboxReplica
    /// When to try again, but for registrations, which are tried every 3 seconds.
    public var policy = RetryPolicy()
    /// For how long the stream may be silent, heartbeats included, until it counts as dead.
    public var silence = ServerClientLimits.streamSilence
    /// For waits and deadlines.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The time of day.
    public var now: @Sendable () -> Date = { Date() }
    /// 0 up to 1; spreads clients that lost their server together.
    public var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Joins the dependencies.
    public init(
      auth: AuthClient, memory: any DeviceRegistrationStore, deregistrations: any DeregistrationStore,
      registration: DeviceRegistration,
      replica: @escaping @Sendable (ServerOrigin, Account) async throws -> any InboxReplica
    ) {
      self.auth = auth
      self.memory = memory
      self.deregistrations = deregistrations
      self.registration = registration
      self.replica = replica
    }
  }

  nonisolated let dependencies: Dependencies
  var state: SyncState {
    didSet { if state.phase != oldValue.phase { notifyWatchers() } }
  }
  var watchers: [Int: AsyncStream<SyncState.Phase>.Continuation] = [:]
  var watcherCount = 0
  /// Since when, and why, there is no connection though there should be one; nil while all is well.
  public internal(set) var outage: ServerOutage?
  /// The device as it was registered last.
  var link: InboxSyncSession?
  /// Repeats unregistrations that failed, by whose device it is.
  var deregistrationRetries: [DeviceOwner: Task<Void, Never>] = [:]
  /// Whose device it is again since this process began.
  var returned: Set<DeviceOwner> = []
  /// Whether it is known what an earlier process has left to do.
  var hasResumed = false
  private var worker: Task<Void, Never>?
  private var isPaused = false
  private var logouts = 0
  private var newDecisions: AsyncStream<Void>.Continuation?
  /// While there is a connection: its channels, and what is to be done about them.
  var channels: ChannelSyncSession?
  var errands: PendingChannelWork? { channels?.errands }
  /// The channel that is open, and who is notified when another is.
  var opened: (ticket: OpenChannelTicket, channel: UUID)?
  var openedContinuation: AsyncStream<UUID?>.Continuation?
  var openCount = 0
  private let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Joins the dependencies; nothing is sent before ``run()``.
  public init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
    state = SyncState(policy: dependencies.policy)
  }

  /// How the inbox stands to the server's.
  public var phase: SyncState.Phase { state.phase }

  /// Runs until the calling task is cancelled; called once.
  public func run() async {
    let auth = dependencies.auth
    let resuming = Task { await resumeDeregistrations() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await phase in await auth.phases() { await self.handle(phase) } }
      group.addTask { await self.workWhenWanted() }
      await group.next()
      group.cancelAll()
    }
    resuming.cancel()
    await resuming.value
    for task in deregistrationRetries.values { task.cancel() }
    for task in deregistrationRetries.values { await task.value }
  }

  /// Drops the connection: the machine goes to sleep.
  public func pause() async {
    isPaused = true
    await stopWorking()
  }

  /// Connects again, and at once: the machine woke up, or the network came back. A connection from before is not trusted.
  public func resume() {
    isPaused = false
    switch state.phase {
    case .waiting, .live: worker?.cancel()
    case .idle, .registering, .catchingUp: break
    }
    wake.yield()
  }

  /// Somebody has logged in: an existing connection may be another user's.
  func dropConnection() { worker?.cancel() }

  /// The user has decided something: the replica's pending decisions are sent, now or once there is a connection.
  public func sendDecisions() { newDecisions?.yield() }

  /// Runs `body` without a connection, and goes on afterwards if somebody is still logged in.
  func whileStopped<Value: Sendable>(_ body: () async throws(ServerClientError) -> Value)
    async throws(ServerClientError) -> Value
  {
    logouts += 1
    defer {
      logouts -= 1
      wake.yield()
    }
    await stopWorking()
    return try await body()
  }
}

extension InboxSync {
  private func handle(_ phase: LoginState.Phase) {
    // The session is gone, and with it the right to its stream.
    if case .needsCredentials = phase { worker?.cancel() }
    wake.yield()
  }

  var mayWork: Bool { !isPaused && logouts == 0 }

  private func stopWorking() async {
    worker?.cancel()
    await worker?.value
    // Unless it was begun again meanwhile.
    if !mayWork { state.end(forgetting: false) }
  }

  private func workWhenWanted() async {
    for await _ in wakes {
      while case .loggedIn = await dependencies.auth.phase, mayWork {
        let worker = Task { await self.work() }
        self.worker = worker
        await withTaskCancellationHandler {
          await worker.value
        } onCancel: {
          worker.cancel()
        }
        self.worker = nil
        state.end(forgetting: false)
        if Task.isCancelled { return }
      }
    }
  }

  private func work() async {
    var step = state.begin()
    while step != .stop {
      let outcome = await outcome(of: step)
      if Task.isCancelled { return }
      step = state.handle(outcome)
    }
  }

  private func outcome(of step: SyncState.Step) async -> SyncState.Outcome {
    do throws(StepFailure) { return try await perform(step) } catch {
      switch error {
      case .sessionIsNew: return .sessionIsNew
      case .failed(let error):
        recordFailure(error)
        return .failed(error, random: dependencies.random())
      }
    }
  }

  private func perform(_ step: SyncState.Step) async throws(StepFailure) -> SyncState.Outcome {
    switch step {
    case .register: link = try await register()
    // Only the end of the work ends a wait early.
    case .wait(let delay): try? await dependencies.clock.sleep(for: delay)
    default:
      guard let link else { throw .sessionIsNew }
      return try await perform(step, with: link)
    }
    return .done
  }

  private func perform(
    _ step: SyncState.Step, with link: InboxSyncSession
  ) async throws(StepFailure) -> SyncState.Outcome {
    switch step {
    case .register, .wait, .stop: break
    case .identify: return try await link.identify()
    case .sendDecisions:
      // First, so that nobody is served what a backup that was put back has again.
      try await link.sendRedactions(unsyncedOnly: true)
      try await link.sendDecisions()
    case .compare: return try await link.compare()
    case .handleServerRollback(let sequences): try await link.local { try await $0.handleServerRollback(to: sequences) }
    case .fetchItems(let limit): try await link.fetchItems(limit: limit)
    case .fetchChanges(let limit): try await link.fetchChanges(limit: limit)
    case .acknowledge: try await link.acknowledge()
    case .listen: try await listen(link)
    }
    return .done
  }

  private func listen(_ link: InboxSyncSession) async throws(StepFailure) {
    let (decisions, new) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    newDecisions = new
    defer { newDecisions = nil }
    // What was decided since the last time they were sent.
    new.yield()
    let (opened, openedContinuation) = AsyncStream<UUID?>.makeStream(bufferingPolicy: .bufferingNewest(1))
    (channels, self.openedContinuation) = (channelLink(link), openedContinuation)
    defer {
      // Whoever waits for this connection's comparison waits for the next one's.
      channels?.errands.recordComparison()
      (channels, self.openedContinuation) = (nil, nil)
    }
    openedContinuation.yield(self.opened?.channel)
    let listening = InboxSyncSession.Listening(
      clock: dependencies.clock, silence: dependencies.silence, decisions: decisions, channels: channels, opened: opened
    ) { await self.recordLive() }
    var failure: StepFailure?
    let held = await dependencies.clock.measure {
      do throws(StepFailure) { try await link.listen(listening) } catch { failure = error }
    }
    state.recordEnd(afterHolding: held)
    if let failure { throw failure }
  }

  /// Everything is compared and sent once the stream is open: the stream reports what happens afterwards.
  private func channelLink(_ link: InboxSyncSession) -> ChannelSyncSession? {
    link.replica.channels.map { replica in
      ChannelSyncSession(
        link: link, replica: replica, errands: PendingChannelWork(.init(compares: true, sends: true)),
        pace: .init(
          policy: dependencies.policy, clock: dependencies.clock, random: dependencies.random,
          silence: dependencies.silence))
    }
  }
}
